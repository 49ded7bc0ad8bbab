import { fadeFunction } from '../utils/fade.glsl.ts';

/** The swirling disc: a spiral of two speeds in the portal's colour. `aLive` is 1 for an open world, 0 for a dark one. */
export const discVertex = /* glsl */ `
attribute vec3 aColor;
attribute float aLive;
attribute float aPhase;
varying vec3 vColor;
varying vec2 vPlace;
varying float vLive;
varying float vPhase;
varying float vFog;
${fadeFunction}
void main() {
  vColor = aColor;
  vLive = aLive;
  vPhase = aPhase;
  vPlace = uv * 2.0 - 1.0;
  vec4 seen = viewMatrix * modelMatrix * instanceMatrix * vec4(position, 1.0);
  vFog = clearAt(seen.xyz);
  gl_Position = projectionMatrix * seen;
}
`;

export const discFragment = /* glsl */ `
uniform float time;
uniform vec4 fade;
varying vec3 vColor;
varying vec2 vPlace;
varying float vLive;
varying float vPhase;
varying float vFog;
void main() {
  float radius = length(vPlace);
  float angle = atan(vPlace.y, vPlace.x);
  // A closed portal's time stands still.
  float t = time * vLive + vPhase;
  float inward = log(radius + 0.08);
  float arms = sin(angle * 3.0 + inward * 5.0 + t * 0.55);
  float threads = sin(angle * 7.0 - inward * 9.0 - t * 0.9 + arms * 1.3);
  float swirl = 0.5 + 0.32 * arms + 0.18 * threads;
  float edge = smoothstep(0.62, 1.0, radius);
  float eye = 1.0 - smoothstep(0.0, 0.55, radius);
  float open = vLive * (0.06 + 1.15 * swirl * swirl + 1.1 * edge * edge);
  // Deeper between the arms than on them: light passing through, not paint.
  vec3 deep = vColor * mix(vColor, vec3(1.0), swirl * swirl);
  vec3 color = vColor * 0.07 + deep * open + WHITE * vLive * (eye * eye * 0.4 + swirl * swirl * swirl * eye * 0.35);
  gl_FragColor = vec4(mix(fade.rgb, color, vFog), 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;

/** The light an open portal throws on the ground before it. */
export const spillVertex = /* glsl */ `
attribute vec3 aColor;
attribute float aLive;
varying vec3 vLight;
varying vec2 vPlace;
void main() {
  vLight = aColor * aLive;
  vPlace = uv * 2.0 - 1.0;
  gl_Position = projectionMatrix * viewMatrix * modelMatrix * instanceMatrix * vec4(position, 1.0);
}
`;

export const spillFragment = /* glsl */ `
uniform float strength;
varying vec3 vLight;
varying vec2 vPlace;
void main() {
  float fall = max(1.0 - length(vPlace), 0.0);
  gl_FragColor = vec4(vLight * fall * fall * strength, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;

/** Runes: one glyph of the atlas an instance, its opacity swaying about a base. */
export const runeVertex = /* glsl */ `
attribute vec3 aColor;
attribute vec4 aRune; // glyph, base opacity, sway, phase
uniform float time;
varying vec3 vColor;
varying vec2 vGlyph;
varying float vOpacity;
${fadeFunction}
void main() {
  vColor = aColor;
  vGlyph = vec2((uv.x + aRune.x) / GLYPHS, uv.y);
  vec4 seen = viewMatrix * modelMatrix * instanceMatrix * vec4(position, 1.0);
  // One turn of the light round the ring takes ten seconds.
  vOpacity = (aRune.y + aRune.z * sin(time * 0.628 + aRune.w)) * clearAt(seen.xyz);
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
