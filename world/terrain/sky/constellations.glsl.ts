/** The agents' stars, the lines between them and their names: quads on the sphere of the sky. */
export const constellationVertex = /* glsl */ `
// Position within the quad, or in the atlas of names; and the kind: star 0, line 1, broken line 2,
// name 3.
attribute vec3 part;
// Colour times brightness; phase of the pulse, below 0 for what does not pulse.
attribute vec4 light;
// Seconds moved, how strong the pulse is, how much light comes through.
uniform vec3 shown;
varying vec3 vPart;
varying vec3 vLight;
void main() {
  float pulse = light.w < 0.0 ? 0.0 : 0.22 * shown.y * sin(shown.x * 0.9 + light.w * 6.2832);
  vPart = part;
  vLight = light.rgb * shown.z * (1.0 + pulse);
  gl_Position = (projectionMatrix * vec4(mat3(viewMatrix) * position, 1.0)).xyww;
}
`;

export const constellationFragment = /* glsl */ `
uniform sampler2D names;
varying vec3 vPart;
varying vec3 vLight;
void main() {
  float strength;
  if (vPart.z < 0.5) {
    float away = dot(vPart.xy, vPart.xy);
    strength = exp(-away * 30.0) * 1.6 + exp(-away * 5.0) * 0.12 * max(1.0 - away, 0.0);
  } else if (vPart.z < 2.5) {
    // At an edge drawn with samples the place may lie outside the line.
    strength = max(1.0 - vPart.y * vPart.y, 0.0);
    if (vPart.z > 1.5) strength *= step(0.24, abs(fract(vPart.x * 2.0) - 0.5));
  } else {
    strength = texture2D(names, vPart.xy).r;
  }
  gl_FragColor = vec4(vLight * strength, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;
