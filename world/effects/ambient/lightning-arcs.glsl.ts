import { fogFunction } from '../../utils/fog-uniforms.glsl.ts';

/**
 * The arcs and the glow at the pylons' tips, in one draw call. An arc is a band along a polyline that faces
 * the camera. Every few seconds, at a different time for each arc, it moves smoothly to a new course without
 * flashing.
 */
export const arcVertex = /* glsl */ `
attribute vec3 aTo;
attribute vec3 aAt; // along (0 to 1), across (-1 to 1), seed; a seed below 0 is a point's glow
uniform vec4 arcs; // seconds, light, whether it moves, spare
varying vec3 vShape; // across, along the glow, light
${fogFunction}

float dice(float n) { return fract(sin(n * 12.9898) * 43758.5453) - 0.5; }
vec2 corner(float i, float key) { return vec2(dice(i * 1.37 + key), dice(i * 2.11 + key * 1.7 + 5.0)); }

// The offset of the arc from its chord: long bends with short ones added.
vec2 stray(float along, float key) {
  float i = floor(along * BENDS);
  vec2 bend = mix(corner(i, key), corner(i + 1.0, key), fract(along * BENDS));
  return bend * 1.5 + corner(floor(along * PIECES + 0.5), key + 40.0) * 0.3;
}

vec3 courseAt(float along, float turn, float seed) {
  float strike = floor(turn);
  vec2 off = mix(stray(along, seed + strike), stray(along, seed + strike + 1.0), smoothstep(0.72, 1.0, fract(turn)));
  vec3 chord = aTo - position;
  vec3 aside = normalize(cross(chord, vec3(0.0, 1.0, 0.0)));
  float free = sin(along * 3.14159265);
  return mix(position, aTo, along) + (aside * off.x + vec3(0.0, 1.0, 0.0) * (off.y + BOW)) * free;
}

void main() {
  vec4 seen;
  float light = 1.0;
  if (aAt.z < 0.0) {
    seen = viewMatrix * modelMatrix * vec4(position, 1.0);
    seen.xy += (vec2(aAt.x, aAt.y) - vec2(0.5, 0.0)) * vec2(2.0, 1.0) * GLOW;
    vShape = vec3(aAt.y, aAt.x * 2.0 - 1.0, 1.2);
  } else {
    float turn = arcs.x / STRIKE_SECONDS + aAt.z * 0.37;
    vec3 here = courseAt(aAt.x, turn, aAt.z);
    vec3 before = courseAt(aAt.x - 1.0 / PIECES, turn, aAt.z);
    vec3 next = courseAt(aAt.x + 1.0 / PIECES, turn, aAt.z);
    seen = viewMatrix * modelMatrix * vec4(here, 1.0);
    vec3 course = mat3(viewMatrix) * mat3(modelMatrix) * (next - before);
    vec3 across = normalize(cross(course, seen.xyz));
    seen.xyz += across * aAt.y * max(WIDTH, -seen.z * 0.0095);
    // A brighter spot moves along the arc.
    float wave = sin(aAt.x * 5.0 - arcs.x * 1.3 + aAt.z * 3.0);
    vShape = vec3(aAt.y, 0.0, mix(0.62, 0.78 + 0.22 * wave, arcs.z));
  }
  vShape.z *= arcs.y * clearAt(seen.xyz);
  gl_Position = projectionMatrix * seen;
}
`;

export const arcFragment = /* glsl */ `
uniform vec3 tint;
varying vec3 vShape;
void main() {
  float away = min(length(vShape.xy), 1.0);
  float core = exp(-away * away * 46.0);
  float halo = (1.0 - away) * (1.0 - away);
  // The light is blended over the background and not added: added to the blue of the night, it would have
  // another colour.
  gl_FragColor = vec4(mix(tint, vec3(1.0), core * 0.4) * SHINE, min((core + halo * 0.3) * vShape.z, 1.0));
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;
