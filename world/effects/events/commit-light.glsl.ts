/**
 * A place has two quads: a pillar that faces the camera (`position.z` 0) and a disc of light on the floor
 * (1). `aPlace`: x and z in metres, the light, and 1 for the place of authors who are not agents.
 */
export const commitLightVertex = /* glsl */ `
attribute vec4 aPlace;
varying vec2 vAt;
varying float vFloor;
varying vec4 vShine;
void main() {
  float light = aPlace.z;
  vAt = vec2(position.x * 2.0, position.y);
  vFloor = position.z;
  vShine = vec4(mix(AGENT_COLOR, OTHER_COLOR, aPlace.w), light * LIGHT);
  vec3 right = normalize(vec3(viewMatrix[0].x, 0.0, viewMatrix[2].x));
  vec3 at = vec3(aPlace.x, LIFT, aPlace.y);
  vec3 pillar = right * position.x * WIDTH + vec3(0.0, position.y * HEIGHT * (0.45 + 0.55 * light), 0.0);
  vec3 pool = vec3(position.x, 0.0, position.y - 0.5) * POOL;
  at += mix(pillar, pool, vFloor);
  // A place without light is clipped.
  gl_Position = light > 0.0 ? projectionMatrix * viewMatrix * vec4(at, 1.0) : vec4(0.0, 0.0, 2.0, 1.0);
}
`;

export const commitLightFragment = /* glsl */ `
varying vec2 vAt;
varying float vFloor;
varying vec4 vShine;
void main() {
  float beam = exp(-vAt.x * vAt.x * 9.0) * pow(1.0 - vAt.y, 1.6) * (1.0 - vAt.x * vAt.x);
  float away = length(vec2(vAt.x, vAt.y * 2.0 - 1.0));
  float pool = pow(max(0.0, 1.0 - away), 2.0) * 0.8;
  gl_FragColor = vec4(vShine.rgb * vShine.a * mix(beam, pool, vFloor), 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;
