import { fogFunction } from '../utils/fog-uniforms.glsl.ts';

/**
 * The picture in the arch, in the portal's colour. `aDisc`: activity (1 for an open world, 0 for an offline
 * one, which does not move), the index of the picture, whether the health check is missing, and a phase.
 * `aGlimpse`: the index of the destination's picture in the texture, and the share of its fade-in. `aPlay`:
 * the same for the screenshot of a play.
 */
export const discVertex = /* glsl */ `
attribute vec3 aColor;
attribute vec4 aDisc;
attribute vec2 aGlimpse;
attribute vec2 aPlay;
varying vec2 vGlimpse;
varying vec2 vPlay;
varying vec2 vLook;
varying vec3 vColor;
varying vec2 vPlace;
varying vec4 vDisc;
varying float vFog;
${fogFunction}
void main() {
  vColor = aColor;
  vDisc = aDisc;
  vPlace = uv * 2.0 - 1.0;
  vGlimpse = aGlimpse;
  vPlay = aPlay;
  // How far a ray from the eye moves sideways in one metre of depth behind the disc, in local coordinates of
  // the arch.
  vec3 ray = (position - (inverse(modelMatrix * instanceMatrix) * vec4(cameraPosition, 1.0)).xyz);
  vLook = ray.xy / max(abs(ray.z), 0.4);
  vec4 seen = viewMatrix * modelMatrix * instanceMatrix * vec4(position, 1.0);
  vFog = clearAt(seen.xyz);
  seen.xyz = risen(seen.xyz);
  gl_Position = projectionMatrix * seen;
}
`;

export const discFragment = /* glsl */ `
uniform float time;
uniform vec4 fade;
uniform sampler2D atlas;
uniform vec2 grid;
uniform sampler2D screens;
uniform float columns;
varying vec3 vColor;
varying vec2 vPlace;
varying vec4 vDisc;
varying vec2 vGlimpse;
varying vec2 vPlay;
varying vec2 vLook;
varying float vFog;

const float TURN = 6.2831853;

// A line of half width w at distance d, never thinner than the picture's own pixels.
float line(float d, float w, float pixel) {
  float half_ = max(w, pixel * 0.75);
  return (1.0 - smoothstep(half_ * 0.5, half_ * 1.5, d)) * min(1.0, w / half_ + 0.35);
}

// Three arms and seven threads. With a hand of 1 they move inwards, with -1 outwards.
float swirlAt(float radius, float angle, float t, float hand) {
  float inward = log(radius + 0.08) * hand;
  float arms = sin(angle * 3.0 + inward * 5.0 + t * 0.55);
  float threads = sin(angle * 7.0 - inward * 9.0 - t * 0.9 + arms * 1.3);
  return 0.5 + 0.32 * arms + 0.18 * threads;
}

// The picture of the destination. It seems to be half a metre behind the disc, so it moves against the swirl.
vec3 glimpseAt(vec2 place) {
  vec2 at = clamp((place + vLook * 0.2) * 0.42 + 0.5, 0.01, 0.99);
  vec2 cell = vec2(mod(vGlimpse.x, grid.x), floor(vGlimpse.x / grid.x));
  return texture2D(atlas, vec2((cell.x + at.x) / grid.x, 1.0 - (cell.y + 1.0 - at.y) / grid.y)).rgb;
}

void main() {
  float radius = length(vPlace);
  float angle = atan(vPlace.y, vPlace.x);
  float live = vDisc.x;
  float kind = vDisc.y;
  float pixel = fwidth(radius);
  // The disc of an unchecked portal does not move.
  float asked = vDisc.z;
  float t = time * live * (1.0 - asked) + vDisc.w;
  float edge = smoothstep(0.62, 1.0, radius);
  float eye = 1.0 - smoothstep(0.0, 0.55, radius);
  float light = 0.0;
  float white = 0.0;
  if (kind < PLAYABLE + 0.5 || kind > RETURN - 0.5) {
    float swirl = swirlAt(radius, angle, t, kind < PLAYABLE + 0.5 ? 1.0 : -1.0);
    float full = swirl * swirl;
    light = 0.05 + 0.95 * full + 0.75 * edge * edge;
    white = eye * eye * 0.4 + full * swirl * eye * 0.35;
  } else if (kind < ACTIVE + 0.5) {
    // An active world: waves that run outwards from the middle.
    float wave = sin(radius * 17.0 - t * 1.1 + 0.35 * sin(angle * 2.0 + t * 0.2));
    float crest = smoothstep(-0.2, 1.0, wave);
    light = 0.1 + 0.8 * crest + 0.65 * edge * edge;
    white = eye * eye * 0.7 * (0.55 + 0.45 * crest);
  } else if (kind < PROTOTYPE + 0.5) {
    // A prototype: only lines are drawn.
    float spoke = abs(fract(angle / TURN * 10.0 + t * 0.02) - 0.5) / 10.0 * TURN * radius;
    float hoop = abs(fract(radius * 4.0 - 0.42) - 0.5) / 4.0;
    light = 0.05 + 1.25 * max(line(spoke, 0.016, pixel) * step(0.14, radius), line(hoop, 0.018, pixel));
  } else if (kind < REBUILDING + 0.5) {
    // A world that is being rebuilt: the disc is filled from its foot, but not completely.
    float level = 0.06 + 0.16 * sin(t * 0.35) + 0.02 * sin(vPlace.x * 9.0 + t);
    float under = 1.0 - smoothstep(level - pixel, level + pixel, vPlace.y);
    float swirl = swirlAt(radius, angle, t, 1.0);
    light = 0.04 + under * (0.25 + 0.7 * swirl * swirl) + 1.5 * line(abs(vPlace.y - level), 0.03, pixel);
  } else if (kind < BLOCKED + 0.5) {
    float swirl = swirlAt(radius, angle, t * 0.4, 1.0);
    light = 0.1 + 0.3 * swirl * swirl + 0.3 * edge * edge;
  } else {
    light = 0.05 + 1.3 * line(abs(vPlace.y), 0.06, pixel) * step(abs(vPlace.x), 0.42);
  }
  // An unchecked portal has at most half of the light, and faint dashes around the rim.
  float dash = smoothstep(0.2, 0.3, abs(fract(angle / TURN * 14.0) - 0.5));
  float rim = smoothstep(0.8 - pixel, 0.8 + pixel, radius) * (1.0 - smoothstep(0.93 - pixel, 0.93 + pixel, radius));
  light = mix(light, light * 0.36 * (1.0 - smoothstep(0.72, 0.8, radius)) + dash * rim * 0.4, asked);
  white *= 1.0 - 0.6 * asked;
  // The disc of an offline world keeps a quarter of the light and does not move.
  light *= mix(0.25, 1.0, sqrt(live));
  // The colour is deeper between the bright parts than on them, so that it looks like light and not like
  // paint.
  vec3 deep = vColor * mix(vColor, vec3(1.0), clamp(light, 0.0, 1.0));
  float window = vGlimpse.y * (1.0 - vPlay.y) * (1.0 - smoothstep(0.6, 0.96, radius));
  vec3 color = vColor * mix(0.1, 0.07, live) + deep * light * (1.0 - 0.6 * window) + WHITE * live * white * (1.0 - window);
  if (window > 0.0) color += glimpseAt(vPlace) * window * GLIMPSE * (1.0 - 0.5 * asked);
  // Around a screenshot the disc is dim, except for its rim.
  color *= 1.0 - vPlay.y * PLAY_QUIET * (1.0 - smoothstep(0.9, 1.0, radius));
  gl_FragColor = vec4(mix(fade.rgb, color, vFog), 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
  if (vPlay.y > 0.0) {
    // The screenshot already has the colours of the screen, so it is added after tone mapping.
    float across = gl_FrontFacing ? vPlace.x : -vPlace.x;
    vec4 screen = texture2D(screens, vec2((vPlay.x + across * 0.5 + 0.5) / columns, vPlace.y * 0.5 + 0.5));
    gl_FragColor.rgb = mix(gl_FragColor.rgb, screen.rgb * PLAY_LIGHT, screen.a * vPlay.y * vFog);
  }
}
`;

