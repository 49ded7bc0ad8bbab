import { BufferAttribute, BufferGeometry, Mesh, type MeshBasicMaterial, Vector2, Vector3 } from 'three';
import type { Theme } from '../../theme/theme.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import type { ShownText } from '../core/scene/words.ts';
import {
  LINE_HEIGHT,
  LINE_SIZE,
  NAME_HEIGHT,
  SIGN_HEIGHT,
  SIGN_WIDTH,
  type SignSheet,
  sheetFor,
} from './sign-layout.ts';
import { SignLean } from './sign-lean.ts';
import { type NameBox, type Sign, SignPicture } from './sign-picture.ts';

/** The line of states is shown within the first distance and hidden beyond the second. Metres. */
const NEAR_METRES = 17;
const FAR_METRES = 19;
const LINE_GAP = 0.04;
/** The mesh's name. Its vertices: all names, then all lines; quads counter-clockwise from the lower left. */
export const SIGNS_NAME = 'portal names';

const corner = new Vector3();
const size = new Vector2();
const CORNERS = [
  [-0.5, 0],
  [0.5, 0],
  [0.5, 1],
  [-0.5, 1],
] as const;
/** The vertex order of a quad's two triangles. */
const QUAD = [0, 1, 2, 0, 2, 3];

/**
 * Two quads for each sign: first all names, then all lines, of which only near ones are drawn. A name's quad
 * is only as large as its letters, because without a GPU each transparent pixel is as slow as a visible one.
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

/** The name, and the line for near visitors. */
const shownTexts = ({ name, line, maxSize, matrix, height }: Sign): ShownText[] => {
  const shown = (text: string, size: number, y: number): ShownText => {
    const { x, y: up, z } = corner.set(0, height + y, 0).applyMatrix4(matrix);
    return { text, size, at: [x, up, z] };
  };
  return [shown(name, maxSize, LINE_HEIGHT + NAME_HEIGHT / 2), shown(line, LINE_SIZE, LINE_HEIGHT / 2)];
};

/** The names above the arches in one draw call, each with the line of its states for near visitors. */
export class Signs {
  readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #picture: SignPicture;
  readonly #signs: Sign[];
  readonly #places: readonly Vector3[];
  readonly #near: boolean[];
  readonly #lean: SignLean;

  constructor(signs: readonly Sign[], theme: Theme, material: MeshBasicMaterial) {
    const sheet = sheetFor(signs.length);
    this.#signs = [...signs];
    this.#picture = new SignPicture(signs, sheet, theme);
    material.map = this.#picture.texture;
    this.mesh = new Mesh(signGeometry(signs, this.#picture.boxes, sheet), material);
    this.mesh.name = SIGNS_NAME;
    this.mesh.userData['texts'] = signs.flatMap(shownTexts);
    this.mesh.renderOrder = 30;
    this.#places = signs.map(({ matrix }) => new Vector3().setFromMatrixPosition(matrix));
    this.#near = signs.map(() => false);
    this.#lean = new SignLean(this.mesh);
    this.#show();
  }

  setLine(index: number, line: string): void {
    const before = this.#signs[index];
    if (!before || before.line === line) return;
    const sign = { ...before, line };
    this.#signs[index] = sign;
    this.#picture.redrawLine(sign, index);
    this.mesh.userData['texts'] = this.#signs.flatMap(shownTexts);
  }

  /** Shows the lines that are legible from here, and tilts the names towards a camera above. */
  follow({ camera, renderer, frame: { overview } }: Pick<WorldScene, 'camera' | 'frame' | 'renderer'>): void {
    const eye = camera.position;
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
    this.#lean.update(overview, eye.length(), camera.fov, renderer.getSize(size).y);
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
    this.#picture.texture.dispose();
  }
}
