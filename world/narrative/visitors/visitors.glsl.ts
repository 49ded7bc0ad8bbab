import { type Emote, emotes } from '../../../data/presence/limits.ts';
import { fogFunction } from '../../utils/fog-uniforms.glsl.ts';

/** The quads of one light. The value is the z of `position`, and tells `visitorFragment` what to draw. */
export const QUADS = { body: 0, emote: 1, tip: 2, pool: 3 } as const;

/**
 * Lights of visitors: each has a body with a halo, a tip in the direction of view, a disc of light on the
 * ground, and above it the symbol of an emote if there is one.
 */
export const visitorVertex = /* glsl */ `
// Where the light is, in metres, and how much of it is there.
attribute vec4 place;
// Yaw, height of the ground, which emote, and how much of its time has passed; 1 where there is none.
attribute vec4 act;
// Colour, and when it bobs, 0 to 1.
attribute vec4 tint;
// Seconds that things have moved; 1 while they move, 0 with reduced motion.
uniform vec2 shown;
varying vec2 vPart;
varying vec2 vKind;
varying vec3 vLight;
${fogFunction}
void main() {
  vPart = position.xy;
  vKind = vec2(position.z, act.z);
  vec3 middle = place.xyz;
  // Each bobs in its own time.
  middle.y += 0.035 * shown.y * sin(shown.x * 0.9 + tint.w * 6.2832);
  vec4 seen = viewMatrix * vec4(middle, 1.0);
  float away = length(seen.xyz);
  // One that comes into the visitor's face goes out.
  float near = smoothstep(0.5, 1.6, away);
  float light = place.w * near * clearAt(seen.xyz);
  if (position.z < 0.5) {
    // Far away it covers some pixels still.
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
    // From high above there is no pool.
    light *= 0.2 * (1.0 - smoothstep(1.8, 4.0, middle.y - act.y));
  }
  vLight = tint.rgb * light;
  // A quad of nothing is no quad.
  gl_Position = light > 0.003 ? projectionMatrix * seen : vec4(2.0, 2.0, 2.0, 1.0);
}
`;

/** The condition for an emote: `act.z` is below this value. The last emote needs none. */
const below = (emote: Emote): string => (emotes.indexOf(emote) + 0.5).toFixed(1);

export const visitorFragment = /* glsl */ `
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
// Rays all round.
float cheer(vec2 at) {
  // Eight of them: how far to the side of the nearest one, and how far beyond its ends.
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

/** The maximum number of shown names. */
export const ROWS = 8;

/** The names: one quad for each row of the texture, facing the camera. */
export const visitorNamesVertex = /* glsl */ `
// Where the light is, in metres, and how much of the name is there.
attribute vec4 place;
// The upper edge of its row in the texture.
attribute float row;
varying vec2 vPart;
varying float vShare;
${fogFunction}
void main() {
  vec4 seen = viewMatrix * vec4(place.xyz, 1.0);
  vShare = place.w * clearAt(seen.xyz);
  // From afar it is larger than it is, to be read.
  float size = clamp(-seen.z / 5.0, 0.8, 2.0);
  seen.xyz += vec3(position.xy, 0.0) * size + vec3(0.0, -0.14 - 0.1 * size, 0.0);
  vPart = vec2(uv.x, row - (1.0 - uv.y) / ${ROWS.toFixed(1)});
  gl_Position = vShare > 0.003 ? projectionMatrix * seen : vec4(2.0, 2.0, 2.0, 1.0);
}
`;
