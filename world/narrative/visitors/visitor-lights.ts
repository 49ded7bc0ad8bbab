import {
  type InstancedBufferAttribute,
  type InstancedBufferGeometry,
  type Mesh,
  type ShaderMaterial,
  Box3,
  BufferGeometry,
  Color,
  Float32BufferAttribute,
  Vector2,
} from 'three';
import {
  type Emote,
  type PlayerArrays,
  type PresenceState,
  emotes,
} from '../../../data/presence/presence-state.ts';
import type { ColorName } from '../../../theme/theme.ts';
import { START } from '../../core/scene/start.ts';
import { heightAt } from '../../terrain/island/height.ts';
import { ADDED_LIGHT, ADDITIVE } from '../../utils/drawing.ts';
import { fogFunction } from '../../utils/fog-uniforms.glsl.ts';
import type { WorldState } from '../../../data/world-state.ts';
import { DrawnModule, type ModuleParts } from '../../utils/drawn-module.ts';
import { instanced, perInstance } from '../../utils/geometry.ts';

/** A visitor's position is the position of their eye. The light is at the height of a lantern in a hand. Metres. */
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
/** Less bright than the resident's core, so that the resident is the brightest figure. */
const BRIGHTNESS = 1.05 * ADDED_LIGHT;
/** Half the size of the box around a light with its name. Metres. */
const HALF_METRES = 1;
const CORNERS = 6;
/** The quads of one light. The value is the z of `position`, and tells `visitorFragment` what to draw. */
const QUADS = { body: 0, emote: 1, tip: 2, pool: 3 } as const;

/** The quads by importance: lower quality levels draw only the first ones. */
const ORDER = [QUADS.body, QUADS.emote, QUADS.tip, QUADS.pool] as const;

/** A colour of the theme as light. All tints have the same brightness. */
function tintOf(css: string): Color {
  const color = new Color(css);
  return color.multiplyScalar(BRIGHTNESS / Math.max(color.r, color.g, color.b));
}

function lightGeometry(): BufferGeometry {
  const corners = ORDER.flatMap((quad) => [-1, -1, quad, 1, -1, quad, 1, 1, quad, -1, 1, quad]);
  return new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute(corners, 3))
    .setIndex(ORDER.flatMap((_quad, i) => [0, 1, 2, 0, 2, 3].map((corner) => i * 4 + corner)));
}

/**
 * Lights of visitors: each has a body with a halo, a tip in the direction of view, a disc of light on the
 * ground, and above it the symbol of an emote if there is one.
 */
const visitorVertex = /* glsl */ `
// The position of the light in metres, and its opacity.
attribute vec4 place;
// Yaw, height of the ground, number of the emote, and the elapsed share of its time; 1 without an emote.
attribute vec4 act;
// Colour, and the phase of its bobbing, 0 to 1.
attribute vec4 tint;
// Seconds of movement; 1, or 0 with reduced motion.
uniform vec2 shown;
varying vec2 vPart;
varying vec2 vKind;
varying vec3 vLight;
${fogFunction}
void main() {
  vPart = position.xy;
  vKind = vec2(position.z, act.z);
  vec3 middle = place.xyz;
  // Each light has its own phase.
  middle.y += 0.035 * shown.y * sin(shown.x * 0.9 + tint.w * 6.2832);
  vec4 seen = viewMatrix * vec4(middle, 1.0);
  float away = length(seen.xyz);
  // A light fades out when it is very near.
  float near = smoothstep(0.5, 1.6, away);
  float light = place.w * near * clearAt(seen.xyz);
  if (position.z < 0.5) {
    // A distant light still covers some pixels.
    seen.xy += position.xy * max(0.42, away * 0.011);
  } else if (position.z < 1.5) {
    float rise = shown.y * 0.12 * act.w;
    float sway = act.z < 0.5 ? shown.y * 0.4 * sin(act.w * 28.0) : 0.0;
    float size = act.w < 1.0 ? 0.14 : 0.0;
    vec2 turned = mat2(cos(sway), sin(sway), -sin(sway), cos(sway)) * position.xy;
    seen.xy += vec2(0.0, 0.36 + rise) + turned * size * max(1.0, away * 0.09);
    light *= smoothstep(0.0, 0.08, act.w) * (1.0 - smoothstep(0.8, 1.0, act.w));
  } else if (position.z < 2.5) {
    seen = viewMatrix * vec4(middle + vec3(-sin(act.x), -0.02, -cos(act.x)) * 0.21, 1.0);
    seen.xy += position.xy * 0.05;
  } else {
    seen = viewMatrix * vec4(middle.x + position.x * 0.9, act.y + 0.03, middle.z - position.y * 0.9, 1.0);
    // The disc of light fades for a visitor high above the ground.
    light *= 0.2 * (1.0 - smoothstep(1.8, 4.0, middle.y - act.y));
  }
  vLight = tint.rgb * light;
  // A dark quad is clipped.
  gl_Position = light > 0.003 ? projectionMatrix * seen : vec4(2.0, 2.0, 2.0, 1.0);
}
`;

