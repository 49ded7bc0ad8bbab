import { fogFunction } from '../../utils/fog-uniforms.glsl.ts';

/**
 * The sovereignty meter as one mesh: its words and the arc. The arc has a segment for each part
 * of the home: lit if it is the owner's own, striped if that is unknown. For a figure without parts it is lit
 * up to the score, with notches at the start of each level.
 */
export const meterVertex = /* glsl */ `
varying vec2 vUv;
varying vec2 vPlace;
varying float vThere;
${fogFunction}
void main() {
  vUv = uv;
  vPlace = position.xy - vec2(0.0, BASE);
  vec4 seen = modelViewMatrix * vec4(position, 1.0);
  vThere = arrivedAt(seen.xyz);
  gl_Position = projectionMatrix * seen;
}
`;

export const meterFragment = /* glsl */ `
uniform sampler2D map;
uniform float fill;
uniform vec3 color;
uniform vec3 segments; // the number; bits of the owner's own segments, and of the unknown ones
varying vec2 vUv;
varying vec2 vPlace;
varying float vThere;
void main() {
  float radius = length(vPlace);
  float soft = fwidth(radius);
  float band = smoothstep(INNER - soft, INNER, radius) * (1.0 - smoothstep(OUTER - soft, OUTER, radius)) * step(0.0, vPlace.y);
  // 0 at the left end, 1 at the right.
  float along = 1.0 - atan(max(vPlace.y, 0.0), vPlace.x) / 3.14159265;
  float edge = soft / OUTER / 3.0;
  float lit = 1.0 - smoothstep(fill - edge, fill + edge, along);
  if (fill <= 0.0) lit = 0.0;
  float notch = min(abs(along - MID), abs(along - HIGH));
  if (segments.x > 0.5) {
    float place = along * segments.x;
    // Adds half a bit, because exp2 is not exact.
    vec2 bits = floor((segments.yz + 0.5) / exp2(min(floor(place), segments.x - 1.0)));
    float stripes = 0.5 * step(0.5, fract(place * 5.0));
    // Segments that are not the owner's own are dim, but visible.
    lit *= max(mod(bits.x, 2.0), max(mod(bits.y, 2.0) * stripes, 0.08));
    notch = (0.5 - abs(fract(place) - 0.5)) / segments.x - GAP;
  }
  float across = (radius - INNER) / (OUTER - INNER);
  vec3 arc = mix(TRACK, color * (0.8 + 0.2 * smoothstep(0.0, 0.5, across)), lit);
  arc *= smoothstep(0.003, 0.003 + edge, notch);
  vec4 words = texture2D(map, vUv);
  gl_FragColor = vec4(mix(words.rgb, arc, band), max(words.a, band) * vThere);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;
