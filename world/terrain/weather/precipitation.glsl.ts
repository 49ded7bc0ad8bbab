/**
 * Drops and flakes: quads that fall in boxes around the camera. Quads that leave a box enter it at the
 * opposite side. Their positions are fixed in the world while the camera moves through them.
 */
export const precipitationVertex = /* glsl */ `
// Place in the box, and a throw of the dice.
attribute vec4 seed;
// Metres fallen, seconds swayed, how heavy, flakes (1) or drops (0).
uniform vec4 fall;
// Width over height, how clear.
uniform vec2 view;
// Per CSS pixel, and height of the picture.
uniform vec2 pixels;
varying vec2 vAt;
varying vec4 vColor;
void main() {
  float flakes = fall.w;
  float heavy = fall.z;
  float aspect = view.x;
  bool near = seed.w < NEAR_SHARE;
  vec3 box = near ? NEAR_BOX : FAR_BOX;
  float dice = fract(seed.w * 57.31);
  // Each falls a little slower or faster than its neighbour.
  vec3 way = normalize(mix(vec3(0.1 + 0.16 * heavy, -1.0, 0.05), vec3(0.22, -1.0, 0.1), flakes));
  vec3 place = seed.xyz * box + way * fall.x * (0.85 + 0.3 * dice);
  place.xz += flakes * 0.4 * vec2(sin(fall.y * (0.5 + dice) + seed.x * 40.0), cos(fall.y * (0.4 + dice) + seed.z * 40.0));
  vec3 around = mod(place - cameraPosition, box) - box * 0.5;
  vec4 seen = viewMatrix * vec4(cameraPosition + around, 1.0);
  float away = -seen.z;
  // Never right before the camera, and faded before the walls of the box.
  vec3 wall = abs(around) / box;
  float clear = smoothstep(1.4, 3.4, away) * (1.0 - smoothstep(0.36, 0.49, max(wall.x, max(wall.y, wall.z)))) * view.y;
  if (clear < 0.01) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  vec4 middle = projectionMatrix * seen;
  // Half sizes as shares of half the picture's height. What is thinner than a pixel is drawn one
  // pixel wide, and fainter.
  float scale = projectionMatrix[1][1] / away;
  float wide = mix(0.0035 + 0.004 * heavy, 0.017 + 0.016 * heavy + 0.022 * dice * dice, flakes) * scale;
  float least = 2.0 / pixels.y * mix(0.75, 1.2, flakes);
  float drawn = max(wide, least);
  clear *= mix(mix(0.75, 0.85, flakes), 1.0, min(wide / least, 1.0));
  vec2 along = vec2(0.0, 1.0);
  float tall = drawn;
  if (flakes < 0.5) {
    vec4 head = projectionMatrix * (seen + viewMatrix * vec4(way * (0.09 + 0.3 * heavy) * (0.7 + 0.6 * dice), 0.0));
    vec2 run = (head.xy / head.w - middle.xy / middle.w) * vec2(aspect, 1.0);
    tall = max(length(run), drawn);
    along = run / max(length(run), 0.0001);
  }
  vec2 across = vec2(along.y, -along.x);
  vec2 offset = across * position.x * drawn + along * position.y * tall;
  middle.xy += offset / vec2(aspect, 1.0) * middle.w;
  vAt = position.xy;
  vColor = vec4(mix(DROP_COLOR, FLAKE_COLOR, flakes), clear * mix(DROP_CLEAR * (0.6 + 0.4 * heavy), FLAKE_CLEAR, flakes));
  gl_Position = middle;
}
`;

export const precipitationFragment = /* glsl */ `
uniform vec4 fall;
varying vec2 vAt;
varying vec4 vColor;
void main() {
  float flake = 1.0 - smoothstep(0.35, 1.0, length(vAt));
  float drop = max(1.0 - vAt.x * vAt.x, 0.0) * max(1.0 - vAt.y * vAt.y, 0.0);
  gl_FragColor = vec4(vColor.rgb, vColor.a * mix(drop, flake, fall.w));
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;
