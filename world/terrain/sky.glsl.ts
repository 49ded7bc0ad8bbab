/** The sky's colour in one direction; the glass floor mirrors the same sky. */
export const skyFunction = /* glsl */ `
uniform vec3 zenith;
uniform vec3 horizon;
vec3 skyAt(vec3 direction) {
  float up = max(direction.y, 0.0);
  // Paler towards the first look (-z) than behind the visitor.
  float ahead = 0.72 + 0.28 * smoothstep(-1.0, 1.0, -direction.z);
  float veil = exp(-up * 3.4) * 0.29;
  float glow = exp(-up * 12.0) * 1.05;
  return zenith + horizon * (veil + glow) * ahead;
}
`;

export const skyVertex = /* glsl */ `
${skyFunction}
varying vec3 vColor;
void main() {
  vColor = skyAt(normalize(position));
  // Always around the eye and behind everything, whatever the camera's reach.
  gl_Position = (projectionMatrix * vec4(mat3(viewMatrix) * position, 1.0)).xyww;
}
`;

export const skyFragment = /* glsl */ `
varying vec3 vColor;
void main() {
  gl_FragColor = vec4(vColor, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
  #ifdef DITHER
    // Half a step of noise: dark gradients band without it.
    gl_FragColor.rgb += (fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5) / 255.0;
  #endif
}
`;

export const starVertex = /* glsl */ `
attribute vec3 look;
// Seconds moved, twinkle, pixels of a CSS pixel, light.
uniform vec4 shown;
varying vec3 vColor;
void main() {
  float time = shown.x;
  vec3 direction = mat3(modelMatrix) * position;
  // look: size in pixels, phase, warmth.
  float slow = sin(time * (0.5 + look.y * 0.9) + look.y * 40.0);
  float quick = sin(time * (2.1 + look.y * 2.0) + look.y * 90.0);
  float shine = 1.0 + shown.y * (0.22 * slow + 0.16 * quick);
  // Air near the horizon takes them away.
  float clear = smoothstep(0.03, 0.34, direction.y);
  float small = min(look.x, 1.0);
  vColor = mix(COOL, WARM, look.z) * (shine * clear * shown.w * small * small * 2.1);
  gl_PointSize = max(1.0, look.x * shown.z);
  gl_Position = (projectionMatrix * vec4(mat3(viewMatrix) * direction, 1.0)).xyww;
  // Stars that cannot be seen cost nothing: out of the picture with them.
  if (clear * shown.w < 0.01) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}
`;

export const starFragment = /* glsl */ `
varying vec3 vColor;
void main() {
  float round = 1.0 - smoothstep(0.25, 0.5, length(gl_PointCoord - 0.5));
  gl_FragColor = vec4(vColor * round, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;
