/** How near a horizontal direction is to the sun's side of the horizon, 0 to 1. */
export const sunFunction = /* glsl */ `
// Towards the sun: x and z of length 1, y the sine of its elevation.
uniform vec3 sun;
uniform vec3 sunLight;
float sunSide(vec2 along) {
  float side = 0.5 + 0.5 * dot(normalize(along + vec2(0.0001)), sun.xz);
  return side * side;
}
`;

/** The sky's colour in one direction; the glass floor mirrors the same sky. */
export const skyFunction = /* glsl */ `
uniform vec3 zenith;
uniform vec3 horizon;
${sunFunction}
vec3 skyAt(vec3 direction) {
  float up = max(direction.y, 0.0);
  // Paler in the direction of the start view (-z) than behind the visitor.
  float ahead = 0.72 + 0.28 * smoothstep(-1.0, 1.0, -direction.z);
  float veil = exp(-up * 3.4) * 0.29;
  float glow = exp(-up * 12.0) * 1.05;
  // A narrow band on the sun's side, and a soft light where the sun stands.
  float band = exp(-up * 17.0) * 0.8 + exp(-up * 4.0) * 0.035;
  float near = pow(max(dot(direction, normalize(sun)), 0.0), 30.0);
  vec3 sunny = sunLight * (band * sunSide(direction.xz) + near * 0.16);
  // Sunlight replaces the blue of the night, because amber added to blue would be pink.
  return (zenith + horizon * (veil + glow) * ahead) * (1.0 - 0.75 * min(sunny.r, 1.0)) + sunny;
}
`;

/** The upper clouds: a flat layer of noise in perspective, so that it converges towards the horizon. */
const deckFunction = /* glsl */ `
uniform sampler2D noise;
// The share of the sky that the clouds hide, their darkness, and the seconds of drift.
uniform vec3 deck;
// In this direction: the hidden share of the sky (x), and the thickness of the cloud (y).
vec2 deckAt(vec3 direction) {
  vec2 at = direction.xz / (max(direction.y, 0.0) + 0.16);
  float large = textureLod(noise, at * 0.083 + vec2(deck.z * 0.0009, deck.z * 0.0004), 0.0).r;
  float small = textureLod(noise, at * 0.21 - vec2(deck.z * 0.0006, -deck.z * 0.0011), 0.0).r;
  float thick = large * 0.7 + small * 0.3;
  float edge = mix(0.82, 0.08, deck.x);
  float hidden = smoothstep(edge, edge + 0.2, thick) * smoothstep(0.015, 0.12, direction.y);
  return vec2(hidden, smoothstep(edge + 0.02, edge + 0.5, thick));
}
`;

/** Sky and upper clouds: computed per pixel, or at the lowest quality level per vertex of the dome. */
const cloudedFunction = /* glsl */ `
${skyFunction}
${deckFunction}
uniform vec3 cloudColor;
// Lightning: direction (x, z) and brightness.
uniform vec3 flash;
vec3 cloudedAt(vec3 direction) {
  vec3 sky = skyAt(direction);
  if (deck.x <= 0.001) return sky;
  vec2 cloud = deckAt(direction);
  // Thin edges are lit by the moon, thick middles are dark. Heavier clouds are darker.
  float lit = mix(0.52 - 0.34 * cloud.y, 0.42 - 0.36 * sqrt(cloud.y), deck.y);
  vec3 color = cloudColor * lit + horizon * 0.16 * exp(-max(direction.y, 0.0) * 4.0);
  // Light inside the clouds, low in the direction of the lightning.
  float towards = max(dot(normalize(direction.xz + vec2(0.0001)), flash.xy), 0.0);
  color += FLASH_COLOR * flash.z * pow(towards, 26.0) * exp(-direction.y * 4.5) * (0.2 + cloud.y) * 0.62;
  return mix(sky, color, cloud.x);
}
`;

export const skyVertex = /* glsl */ `
#ifdef PER_CORNER
  ${cloudedFunction}
#endif
varying vec3 vSky;
void main() {
  #ifdef PER_CORNER
    vSky = cloudedAt(normalize(position));
  #else
    vSky = position;
  #endif
  // Always around the camera and behind everything, whatever the far plane.
  gl_Position = (projectionMatrix * vec4(mat3(viewMatrix) * position, 1.0)).xyww;
}
`;

export const skyFragment = /* glsl */ `
#ifndef PER_CORNER
  ${cloudedFunction}
#endif
varying vec3 vSky;
void main() {
  #ifdef PER_CORNER
    gl_FragColor = vec4(vSky, 1.0);
  #else
    gl_FragColor = vec4(cloudedAt(normalize(vSky)), 1.0);
  #endif
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
  #ifndef PER_CORNER
    // Half a step of noise, because without it dark gradients would show bands.
    gl_FragColor.rgb += (fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5) / 255.0;
  #endif
}
`;

/** Stars as points that twinkle, dimmed by clouds. */
export const starVertex = /* glsl */ `
attribute vec3 look;
// Seconds moved, twinkle, light.
uniform vec3 shown;
// Pixels per CSS pixel, and the height of the picture in pixels.
uniform vec2 pixels;
${deckFunction}
varying vec3 vColor;
void main() {
  float time = shown.x;
  vec3 direction = mat3(modelMatrix) * position;
  // look: size in pixels, phase, warmth.
  float slow = sin(time * (0.5 + look.y * 0.9) + look.y * 40.0);
  float quick = sin(time * (2.1 + look.y * 2.0) + look.y * 90.0);
  float shine = 1.0 + shown.y * (0.22 * slow + 0.16 * quick);
  // Air near the horizon and clouds dim the stars.
  float clear = smoothstep(0.02, 0.26, direction.y);
  if (deck.x > 0.001) clear *= 1.0 - deckAt(direction).x;
  float small = min(look.x, 1.0);
  vColor = mix(COOL, WARM, look.z) * (shine * clear * shown.z * small * small * 2.1);
  gl_PointSize = max(1.0, look.x * max(1.0, pixels.x));
  gl_Position = (projectionMatrix * vec4(mat3(viewMatrix) * direction, 1.0)).xyww;
  // Invisible stars are clipped.
  if (clear * shown.z < 0.01) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
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
