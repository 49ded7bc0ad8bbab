import {
  BufferAttribute,
  BufferGeometry,
  type CanvasTexture,
  type Matrix4,
  Mesh,
  type MeshBasicMaterial,
  SRGBColorSpace,
  Vector3,
} from 'three';
import type { Theme } from '../../theme/theme.ts';
import type { ShownText } from '../core/scene/words.ts';
import { canvasTexture } from '../utils/drawing.ts';
import { fitLine } from '../utils/text.ts';
import {
  LINE_HEIGHT,
  LINE_SIZE,
  NAME_HEIGHT,
  SIGN_HEIGHT,
  SIGN_WIDTH,
  type SignSheet,
  layoutName,
  sheetFor,
} from './sign-layout.ts';
import { SignLean } from './sign-lean.ts';

/**
 * Within this distance the line of states is large enough to read; it disappears a little farther
 * away. Metres.
 */
const NEAR_METRES = 17;
const FAR_METRES = 19;
const LINE_GAP = 0.04;
/** The height of a name's last line over the lower edge of its part of the sign, in metres; from line to line, of the letters' size. */
const BASELINE = 0.22;
const LINE_STEP = 1.04;
/** Around a name, for the blur of a small texture. Metres. */
const MARGIN = 0.2;
/**
 * Name of the mesh. Its corners: those of all names, then of all lines, each quad from its lower
 * left counter-clockwise to its upper left.
 */
export const SIGNS_NAME = 'portal names';

/** A shape before a name, as its arch has it in stone. */
export type SignMark = 'lock' | 'house' | 'back';

/** What one sign shows, and where. */
export interface Sign {
  readonly name: string;
  readonly line: string;
  readonly mark: SignMark | undefined;
  /** The largest height of its letters, in metres. */
  readonly maxSize: number;
  readonly nameColor: string;
  readonly lineColor: string;
  readonly matrix: Matrix4;
  /** The height of the sign's lower edge, in the arch's frame. */
  readonly height: number;
}

/** SVG paths in a square of one. */
const MARKS: Readonly<Record<SignMark, string>> = {
  lock: 'M.26 .44A.24 .24 0 0 1 .74 .44',
  house: 'M.02 .52L.5 .08L.98 .52M.18 .42V.93H.82V.42',
  back: 'M.36 .1L.08 .36L.36 .62M.08 .36H.64A.26 .26 0 0 1 .64 .88H.34',
};

/** Width of the dark shade around the letters, so that they can be read before a bright sky. Metres. */
const SHADE = 0.16;
/** One shadow is too faint: each text is drawn this many times. */
const SHADE_LAYERS = 2;

/** Letters with the shade around them. */
function write(pen: CanvasRenderingContext2D, text: string, x: number, y: number): void {
  for (let layer = 0; layer < SHADE_LAYERS; layer++) pen.fillText(text, x, y);
}

function drawMark(pen: CanvasRenderingContext2D, mark: SignMark): void {
  pen.lineWidth = 0.11;
  pen.lineJoin = 'round';
  if (mark === 'lock') pen.fill(new Path2D('M.14 .44H.86V.94H.14Z'));
  pen.stroke(new Path2D(MARKS[mark]));
}

/** What the letters of a name cover, from the middle of the lower edge of its part of the sign. Metres. */
interface NameBox {
  readonly width: number;
  readonly height: number;
}

/**
 * Draws one sign from the canvas's present origin, `unit` pixels to the metre. Returns what its name
 * covers.
 */
function drawSign(pen: CanvasRenderingContext2D, sign: Sign, theme: Theme, unit: number): NameBox {
  const middle = (SIGN_WIDTH / 2) * unit;
  const font = (size: number, weight: number): string => `${weight} ${size * unit}px ${theme.fonts.mono}`;
  const measure = (text: string): number => {
    pen.font = font(1, 600);
    return pen.measureText(text).width / unit;
  };
  pen.textAlign = 'center';
  pen.textBaseline = 'alphabetic';
  pen.shadowColor = theme.colors.background;
  pen.shadowBlur = SHADE * unit;
  pen.fillStyle = sign.nameColor;
  pen.strokeStyle = sign.nameColor;
  const { lines, size } = layoutName(sign.name, measure, sign.mark !== undefined, sign.maxSize);
  const height = size * unit;
  let widest = 0;
  lines.forEach((line, i) => {
    const baseline = (NAME_HEIGHT - BASELINE) * unit - (lines.length - 1 - i) * height * LINE_STEP;
    const mark = i === 0 ? sign.mark : undefined;
    const width = (measure(line) + (mark ? 1 : 0)) * size;
    widest = Math.max(widest, width);
    const left = middle - (width / 2) * unit;
    pen.font = font(size, 600);
    write(pen, line, middle + (mark ? height / 2 : 0), baseline);
    if (!mark) return;
    pen.save();
    pen.translate(left, baseline - height * 0.74);
    pen.scale(height * 0.78, height * 0.78);
    drawMark(pen, mark);
    pen.restore();
  });
  const line = fitLine(sign.line, (SIGN_WIDTH - LINE_SIZE) / LINE_SIZE, measure);
  pen.font = font(LINE_SIZE, 400);
  pen.fillStyle = sign.lineColor;
  write(pen, line, middle, (NAME_HEIGHT + LINE_HEIGHT * 0.68) * unit);
  return {
    width: Math.min(SIGN_WIDTH, widest + MARGIN + SHADE),
    height: Math.min(NAME_HEIGHT, BASELINE + lines.length * LINE_STEP * size),
  };
}

