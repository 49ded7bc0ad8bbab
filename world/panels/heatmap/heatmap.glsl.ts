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
// How many hours back the list of commits reaches, the strength of the lines, and the place of the present.
uniform vec3 known;
varying vec2 vPlace;
varying float vClear;

// 0 behind the resident’s robe, which would let the light of the dial through, 1 elsewhere.
float besideRobe() {
  vec3 way = cameraPosition - vec3(vPlace.x, 0.0, vPlace.y);
  // The place on the line of sight that is nearest to the axis of the robe.
  float along = -dot(vPlace, way.xz) / dot(way.xz, way.xz);
  float up = way.y * along;
  float aside = length(vPlace + way.xz * along);
  return max(smoothstep(ROBE.x - 0.08, ROBE.x, aside), max(1.0 - smoothstep(ROBE.y, ROBE.y + 0.1, up), step(ROBE.z, up)));
}

void main() {
  float radius = length(vPlace);
  float turned = atan(vPlace.x, vPlace.y);
  turned = turned < 0.0 ? turned + 6.2831853 : turned;
  // Hours and rings as numbers that grow by one a field.
  float clock = (turned - GAP * 0.5) / (6.2831853 - GAP) * HOURS;
  float ring = (OUTER - radius) / (OUTER - INNER) * RINGS;
  if (clock < -0.1 || clock > HOURS + 0.1) discard;
  float hour = mod(clock - known.z * HOURS, HOURS);
  // Size of a field here in metres, and how much of it a pixel covers: lines stay at least one
  // pixel wide and grow faint instead of thinner.
  vec2 metres = vec2(radius * (6.2831853 - GAP) / HOURS, (OUTER - INNER) / RINGS);
  vec2 pixel = max(vec2(fwidth(radius)), vec2(0.004));
  pixel.x = max(length(fwidth(vPlace)) * 0.7, 0.004);
  bool inside = ring >= 0.0 && ring <= RINGS;
  // The hours of the day as lines, every sixth one longer and stronger.
  float nearest = floor(clock + 0.5);
  float sixth = 1.0 - step(0.06, abs(fract(nearest / 6.0 + 0.5) - 0.5));
  float spoke = 1.0 - smoothstep(0.006, 0.006 + pixel.x, abs(clock - nearest) * metres.x);
  spoke *= min(0.012 / pixel.x, 1.0) * (inside ? 0.35 + 1.2 * sixth : sixth);
  float circle = 1.0 - smoothstep(0.006, 0.006 + pixel.y, (0.5 - abs(fract(ring) - 0.5)) * metres.y);
  // The two edges of the dial are stronger than the circles between two rings.
  float rim = step(min(ring, RINGS - ring), 0.5);
  circle *= inside ? min(0.012 / pixel.y, 1.0) * (0.3 + rim) : 0.0;
  float engraved = min(max(spoke, circle) * LINE_OPACITY * known.y, 1.0);
  // Nothing is known of the hours before the list of commits begins: there the engraving is almost invisible.
  engraved *= hour < known.x ? 1.0 : 0.3;
  // The hand: a line at the present, wider than a pixel.
  float hand = min(hour, HOURS - hour) * metres.x;
  hand = 1.0 - smoothstep(HAND, HAND + pixel.x * 1.5, hand);
  hand *= smoothstep(INNER - HAND_METRES, INNER, radius) * (1.0 - smoothstep(OUTER, OUTER + HAND_METRES, radius));
  vec2 field = vec2(hour, ring);
  vec2 edge = (0.5 - abs(fract(field) - 0.5)) * metres;
  vec2 within = smoothstep(vec2(0.018), vec2(0.018) + pixel * 1.5, edge);
  float heat = texture2D(grid, vec2((floor(hour) + 0.5) / HOURS, (floor(ring) + 0.5) / RINGS)).r;
  float lit = inside ? heat * within.x * within.y * tone.a * FIELD_OPACITY : 0.0;
  // The light is blended over the glass and not added to it, because added light would have another colour.
  float bright = max(lit, hand * HAND_OPACITY) * besideRobe();
  float cover = max(engraved, bright) * vClear;
  // Most of the dial is empty: a clear pixel costs nothing from here on.
  if (cover < 0.002) discard;
  // Fields of the last hour are as bright as the hand.
  vec3 light = mix(HEAT, NOW_COLOR, max(hand, (1.0 - smoothstep(0.8, 1.2, hour)) * 0.6));
  gl_FragColor = vec4(mix(tone.rgb, light, bright / max(engraved, bright)), cover);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;