/** The light an open portal throws on the ground before it. */
export const spillVertex = /* glsl */ `
attribute vec3 aColor;
attribute float aSpill;
varying vec3 vLight;
varying vec2 vPlace;
void main() {
  vLight = aColor * aSpill;
  vPlace = uv * 2.0 - 1.0;
  gl_Position = projectionMatrix * viewMatrix * modelMatrix * instanceMatrix * vec4(position, 1.0);
}
`;

export const spillFragment = /* glsl */ `
varying vec3 vLight;
varying vec2 vPlace;
void main() {
  float fall = max(1.0 - length(vPlace), 0.0);
  gl_FragColor = vec4(vLight * fall * fall * SPILL_LIGHT, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;

/** Runes: each instance is one glyph of the atlas, and its opacity oscillates around a base. */
export const runeVertex = /* glsl */ `
attribute vec3 aColor;
attribute vec4 aRune; // glyph, base opacity, sway, phase
uniform float time;
varying vec3 vColor;
varying vec2 vGlyph;
varying float vOpacity;
${fogFunction}
void main() {
  vColor = aColor;
  vGlyph = vec2((uv.x + aRune.x) / GLYPHS, uv.y);
  vec4 seen = viewMatrix * modelMatrix * instanceMatrix * vec4(position, 1.0);
  // The light takes ten seconds around the ring.
  vOpacity = (aRune.y + aRune.z * sin(time * 0.628 + aRune.w)) * clearAt(seen.xyz);
  seen.xyz = risen(seen.xyz);
  gl_Position = projectionMatrix * seen;
}
`;

export const runeFragment = /* glsl */ `
uniform sampler2D atlas;
varying vec3 vColor;
varying vec2 vGlyph;
varying float vOpacity;
void main() {
  float ink = texture2D(atlas, vGlyph).r;
  gl_FragColor = vec4(vColor, ink * vOpacity);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;
