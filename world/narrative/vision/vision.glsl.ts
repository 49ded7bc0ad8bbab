import { fogFunction } from '../../utils/fog-uniforms.glsl.ts';

/**
 * A thin rhombus that hovers and rotates above a ring on the ground. Light is computed per vertex; the
 * fragment shader only outputs the colour.
 */
export const visionVertex = /* glsl */ `
attribute float aHovers;
// Seconds moved, how far it hovers up and down, light.
uniform vec3 show;
varying vec3 vColor;
${fogFunction}
void main() {
  float phase = instanceMatrix[3].x * 1.7 + instanceMatrix[3].z * 2.3;
  float turn = (show.x * TURN + phase) * aHovers;
  mat3 about = mat3(cos(turn), 0.0, -sin(turn), 0.0, 1.0, 0.0, sin(turn), 0.0, cos(turn));
  vec3 local = about * position;
  local.y += aHovers * show.y * sin(show.x * RISE + phase);
  vec3 facing = about * normal;
  vec4 seen = viewMatrix * modelMatrix * instanceMatrix * vec4(local, 1.0);
  float key = max(dot(facing, KEY_DIRECTION), 0.0);
  // The ring is darker than the rhombus over it.
  float light = show.z * mix(RING_LIGHT, 0.5 + 0.6 * key + 0.15 * facing.y, aHovers);
  vColor = mix(fade.rgb, instanceColor * light, clearAt(seen.xyz));
  gl_Position = projectionMatrix * seen;
}
`;

export const visionFragment = /* glsl */ `
varying vec3 vColor;
void main() {
  gl_FragColor = vec4(vColor, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;
