import { fadeFunction } from '../utils/fade.glsl.ts';

/** The sovereignty meter's arc: lit up to the score, dark beyond it, notched where the levels begin. */
export const meterVertex = /* glsl */ `
varying vec2 vUv;
varying float vClear;
${fadeFunction}
void main() {
  vUv = uv;
  vec4 seen = modelViewMatrix * vec4(position, 1.0);
  vClear = clearAt(seen.xyz);
  gl_Position = projectionMatrix * seen;
}
`;

export const meterFragment = /* glsl */ `
uniform float fill;
uniform float shine;
uniform vec3 color;
uniform vec3 track;
uniform vec3 fadeColor;
varying vec2 vUv;
varying float vClear;
void main() {
  float edge = fwidth(vUv.x);
  float lit = 1.0 - smoothstep(fill - edge, fill + edge, vUv.x);
  if (fill <= 0.0) lit = 0.0;
  vec3 seen = mix(track, color * shine * (0.8 + 0.2 * smoothstep(0.0, 0.5, vUv.y)), lit);
  float notch = min(abs(vUv.x - 0.4), abs(vUv.x - 0.8));
  seen *= smoothstep(0.003, 0.003 + edge, notch);
  gl_FragColor = vec4(mix(fadeColor, seen, vClear), 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;
