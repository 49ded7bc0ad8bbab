/** The figure: bright at its outline, a core of light inside, slow bands rising through it, one level line where it looks. */
export const figureVertex = /* glsl */ `
varying vec3 vFacing;
varying vec3 vToEye;
varying vec3 vLocal;
void main() {
  vLocal = position;
  vFacing = normalize(normalMatrix * normal);
  vec4 seen = modelViewMatrix * vec4(position, 1.0);
  vToEye = normalize(-seen.xyz);
  gl_Position = projectionMatrix * seen;
}
`;

export const figureFragment = /* glsl */ `
uniform float time;
uniform float light;
uniform vec3 color;
uniform vec3 white;
varying vec3 vFacing;
varying vec3 vToEye;
varying vec3 vLocal;
void main() {
  float facing = abs(dot(normalize(vFacing), normalize(vToEye)));
  float rim = pow(1.0 - facing, 2.2);
  float core = pow(facing, 3.0);
  float bands = 0.5 + 0.5 * sin(vLocal.y * 13.0 - time * 0.9);
  float hem = smoothstep(0.0, 0.55, vLocal.y);
  // The heart, at two thirds of the height, and the look: a level slit of light on the front of the head.
  float heart = exp(-22.0 * dot(vLocal.xy - vec2(0.0, 1.12), vLocal.xy - vec2(0.0, 1.12)));
  float look = step(0.0, vLocal.z) * smoothstep(0.035, 0.008, abs(vLocal.y - 1.545)) * smoothstep(0.13, 0.07, abs(vLocal.x));
  // Squared, because the tone mapping pales what is bright.
  vec3 deep = color * color;
  vec3 glow = (mix(deep, color, rim) * rim * 1.3 + deep * (core * 0.35 + bands * 0.14)) * hem;
  glow += mix(color, white, 0.75) * (heart * 0.7 + look * 1.6);
  gl_FragColor = vec4(glow * light, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;

/** Glow about the figure and its pool on the floor: a round fall-off, one instance each. */
export const haloVertex = /* glsl */ `
varying vec2 vPlace;
void main() {
  vPlace = uv * 2.0 - 1.0;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}
`;

export const haloFragment = /* glsl */ `
uniform float light;
uniform vec3 color;
varying vec2 vPlace;
void main() {
  float fall = max(1.0 - length(vPlace), 0.0);
  // Squared: the air takes a deeper tint than the figure itself.
  gl_FragColor = vec4(color * color * light * fall * fall * fall, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;
