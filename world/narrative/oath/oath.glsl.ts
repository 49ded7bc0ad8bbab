import { fogFunction } from '../../utils/fog-uniforms.glsl.ts';

/**
 * A cone of light and its disc on the ground. Brightness is a vertex attribute; the cone's silhouette fades.
 */
export const oathVertex = /* glsl */ `
attribute vec2 aLight;
varying vec3 vFacing;
varying vec3 vToEye;
varying vec2 vLight;
${fogFunction}
void main() {
  vec4 seen = modelViewMatrix * vec4(position, 1.0);
  vFacing = normalMatrix * normal;
  vToEye = -seen.xyz;
  vLight = vec2(aLight.x * clearAt(seen.xyz), aLight.y);
  gl_Position = projectionMatrix * seen;
}
`;

export const oathFragment = /* glsl */ `
uniform vec3 lamp;
varying vec3 vFacing;
varying vec3 vToEye;
varying vec2 vLight;
void main() {
  float facing = abs(dot(normalize(vFacing), normalize(vToEye)));
  float soft = mix(facing * facing * facing, 1.0, vLight.y);
  gl_FragColor = vec4(lamp * vLight.x * soft, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;
