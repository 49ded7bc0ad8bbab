import { fogFunction } from '../../utils/fog-uniforms.glsl.ts';

/** Rings on the ground: each vertex reads the height map of the island. An instance for each wave. */
export const shockwaveVertex = /* glsl */ `
uniform vec4 waves[2]; // metres from the middle, light, metres wide, 1 for a milestone
uniform sampler2D ground;
varying vec2 vAcross; // 0 at the tail to 1 at the edge, 1 for a milestone
varying float vLight;
${fogFunction}
void main() {
  vec4 wave = waves[gl_InstanceID];
  float radius = max(wave.x - (1.0 - position.y) * wave.z, 0.0);
  vec2 place = vec2(cos(position.x), sin(position.x)) * radius;
  float height = texture2D(ground, place / MAP_METRES + 0.5).r;
  vec4 seen = viewMatrix * vec4(place.x, height + LIFT, place.y, 1.0);
  vAcross = vec2(position.y, wave.w);
  // The light fades as the ring grows, and ends at the rim.
  vLight = wave.y * clearAt(seen.xyz);
  // Drawn a little nearer to the camera, at the same place on the screen, so that facets of the
  // ground above the map do not hide it.
  seen.xyz *= 1.0 - NEARER / max(length(seen.xyz), 1.0);
  gl_Position = vLight > 0.002 ? projectionMatrix * seen : vec4(2.0, 2.0, 2.0, 1.0);
}
`;

export const shockwaveFragment = /* glsl */ `
varying vec2 vAcross;
varying float vLight;
void main() {
  // Multisampling extrapolates beyond the edges: a power of a negative number is NaN, which would
  // blacken the bloom.
  float at = clamp(vAcross.x, 0.0, 1.0);
  // A soft edge and a long tail; a milestone has a second crest.
  float front = at * at * at;
  float crest = smoothstep(1.0, 0.93, at) * (0.18 * front + 0.82 * front * front * front * front);
  float off = (at - 0.52) * 11.0;
  float second = exp(-off * off) * 0.2 * vAcross.y;
  vec3 color = mix(BLOCK_COLOR, MILESTONE_COLOR, vAcross.y);
  gl_FragColor = vec4(color * (crest + second) * vLight, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;
