import {
  Color,
  DynamicDrawUsage,
  Float32BufferAttribute,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  ShaderMaterial,
  Vector2,
} from 'three';
import type { PlayerArrays } from '../../../data/presence/presence-state.ts';
import type { QualityLevel } from '../../../data/world-state.ts';
import type { ColorName, Theme } from '../../../theme/theme.ts';
import { START } from '../../core/scene/start.ts';
import { heightAt } from '../../terrain/island/height.ts';
import { ADDED_LIGHT, ADDITIVE } from '../../utils/drawing.ts';
import { type FogUniforms, fogUniforms } from '../../utils/fog-uniforms.glsl.ts';
import { QUADS, visitorFragment, visitorVertex } from './visitors.glsl.ts';

/** A visitor's position is that of their eye. The light is at the height of a lantern in a hand. Metres. */
const EYE_METRES = START.y - heightAt(START.x, START.z);
const BELOW_EYE_METRES = 0.55;
/**
 * None of these colours is used for a state or for the resident. They distinguish neighbours; the name and
 * the position identify a visitor.
 */
const TINTS: readonly ColorName[] = [
  'starWarm',
  'coverSlate',
  'coverPlum',
  'coverMoss',
  'coverRust',
  'lightning',
];
/** The brightness: lower than that of the resident's core, so that the resident is the brightest figure. */
const BRIGHTNESS = 1.05 * ADDED_LIGHT;
const CORNERS = 6;
/** The quads by importance: lower quality levels draw only the first ones. */
const ORDER = [QUADS.body, QUADS.emote, QUADS.tip, QUADS.pool] as const;

const color = new Color();

/** A colour of the theme as light. All tints have the same brightness. */
function tintOf(css: string): number[] {
  color.set(css);
  color.multiplyScalar(1 / Math.max(color.r, color.g, color.b));
  return color.multiplyScalar(BRIGHTNESS).toArray();
}

function lightGeometry(): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry();
  const corners = ORDER.flatMap((quad) => [-1, -1, quad, 1, -1, quad, 1, 1, quad, -1, 1, quad]);
  geometry.setAttribute('position', new Float32BufferAttribute(corners, 3));
  geometry.setIndex(ORDER.flatMap((_quad, i) => [0, 1, 2, 0, 2, 3].map((corner) => i * 4 + corner)));
  return geometry;
}

/** The lights of all visitors in one draw call; none without a visitor. */
export class VisitorLights {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  readonly fog: FogUniforms = fogUniforms();
  readonly #places: InstancedBufferAttribute;
  readonly #acts: InstancedBufferAttribute;
  readonly #tints: InstancedBufferAttribute;
  readonly #palette: Float32Array;
  /** A uniform: seconds, and whether there is motion. */
  readonly #shown = new Vector2();

  constructor(theme: Theme, count: number) {
    const attribute = (): InstancedBufferAttribute =>
      new InstancedBufferAttribute(new Float32Array(count * 4), 4).setUsage(DynamicDrawUsage);
    const geometry = lightGeometry();
    this.#places = attribute();
    this.#acts = attribute();
    this.#tints = attribute();
    geometry.setAttribute('place', this.#places);
    geometry.setAttribute('act', this.#acts);
    geometry.setAttribute('tint', this.#tints);
    this.#palette = new Float32Array(TINTS.flatMap((name) => tintOf(theme.colors[name])));
    this.mesh = new Mesh(
      geometry,
      new ShaderMaterial({
        name: 'visitors',
        vertexShader: visitorVertex,
        fragmentShader: visitorFragment,
        uniforms: { shown: { value: this.#shown }, ...this.fog },
        ...ADDITIVE,
      }),
    );
  }

  /** Draws fewer quads at the lower quality levels. */
  setLevel(level: QualityLevel): void {
    const quads = level === 'lowest' ? 2 : level === 'low' ? 3 : ORDER.length;
    this.mesh.geometry.setDrawRange(0, quads * CORNERS);
  }

  /** Moves the lights to the visitors' current positions. */
  update(players: PlayerArrays, delta: number, still: boolean): void {
    const shown = this.#shown;
    if (!still) shown.x += delta;
    shown.y = still ? 0 : 1;
    let count = 0;
    for (let i = 0; i < players.numbers.length; i++)
      if (players.numbers[i] !== 0 && (players.shares[i] ?? 0) > 0) this.#put(players, i, count++);
    this.mesh.visible = count > 0;
    if (count === 0) return;
    this.mesh.geometry.instanceCount = count;
    this.#places.needsUpdate = true;
    this.#acts.needsUpdate = true;
    this.#tints.needsUpdate = true;
  }

  #put(players: PlayerArrays, i: number, at: number): void {
    const to = at * 4;
    const from = i * 4;
    const places = this.#places.array;
    const acts = this.#acts.array;
    const tints = this.#tints.array;
    const x = players.places[from] ?? 0;
    const y = players.places[from + 1] ?? 0;
    const z = players.places[from + 2] ?? 0;
    places[to] = x;
    places[to + 1] = y - BELOW_EYE_METRES;
    places[to + 2] = z;
    places[to + 3] = players.shares[i] ?? 0;
    acts[to] = players.places[from + 3] ?? 0;
    // The disc of light is on the ground, as long as the visitor walks.
    acts[to + 1] = y - EYE_METRES;
    acts[to + 2] = players.emotes[i] ?? 0;
    acts[to + 3] = players.emoteShares[i] ?? 1;
    const hue = players.hues[i] ?? 0;
    const tint = (Math.floor((hue / 360) * TINTS.length) % TINTS.length) * 3;
    tints[to] = this.#palette[tint] ?? 0;
    tints[to + 1] = this.#palette[tint + 1] ?? 0;
    tints[to + 2] = this.#palette[tint + 2] ?? 0;
    tints[to + 3] = hue / 360;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
