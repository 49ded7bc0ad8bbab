/** A band around the camera at the horizon, behind everything opaque, with light per vertex like the sky. */
export const mergeFlashVertex = /* glsl */ `
uniform float light;
varying vec3 vColor;
void main() {
  float up = normalize(position).y;
  // Brightest at the horizon, and a little brighter in the direction of the start view.
  float ahead = 0.75 + 0.25 * -normalize(position.xz).y;
  vColor = COLOR * light * ahead * (exp(-max(up, 0.0) * 11.0) - EDGE) * smoothstep(BELOW, 0.0, up);
  gl_Position = (projectionMatrix * vec4(mat3(viewMatrix) * position, 1.0)).xyww;
}
`;

export const mergeFlashFragment = /* glsl */ `
varying vec3 vColor;
void main() {
  gl_FragColor = vec4(max(vColor, 0.0), 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;