/** The condition for an emote: `act.z` is below this value. The last emote needs none. */
const below = (emote: Emote): string => (emotes.indexOf(emote) + 0.5).toFixed(1);

const visitorFragment = /* glsl */ `
varying vec2 vPart;
varying vec2 vKind;
varying vec3 vLight;
float stroke(vec2 at, vec2 from, vec2 to, float radius) {
  vec2 way = to - from;
  return length(at - from - way * clamp(dot(at - from, way) / dot(way, way), 0.0, 1.0)) - radius;
}
// An open hand.
float wave(vec2 at) {
  float edge = stroke(at, vec2(-0.1, -0.45), vec2(0.1, -0.45), 0.38);
  edge = min(edge, stroke(at, vec2(-0.3, -0.3), vec2(-0.38, 0.42), 0.12));
  edge = min(edge, stroke(at, vec2(-0.1, -0.2), vec2(-0.12, 0.72), 0.12));
  edge = min(edge, stroke(at, vec2(0.12, -0.2), vec2(0.16, 0.68), 0.12));
  edge = min(edge, stroke(at, vec2(0.32, -0.3), vec2(0.44, 0.36), 0.11));
  return min(edge, stroke(at, vec2(-0.35, -0.5), vec2(-0.74, -0.12), 0.12));
}
float heart(vec2 at) {
  at = vec2(abs(at.x), at.y + 0.62) / 1.25;
  if (at.x + at.y > 1.0) return (length(at - vec2(0.25, 0.75)) - 0.3536) * 1.25;
  vec2 low = at - 0.5 * max(at.x + at.y, 0.0);
  return sqrt(min(dot(at - vec2(0.0, 1.0), at - vec2(0.0, 1.0)), dot(low, low))) * sign(at.x - at.y) * 1.25;
}
// A star of four points.
float spark(vec2 at) {
  at = sqrt(abs(at));
  return (at.x + at.y - 0.95) * 0.4;
}
// Rays in all directions.
float cheer(vec2 at) {
  // Eight rays: the distance to the side of the nearest ray, and the distance beyond its ends.
  float across = abs(fract(atan(at.y, at.x) * 1.2732) - 0.5) * 0.7854 * length(at);
  return across + max(abs(length(at) - 0.66) - 0.26, 0.0) - 0.09;
}
void main() {
  float away = length(vPart);
  float strength;
  if (vKind.x < 0.5) {
    float left = max(1.0 - away, 0.0);
    strength = 0.3 * left * left * left + smoothstep(0.22, 0.1, away);
  } else if (vKind.x < 1.5) {
    float edge = vKind.y < ${below('wave')} ? wave(vPart)
      : vKind.y < ${below('heart')} ? heart(vPart)
      : vKind.y < ${below('spark')} ? spark(vPart) : cheer(vPart);
    strength = smoothstep(0.06, -0.06, edge) * 0.9;
  } else if (vKind.x < 2.5) {
    strength = smoothstep(1.0, 0.0, away) * 0.55;
  } else {
    float left = max(1.0 - away, 0.0);
    strength = left * left;
  }
  gl_FragColor = vec4(vLight * strength, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;

/** The lights of all visitors in one draw call; none without a visitor. */
export class VisitorLights extends DrawnModule<PresenceState & WorldState> {
  readonly #places: InstancedBufferAttribute;
  readonly #acts: InstancedBufferAttribute;
  readonly #tints: InstancedBufferAttribute;
  readonly #palette = TINTS.map((name) => tintOf(this.theme.colors[name]));
  /** A uniform: seconds, and whether there is motion. */
  readonly #shown = new Vector2();
  readonly #mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  /** Contain each light and its name; empty without a light. */
  readonly #boxes: readonly Box3[];

  constructor(...parts: ModuleParts<PresenceState & WorldState>) {
    super(...parts);
    const { length } = this.state.presence.players.numbers;
    this.#boxes = Array.from({ length }, () => new Box3());
    this.disposables.defer(
      this.scene.registry.movingParts.set(
        this,
        this.#boxes.map((box) => ({ box, hertz: 12 })),
      ),
    );
    this.#places = perInstance(length, 4);
    this.#acts = perInstance(length, 4);
    this.#tints = perInstance(length, 4);
    const own = { place: this.#places, act: this.#acts, tint: this.#tints };
    this.#mesh = this.addMesh(instanced(lightGeometry(), own), {
      name: 'visitors',
      vertexShader: visitorVertex,
      fragmentShader: visitorFragment,
      uniforms: { shown: { value: this.#shown }, ...this.fog },
      ...ADDITIVE,
    });
  }

  /** Moves the lights to the visitors' current positions. The lower quality levels draw fewer quads. */
  update(delta: number): void {
    const { players } = this.state.presence;
    const moves = this.reducedMotion ? 0 : 1;
    this.#shown.set(this.#shown.x + delta * moves, moves);
    let count = 0;
    for (const box of this.#boxes) box.makeEmpty();
    for (let i = 0; i < players.numbers.length; i++)
      if (players.numbers[i] !== 0 && (players.shares[i] ?? 0) > 0) this.#put(players, i, count++);
    this.#mesh.visible = count > 0;
    if (count === 0) return;
    const { quality } = this.scene.frame;
    const quads = quality === 'lowest' ? 2 : quality === 'low' ? 3 : ORDER.length;
    this.#mesh.geometry.setDrawRange(0, quads * CORNERS);
    this.#mesh.geometry.instanceCount = count;
    this.#places.needsUpdate = true;
    this.#acts.needsUpdate = true;
    this.#tints.needsUpdate = true;
    this.updateFog();
  }

  #put(players: PlayerArrays, i: number, at: number): void {
    const { places } = players;
    const from = i * 4;
    const y = places[from + 1] ?? 0;
    const z = places[from + 2] ?? 0;
    this.#places.setXYZW(at, places[from] ?? 0, y - BELOW_EYE_METRES, z, players.shares[i] ?? 0);
    const box = this.#boxes[i];
    box?.min.set(places[from] ?? 0, y - BELOW_EYE_METRES, z).subScalar(HALF_METRES);
    box?.max.set(places[from] ?? 0, y - BELOW_EYE_METRES, z).addScalar(HALF_METRES);
    // The disc of light is on the ground, as long as the visitor walks.
    const ground = y - EYE_METRES;
    this.#acts.setXYZW(
      at,
      places[from + 3] ?? 0,
      ground,
      players.emotes[i] ?? 0,
      players.emoteShares[i] ?? 1,
    );
    const hue = (players.hues[i] ?? 0) / 360;
    const tint = this.#palette[Math.floor(hue * TINTS.length) % TINTS.length];
    if (tint) this.#tints.setXYZW(at, tint.r, tint.g, tint.b, hue);
  }
}
