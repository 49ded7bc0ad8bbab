import {
  type CanvasTexture,
  InstancedBufferAttribute,
  InstancedMesh,
  Matrix4,
  PlaneGeometry,
  ShaderMaterial,
} from 'three';
import type { Theme } from '../../theme/theme.ts';
import type { TerrainUniforms } from '../terrain/terrain-material.ts';
import { glslConstants } from '../utils/constants.glsl.ts';
import { canvasTexture } from '../utils/drawing.ts';
import { runeFragment, runeVertex } from './portals.glsl.ts';
import type { PlacedPortal } from './portal-view-model.ts';
import { STONES, hasStone, runeMatrix } from './arch.ts';

/** The opacity of a rune: base and amplitude (specification 3.2). An unchecked portal is in between. */
const RUNE_OPACITY: Record<PlacedPortal['presence'], { readonly base: number; readonly sway: number }> = {
  online: { base: 0.85, sway: 0.15 },
  unknown: { base: 0.45, sway: 0.06 },
  offline: { base: 0.12, sway: 0.03 },
};

/** The number of runes in the atlas, the pixels of each, and the size on a stone. */
const GLYPHS = 12;
const GLYPH_PIXELS = 64;
const RUNE_METRES = 0.42;

/**
 * Runes with upright staves and slanting twigs, like the Elder Futhark. Drawn here because few computers have
 * a font for them. SVG paths in a unit square.
 */
const RUNES: readonly string[] = [
  'M0.35 0.1L0.35 0.9M0.35 0.3L0.75 0.1M0.35 0.55L0.75 0.35',
  'M0.3 0.9L0.3 0.1M0.3 0.1L0.7 0.4M0.7 0.4L0.7 0.9',
  'M0.35 0.1L0.35 0.9M0.35 0.3L0.7 0.5M0.7 0.5L0.35 0.7',
  'M0.35 0.1L0.35 0.9M0.35 0.15L0.7 0.35M0.35 0.4L0.7 0.6',
  'M0.35 0.1L0.35 0.9M0.35 0.1L0.7 0.3M0.7 0.3L0.35 0.5M0.35 0.5L0.7 0.9',
  'M0.7 0.15L0.3 0.5M0.3 0.5L0.7 0.85',
  'M0.25 0.1L0.75 0.9M0.75 0.1L0.25 0.9',
  'M0.3 0.1L0.3 0.9M0.7 0.1L0.7 0.9M0.3 0.35L0.7 0.6',
  'M0.5 0.1L0.5 0.9M0.3 0.4L0.7 0.6',
  'M0.5 0.1L0.5 0.9M0.25 0.35L0.5 0.1M0.5 0.1L0.75 0.35',
  'M0.3 0.9L0.3 0.1M0.3 0.1L0.5 0.35M0.5 0.35L0.7 0.1M0.7 0.1L0.7 0.9',
  'M0.5 0.12L0.75 0.4M0.75 0.4L0.5 0.65M0.5 0.65L0.25 0.4M0.25 0.4L0.5 0.12M0.5 0.65L0.72 0.9M0.5 0.65L0.28 0.9',
];

/** The runes are the letters of the name, repeated around the ring; `undefined` between two words. */
const runeOf = (name: string, stone: number): number | undefined => {
  const letters = Array.from(`${name.toLowerCase()} `);
  const code = letters[stone % letters.length]?.codePointAt(0) ?? 32;
  return code === 32 ? undefined : code % GLYPHS;
};

/** All runes side by side on a transparent canvas. */
const runeAtlas = (theme: Theme): CanvasTexture =>
  canvasTexture(GLYPHS * GLYPH_PIXELS, GLYPH_PIXELS, (pen) => {
    pen.strokeStyle = theme.colors.star;
    pen.lineWidth = 0.11;
    pen.lineCap = 'square';
    pen.scale(GLYPH_PIXELS, GLYPH_PIXELS);
    for (const rune of RUNES) {
      pen.stroke(new Path2D(rune));
      pen.translate(1, 0);
    }
  });

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

  /** Builds the mesh of all runes. The caller adds the mesh, and disposes of it and of its geometry. */
  build(portals: readonly PlacedPortal[]): InstancedMesh {
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
        const rune = runeOf(portal.name, STONES - 1 - i);
        // A missing stone has no rune.
        const there = hasStone(portal.readiness, i) && rune !== undefined ? 1 : 0;
        runes.set([rune ?? 0, base * there, sway * there, (-i / STONES) * Math.PI * 2 + at * 1.7], index * 4);
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
