import { fogFunction } from '../../utils/fog-uniforms.glsl.ts';

/**
 * The digits do not move; only the light moves down. So a column is always readable from top to bottom as one
 * hash. The quad of a digit that is too dark becomes a point without pixels.
 */
export const rainVertex = /* glsl */ `
attribute vec4 aDigit; // column's angle, row, digit, brightness of its column
uniform vec4 rain; // seconds fallen, light, whether it falls, spare
uniform vec3 tint;
varying vec2 vGlyph;
varying vec3 vLight;
${fogFunction}
void main() {
  float dice = fract(sin(aDigit.x * 127.1) * 43758.5453);
  // The head of the falling light, in rows from the top; there is a pause between two falls.
  float head = fract(rain.x / FALL_SECONDS * (0.8 + 0.4 * dice) + dice * 7.0) * (FALL_ROWS + TRAIL_ROWS);
  float behind = head - aDigit.y;
  float trail = behind < 0.0 ? smoothstep(-1.0, 0.0, behind) : max(1.0 - behind / TRAIL_ROWS, 0.0);
  float lit = REST + (1.0 - REST) * trail * trail * mix(0.6, 1.0, rain.z);
  float white = smoothstep(2.0, 0.0, abs(behind)) * rain.z;
  float y = TOP - dice * UNEVEN - aDigit.y * PITCH + position.y;
  vec2 outward = vec2(sin(aDigit.x), -cos(aDigit.x));
  vec2 across = vec2(cos(aDigit.x), sin(aDigit.x));
  vec2 place = outward * RADIUS + across * position.x;
  vec4 seen = viewMatrix * modelMatrix * vec4(place.x, y, place.y, 1.0);
  vGlyph = vec2((uv.x + aDigit.z) / 16.0, uv.y);
  vLight = mix(tint, HEAD_COLOR, white * 0.6) * lit * aDigit.w * rain.y * clearAt(seen.xyz);
  gl_Position = projectionMatrix * seen;
}
`;

export const rainFragment = /* glsl */ `
uniform sampler2D atlas;
varying vec2 vGlyph;
varying vec3 vLight;
void main() {
  gl_FragColor = vec4(vLight * texture2D(atlas, vGlyph).r, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;
