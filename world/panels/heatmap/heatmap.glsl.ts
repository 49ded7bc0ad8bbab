import { fogFunction } from '../../utils/fog-uniforms.glsl.ts';

/**
 * The dial in the floor: glowing fields in fine engraved lines. The grid is a texture: one column
 * per hour, one row per agent.
 */
export const heatmapVertex = /* glsl */ `
varying vec2 vPlace;
varying float vClear;
${fogFunction}
void main() {
  vPlace = position.xz;
  vec4 seen = viewMatrix * modelMatrix * vec4(position, 1.0);
  vClear = clearAt(seen.xyz);
  gl_Position = projectionMatrix * seen;
}
`;

export const heatmapFragment = /* glsl */ `
uniform sampler2D grid;
// The colour of the lines, and the brightness of the fields in this state.
uniform vec4 tone;
// The number of hours that the list of commits covers, and the strength of the lines.
uniform vec2 known;
varying vec2 vPlace;
varying float vClear;

void main() {
  float radius = length(vPlace);
  float turned = atan(vPlace.x, vPlace.y);
  turned = turned < 0.0 ? turned + 6.2831853 : turned;
  // Hours and rings as numbers that grow by one a field.
  float hour = (turned - GAP * 0.5) / (6.2831853 - GAP) * HOURS;
  float ring = (OUTER - radius) / (OUTER - INNER) * RINGS;
  if (hour < 0.0 || hour > HOURS || ring < 0.0 || ring > RINGS) discard;
  hour = mod(hour - NOW * HOURS, HOURS);
  vec2 field = vec2(hour, ring);
  // Size of a field here in metres, and how much of it a pixel covers: lines stay at least one
  // pixel wide and grow faint instead of thinner.
  vec2 metres = vec2(radius * (6.2831853 - GAP) / HOURS, (OUTER - INNER) / RINGS);
  vec2 edge = (0.5 - abs(fract(field) - 0.5)) * metres;
  vec2 pixel = max(vec2(fwidth(radius)), vec2(0.004));
  pixel.x = max(length(fwidth(vPlace)) * 0.7, 0.004);
  vec2 inside = smoothstep(vec2(0.03), vec2(0.03) + pixel * 1.5, edge);
  vec2 line = (1.0 - smoothstep(vec2(0.006), vec2(0.006) + pixel, edge)) * min(vec2(0.012) / pixel, vec2(1.0));
  // Every sixth hour is marked more strongly.
  float sixth = 1.0 - step(0.06, abs(fract(hour / 6.0 + 0.5) - 0.5));
  // Between now and a day ago.
  float seam = 1.0 - step(0.06, min(hour, HOURS - hour));
  float lines = max(line.y * 0.8, line.x * (0.5 + 0.5 * sixth + seam));
  float heat = texture2D(grid, vec2((floor(hour) + 0.5) / HOURS, (floor(ring) + 0.5) / RINGS)).r;
  float glow = heat * inside.x * inside.y * (0.75 + 0.25 * smoothstep(0.0, 0.22, min(edge.x, edge.y)));
  // Blended over the glass, not added to it, where its colour would change. Beyond the list nothing is known: there the engraving is almost invisible.
  float engraved = min(lines * LINE_OPACITY * known.y, 1.0) * (hour < known.x ? 1.0 : 0.3);
  float lit = glow * tone.a * FIELD_OPACITY;
  float cover = max(engraved, lit) * vClear;
  // Most of the dial is empty. Transparent pixels end here.
  if (cover < 0.002) discard;
  gl_FragColor = vec4(mix(tone.rgb, HEAT, lit / max(engraved, lit)), cover);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;
