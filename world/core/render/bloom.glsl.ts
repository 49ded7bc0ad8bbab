/** Covers the whole picture. */
export const pictureVertex = /* glsl */ `
varying vec2 vUv;
void main() {
  vUv = uv;
  gl_Position = vec4(position.xy, 0.0, 1.0);
}
`;

/**
 * The bright pass: the part of the picture that is brighter than any lit word. Squares approximate linear
 * light for the blur. Added light is white in the middle; the glow takes the colour of the light beside it.
 */
export const brightFragment = /* glsl */ `
varying vec2 vUv;
uniform sampler2D source;
uniform vec2 texel;
float most(vec3 color) {
  return max(color.r, max(color.g, color.b));
}
vec3 glowAt(vec2 at) {
  vec3 color = texture2D(source, at).rgb;
  return color * color * smoothstep(THRESHOLD, 1.0, most(color));
}
vec3 lightAt(vec2 at) {
  vec3 color = texture2D(source, at).rgb;
  return color * color;
}
void main() {
  // A quarter of its pixel from the middle, so that all four of a picture twice as large count alike.
  vec2 step_ = texel * 0.25;
  vec3 sum = glowAt(vUv + step_) + glowAt(vUv - step_) + glowAt(vUv + vec2(step_.x, -step_.y)) + glowAt(vUv + vec2(-step_.x, step_.y));
  float bright = most(sum);
  if (bright > 0.0) {
    vec2 beside = texel * 2.5;
    vec3 tint = sum * 0.5 + lightAt(vUv + beside) + lightAt(vUv - beside);
    tint += lightAt(vUv + vec2(beside.x, -beside.y)) + lightAt(vUv + vec2(-beside.x, beside.y));
    sum = tint * (bright / most(tint));
  }
  gl_FragColor = vec4(sum * 0.25, 1.0);
}
`;

/**
 * Scales a picture down to half the size, with the dual filter of Marius Bjørge (ARM, SIGGRAPH 2015): five
 * samples to scale down, eight to scale up.
 */
export const smallerFragment = /* glsl */ `
varying vec2 vUv;
uniform sampler2D source;
uniform vec2 texel; // of the result
void main() {
  vec2 h = texel * 0.5;
  vec3 sum = texture2D(source, vUv).rgb * 4.0;
  sum += texture2D(source, vUv + h).rgb + texture2D(source, vUv - h).rgb;
  sum += texture2D(source, vUv + vec2(h.x, -h.y)).rgb + texture2D(source, vUv + vec2(-h.x, h.y)).rgb;
  gl_FragColor = vec4(sum / 8.0, 1.0);
}
`;

/** Scales a glow up to twice the size. The result is added to the narrower glow that the target contains. */
export const largerFragment = /* glsl */ `
varying vec2 vUv;
uniform sampler2D source;
uniform vec2 texel; // of the result
void main() {
  vec2 h = texel;
  vec3 sum = texture2D(source, vUv + vec2(h.x * 2.0, 0.0)).rgb + texture2D(source, vUv - vec2(h.x * 2.0, 0.0)).rgb;
  sum += texture2D(source, vUv + vec2(0.0, h.y * 2.0)).rgb + texture2D(source, vUv - vec2(0.0, h.y * 2.0)).rgb;
  sum += (texture2D(source, vUv + h).rgb + texture2D(source, vUv - h).rgb) * 2.0;
  sum += (texture2D(source, vUv + vec2(h.x, -h.y)).rgb + texture2D(source, vUv + vec2(-h.x, h.y)).rgb) * 2.0;
  gl_FragColor = vec4(sum / 12.0 * SPREAD, 1.0);
}
`;

/** Adds the glow to the picture with screen blending, which never exceeds white. */
export const finishFragment = /* glsl */ `
varying vec2 vUv;
uniform sampler2D source;
uniform sampler2D glow;
void main() {
  vec3 color = texture2D(source, vUv).rgb;
  vec3 light = min(texture2D(glow, vUv).rgb * STRENGTH, 1.0);
  gl_FragColor = vec4(1.0 - (1.0 - color) * (1.0 - light), 1.0);
}
`;
