import {
  CanvasTexture,
  InstancedBufferAttribute,
  InstancedMesh,
  Matrix4,
  PlaneGeometry,
  ShaderMaterial,
} from 'three';
import type { Theme } from '../../theme/theme.ts';
import type { TerrainUniforms } from '../terrain/terrain-material.ts';
import { glslConstants } from '../utils/constants.glsl.ts';
import { seededRandom } from '../utils/noise.ts';
import { runeFragment, runeVertex } from './portals.glsl.ts';
import type { PlacedPortal } from './portal-view-model.ts';
import { STONES, hasStone, runeMatrix } from './arch.ts';

/**
 * Opacity of a rune: base and sway (specification 3.2). Before a check has answered, between online
 * and offline.
 */
const RUNE_OPACITY: Record<PlacedPortal['presence'], { readonly base: number; readonly sway: number }> = {
  online: { base: 0.85, sway: 0.15 },
  unknown: { base: 0.45, sway: 0.06 },
  offline: { base: 0.12, sway: 0.03 },
};

/** Runes in the atlas, pixels of each, and the size on a stone. */
const GLYPHS = 12;
const GLYPH_PIXELS = 64;
const RUNE_METRES = 0.42;

/**
 * Runes with upright staves and slanting twigs, like those of the Elder Futhark, drawn here because
 * few machines have a font for them. Coordinates from 0 to 1, x to the right and y down, one stroke
 * after the other.
 */
const STROKES: readonly (readonly (readonly [number, number, number, number])[])[] = [
  [
    [0.35, 0.1, 0.35, 0.9],
    [0.35, 0.3, 0.75, 0.1],
    [0.35, 0.55, 0.75, 0.35],
  ],
  [
    [0.3, 0.9, 0.3, 0.1],
    [0.3, 0.1, 0.7, 0.4],
    [0.7, 0.4, 0.7, 0.9],
  ],
  [
    [0.35, 0.1, 0.35, 0.9],
    [0.35, 0.3, 0.7, 0.5],
    [0.7, 0.5, 0.35, 0.7],
  ],
  [
    [0.35, 0.1, 0.35, 0.9],
    [0.35, 0.15, 0.7, 0.35],
    [0.35, 0.4, 0.7, 0.6],
  ],
  [
    [0.35, 0.1, 0.35, 0.9],
    [0.35, 0.1, 0.7, 0.3],
    [0.7, 0.3, 0.35, 0.5],
    [0.35, 0.5, 0.7, 0.9],
  ],
  [
    [0.7, 0.15, 0.3, 0.5],
    [0.3, 0.5, 0.7, 0.85],
  ],
  [
    [0.25, 0.1, 0.75, 0.9],
    [0.75, 0.1, 0.25, 0.9],
  ],
  [
    [0.3, 0.1, 0.3, 0.9],
    [0.7, 0.1, 0.7, 0.9],
    [0.3, 0.35, 0.7, 0.6],
  ],
  [
    [0.5, 0.1, 0.5, 0.9],
    [0.3, 0.4, 0.7, 0.6],
  ],
  [
    [0.5, 0.1, 0.5, 0.9],
    [0.25, 0.35, 0.5, 0.1],
    [0.5, 0.1, 0.75, 0.35],
  ],
  [
    [0.3, 0.9, 0.3, 0.1],
    [0.3, 0.1, 0.5, 0.35],
    [0.5, 0.35, 0.7, 0.1],
    [0.7, 0.1, 0.7, 0.9],
  ],
  [
    [0.5, 0.12, 0.75, 0.4],
    [0.75, 0.4, 0.5, 0.65],
    [0.5, 0.65, 0.25, 0.4],
    [0.25, 0.4, 0.5, 0.12],
    [0.5, 0.65, 0.72, 0.9],
    [0.5, 0.65, 0.28, 0.9],
  ],
];

/** All runes side by side on a transparent canvas. */
function runeAtlas(theme: Theme): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = GLYPHS * GLYPH_PIXELS;
  canvas.height = GLYPH_PIXELS;
  const pen = canvas.getContext('2d');
  if (pen) {
    pen.strokeStyle = theme.colors.star;
    pen.lineWidth = GLYPH_PIXELS * 0.11;
    pen.lineCap = 'square';
    STROKES.forEach((strokes, glyph) => {
      pen.beginPath();
      for (const [x1, y1, x2, y2] of strokes) {
        pen.moveTo((glyph + x1) * GLYPH_PIXELS, y1 * GLYPH_PIXELS);
        pen.lineTo((glyph + x2) * GLYPH_PIXELS, y2 * GLYPH_PIXELS);
      }
      pen.stroke();
    });
  }
  return new CanvasTexture(canvas);
}

/** The runes of all portals in one draw call. */
export class RuneRings {
  readonly #atlas: CanvasTexture;
  readonly #material: ShaderMaterial;

  constructor(theme: Theme, { time, fade }: TerrainUniforms) {
    this.#atlas = runeAtlas(theme);
    this.#material = new ShaderMaterial({
      name: 'runes',
      vertexShader: `${glslConstants({ GLYPHS })}\n${runeVertex}`,
      fragmentShader: runeFragment,
      uniforms: {
        time,
        atlas: { value: this.#atlas },
        fade,
      },
      transparent: true,
      depthWrite: false,
    });
  }

  /** The caller adds the mesh, and disposes of it and its geometry in the end. */
  build(portals: readonly PlacedPortal[]): InstancedMesh {
    const random = seededRandom(29);
    const count = portals.length * STONES;
    const geometry = new PlaneGeometry(RUNE_METRES, RUNE_METRES);
    const mesh = new InstancedMesh(geometry, this.#material, count);
    const colors = new Float32Array(count * 3);
    const runes = new Float32Array(count * 4);
    const matrix = new Matrix4();
    portals.forEach((portal, at) => {
      const { base, sway } = RUNE_OPACITY[portal.presence];
      for (let i = 0; i < STONES; i++) {
        const index = at * STONES + i;
        mesh.setMatrixAt(index, runeMatrix(i, matrix).premultiply(portal.matrix));
        portal.color.toArray(colors, index * 3);
        // No stone, no rune.
        const there = hasStone(portal.readiness, i) ? 1 : 0;
        runes.set(
          [Math.floor(random() * GLYPHS), base * there, sway * there, (-i / STONES) * Math.PI * 2 + at * 1.7],
          index * 4,
        );
      }
    });
    geometry.setAttribute('aColor', new InstancedBufferAttribute(colors, 3));
    geometry.setAttribute('aRune', new InstancedBufferAttribute(runes, 4));
    mesh.frustumCulled = false;
    return mesh;
  }

  dispose(): void {
    this.#material.dispose();
    this.#atlas.dispose();
  }
}
