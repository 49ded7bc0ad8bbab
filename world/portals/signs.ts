import {
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  type Matrix4,
  SRGBColorSpace,
  Vector3,
} from 'three';
import type { Theme } from '../../theme/theme.ts';
import { fitLine } from '../utils/text.ts';

/** One sign: wide enough for most names at a size that reads from the platform. Metres. */
const WIDTH = 7.2;
const HEIGHT = 1.3;
const ABOVE_GROUND = 5.95;
const PIXELS_PER_METRE = 160;
const CELL_WIDTH = WIDTH * PIXELS_PER_METRE;
const CELL_HEIGHT = HEIGHT * PIXELS_PER_METRE;
const NAME_SIZES = [0.72, 0.6, 0.5];
const LINE_SIZE = 0.3;
/** 4,096 pixels is what every WebGL 2 device draws: 19 signs a column. */
const ROWS = Math.floor(4096 / CELL_HEIGHT);

export interface Sign {
  readonly name: string;
  readonly line: string;
  readonly nameColor: string;
  readonly lineColor: string;
  readonly matrix: Matrix4;
}

function drawSign(pen: CanvasRenderingContext2D, sign: Sign, theme: Theme, x: number, y: number): void {
  const middle = x + CELL_WIDTH / 2;
  pen.textAlign = 'center';
  pen.textBaseline = 'alphabetic';
  const measure = (text: string): number => pen.measureText(text).width;
  const room = CELL_WIDTH - LINE_SIZE * PIXELS_PER_METRE;
  for (const size of NAME_SIZES) {
    pen.font = `600 ${size * PIXELS_PER_METRE}px ${theme.fonts.mono}`;
    if (measure(sign.name) <= room) break;
  }
  pen.fillStyle = sign.nameColor;
  pen.fillText(fitLine(sign.name, room, measure), middle, y + 0.68 * PIXELS_PER_METRE);
  pen.font = `${LINE_SIZE * PIXELS_PER_METRE}px ${theme.fonts.mono}`;
  pen.fillStyle = sign.lineColor;
  pen.fillText(fitLine(sign.line, room, measure), middle, y + 1.12 * PIXELS_PER_METRE);
}

/** All signs in one canvas, so that they are one texture and one draw call. */
export function signTexture(signs: readonly Sign[], theme: Theme): CanvasTexture {
  const canvas = document.createElement('canvas');
  const columns = Math.max(1, Math.ceil(signs.length / ROWS));
  canvas.width = CELL_WIDTH * columns;
  canvas.height = CELL_HEIGHT * Math.min(ROWS, Math.max(1, signs.length));
  const pen = canvas.getContext('2d');
  if (pen)
    signs.forEach((sign, index) =>
      drawSign(pen, sign, theme, Math.floor(index / ROWS) * CELL_WIDTH, (index % ROWS) * CELL_HEIGHT),
    );
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.magFilter = LinearFilter;
  texture.anisotropy = 8;
  return texture;
}

const corner = new Vector3();
const CORNERS = [
  [-0.5, 0],
  [0.5, 0],
  [0.5, 1],
  [-0.5, 1],
] as const;

/** One quad a sign, placed and cut from the texture. */
export function signGeometry(signs: readonly Sign[]): BufferGeometry {
  const positions = new Float32Array(signs.length * 12);
  const uvs = new Float32Array(signs.length * 8);
  const indices: number[] = [];
  const columns = Math.max(1, Math.ceil(signs.length / ROWS));
  const rows = Math.min(ROWS, Math.max(1, signs.length));
  signs.forEach(({ matrix }, index) => {
    const column = Math.floor(index / ROWS);
    const row = index % ROWS;
    CORNERS.forEach(([x, y], i) => {
      corner.set(x * WIDTH, ABOVE_GROUND - HEIGHT / 2 + y * HEIGHT, 0).applyMatrix4(matrix);
      corner.toArray(positions, (index * 4 + i) * 3);
      uvs[(index * 4 + i) * 2] = (column + x + 0.5) / columns;
      uvs[(index * 4 + i) * 2 + 1] = 1 - (row + 1 - y) / rows;
    });
    const first = index * 4;
    indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('uv', new BufferAttribute(uvs, 2));
  geometry.setIndex(indices);
  geometry.computeBoundingSphere();
  return geometry;
}
