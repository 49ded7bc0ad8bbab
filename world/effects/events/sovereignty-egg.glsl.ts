/**
 * The crown: shards fly in from all sides, hold, and rise while they dissolve. A place without a shard has a
 * grey point of light, so that missing shards can be counted.
 */
export const crownVertex = /* glsl */ `
attribute vec4 aPlace; // radians from the front, point (0 to 1), order (0 to 1), random number
uniform vec4 egg; // clock, shards (0 to 1), when it dissolves (seconds), light
uniform vec4 tint; // the score's colour, 1 with reduced motion
varying vec3 vLight;
void main() {
  bool filled = aPlace.z < egg.y - 0.001;
  bool reducedMotion = tint.w > 0.5;
  float begins = reducedMotion ? 0.0 : aPlace.z * 1.2;
  float come = clamp((egg.x - begins) / (ASSEMBLE - 1.2), 0.0, 1.0);
  float go = clamp((egg.x - egg.z - (reducedMotion ? 0.0 : aPlace.w * 0.5)) / (DISSOLVE - 0.5), 0.0, 1.0);
  float settled = reducedMotion ? 1.0 : 1.0 - pow(1.0 - come, 3.0);
  float angle = aPlace.x + (1.0 - settled) * (1.6 + aPlace.w);
  float radius = RADIUS * mix(3.2 + 1.5 * aPlace.w, 1.0, settled);
  float tall = filled ? mix(LOW, TALL, aPlace.y) : GRAIN;
  float wide = filled ? WIDE : GRAIN;
  float grown = (reducedMotion ? 1.0 : (0.35 + 0.65 * settled) * (1.0 - go * 0.7));
  // The foot of each shard is on the circlet; a shard on its way tumbles.
  float spin = (1.0 - settled) * (3.0 + aPlace.w * 3.0);
  vec3 shape = vec3(position.x * wide, position.y * tall * 0.5, position.z * wide) * grown;
  shape.xy = mat2(cos(spin), sin(spin), -sin(spin), cos(spin)) * shape.xy;
  float y = tall * 0.5 + (1.0 - settled) * (aPlace.w * 7.0 - 4.0) + (reducedMotion ? 0.0 : go * go * (0.8 + aPlace.w));
  vec3 outward = vec3(sin(angle), 0.0, cos(angle));
  vec3 sideways = vec3(cos(angle), 0.0, -sin(angle));
  vec3 place = outward * (radius + shape.z + shape.y * 0.16) + sideways * shape.x + vec3(0.0, y + shape.y, 0.0);
  vec3 facing = normalize(outward * normal.z + sideways * normal.x + vec3(0.0, normal.y, 0.0));
  vec4 seen = modelViewMatrix * vec4(place, 1.0);
  vec3 toEye = normalize(-seen.xyz);
  float facet = 0.45 + 0.55 * abs(dot(mat3(modelViewMatrix) * facing, toEye));
  float shimmer = 0.88 + 0.12 * sin(aPlace.x * 3.0 - egg.x * 1.7);
  // Shards at the back are dimmer, and those at the sides, which overlap.
  float lit = smoothstep(0.0, 0.5, come) * (1.0 - go) * egg.w * (0.62 + 0.38 * cos(angle));
  vec3 color = filled ? mix(tint.rgb, WHITE, 0.12 + 0.3 * smoothstep(0.3, 1.0, position.y)) : EMPTY_COLOR * 0.55;
  vLight = color * lit * facet * shimmer;
  gl_Position = projectionMatrix * seen;
}
`;

export const crownFragment = /* glsl */ `
varying vec3 vLight;
void main() {
  gl_FragColor = vec4(vLight, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;