/** All signs in one canvas, so that they are one texture and one draw call; and what each name covers. */
function signTexture(
  signs: readonly Sign[],
  sheet: SignSheet,
  theme: Theme,
): { readonly texture: CanvasTexture; readonly boxes: readonly NameBox[] } {
  const { columns, rows, pixelsPerMetre } = sheet;
  const width = Math.floor(SIGN_WIDTH * columns * pixelsPerMetre);
  const height = Math.floor(SIGN_HEIGHT * rows * pixelsPerMetre);
  const boxes: NameBox[] = [];
  const texture = canvasTexture(width, height, (pen) =>
    signs.forEach((sign, index) => {
      const column = Math.floor(index / rows);
      pen.setTransform(1, 0, 0, 1, (column * width) / columns, ((index % rows) * height) / rows);
      boxes.push(drawSign(pen, sign, theme, pixelsPerMetre));
    }),
  );
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return { texture, boxes };
}

const corner = new Vector3();
const CORNERS = [
  [-0.5, 0],
  [0.5, 0],
  [0.5, 1],
  [-0.5, 1],
] as const;
/** The two triangles of a quad. */
const QUAD = [0, 1, 2, 0, 2, 3];

/**
 * Two quads per sign, placed and cut from the texture: first all names, then all lines, of which
 * only near ones are drawn. A name's quad is as small as its letters: without a graphics card every
 * clear pixel of it costs as much as a bright one.
 */
function signGeometry(
  signs: readonly Sign[],
  boxes: readonly NameBox[],
  { columns, rows }: SignSheet,
): BufferGeometry {
  const count = signs.length;
  const positions = new Float32Array(count * 24);
  const uvs = new Float32Array(count * 16);
  const indices = new Uint16Array(count * 12);
  signs.forEach(({ matrix, height }, index) => {
    const column = Math.floor(index / rows);
    const row = index % rows;
    const quad = (at: number, low: number, wide: number, tall: number, fromTop: number): void => {
      CORNERS.forEach(([x, y], i) => {
        corner.set(x * wide, height + low + y * tall, 0).applyMatrix4(matrix);
        corner.toArray(positions, (at * 4 + i) * 3);
        uvs[(at * 4 + i) * 2] = (column + (x * wide) / SIGN_WIDTH + 0.5) / columns;
        uvs[(at * 4 + i) * 2 + 1] = 1 - (row + (fromTop + (1 - y) * tall) / SIGN_HEIGHT) / rows;
      });
    };
    const box = boxes[index] ?? { width: SIGN_WIDTH, height: NAME_HEIGHT };
    quad(index, LINE_HEIGHT - LINE_GAP, box.width, box.height, NAME_HEIGHT - box.height);
    quad(count + index, 0, SIGN_WIDTH, LINE_HEIGHT, NAME_HEIGHT);
    QUAD.forEach((at, i) => {
      indices[index * 6 + i] = index * 4 + at;
    });
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('uv', new BufferAttribute(uvs, 2));
  geometry.setIndex(new BufferAttribute(indices, 1));
  geometry.computeBoundingSphere();
  return geometry;
}

/** The name, and the line that is shown nearby. */
const shownTexts = ({ name, line, maxSize, matrix, height }: Sign): ShownText[] => {
  const shown = (text: string, size: number, y: number): ShownText => {
    const { x, y: up, z } = corner.set(0, height + y, 0).applyMatrix4(matrix);
    return { text, size, at: [x, up, z] };
  };
  return [shown(name, maxSize, LINE_HEIGHT + NAME_HEIGHT / 2), shown(line, LINE_SIZE, LINE_HEIGHT / 2)];
};

/**
 * The names over the arches in one draw call; under each name, for visitors near it, the line of
 * its states.
 */
export class Signs {
  readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #texture: CanvasTexture;
  readonly #places: readonly Vector3[];
  readonly #near: boolean[];
  readonly #lean: SignLean;

  constructor(signs: readonly Sign[], theme: Theme, material: MeshBasicMaterial) {
    const sheet = sheetFor(signs.length);
    const { texture, boxes } = signTexture(signs, sheet, theme);
    this.#texture = texture;
    material.map = texture;
    this.mesh = new Mesh(signGeometry(signs, boxes, sheet), material);
    this.mesh.name = SIGNS_NAME;
    this.mesh.userData['texts'] = signs.flatMap(shownTexts);
    this.mesh.renderOrder = 30;
    this.#places = signs.map(({ matrix }) => new Vector3().setFromMatrixPosition(matrix));
    this.#near = signs.map(() => false);
    this.#lean = new SignLean(this.mesh);
    this.#show();
  }

  /** Shows the lines that can be read from here, and leans the names towards a camera above. */
  follow(eye: Vector3, overview: number): void {
    let changed = false;
    for (let i = 0; i < this.#places.length; i++) {
      const place = this.#places[i];
      if (!place) continue;
      const is = Math.hypot(place.x - eye.x, place.z - eye.z) < (this.#near[i] ? FAR_METRES : NEAR_METRES);
      if (is === this.#near[i]) continue;
      this.#near[i] = is;
      changed = true;
    }
    if (changed) this.#show();
    this.#lean.update(overview, eye.length());
  }

  /** Lists the quads to draw: all names, then the lines of near signs. */
  #show(): void {
    const { geometry } = this.mesh;
    const index = geometry.getIndex();
    if (!index) return;
    const count = this.#places.length;
    let end = count * 6;
    for (let i = 0; i < count; i++) {
      if (!this.#near[i]) continue;
      for (const corner of QUAD) index.setX(end++, (count + i) * 4 + corner);
    }
    index.needsUpdate = true;
    geometry.setDrawRange(0, end);
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    this.mesh.material.map = null;
    this.#texture.dispose();
  }
}
