import { fogFunction } from '../utils/fog-uniforms.glsl.ts';

/**
 * Cloth that hangs from a bar and moves in the wind. `position` is on a cloth of unit size: x from −0.5 to
 * 0.5, y from 0 at the bar to −1. `aBanner`: the cell in the picture, and how far the cloth is unfurled.
 * `wind`: the phase and the strength of the waves, and the swing of the newest cloth's lower edge.
 */
export const bannerVertex = /* glsl */ `
attribute vec2 aBanner;
uniform vec3 wind;
varying vec2 vCell;
varying float vLight;
varying float vIndex;
varying float vFog;
${fogFunction}
void main() {
  float down = -position.y;
  float open = aBanner.y;
  // The lower edge is cut to two points.
  float drop = down * (HEIGHT - NOTCH * (1.0 - 2.0 * abs(position.x))) * max(open, 0.075);
  float free = drop / HEIGHT;
  float phase = wind.x + aBanner.x * 1.9;
  // Waves run down the cloth and a little across it; it leans with the wind and never touches its
  // pole.
  float turn = free * 4.2 - phase + position.x * 1.6;
  float strength = wind.y * free;
  float bow = sin(turn);
  float swing = 0.8 + 0.35 * sin(phase * 0.31);
  float away = 0.03 + strength * (0.14 * swing + 0.085 * (1.0 + bow));
  // The newest cloth swings only to the front, because its pole is behind it.
  float swung = aBanner.x < 0.5 ? wind.z * free * free : 0.0;
  away += max(swung, -0.6 * away);
  // A furled cloth is a roll.
  away += (1.0 - open) * 0.05 * sin(down * 3.14159265);
  float slope = strength * 0.36 * cos(turn) + wind.y * 0.085 * (1.0 + bow);
  vLight = clamp(0.92 - 1.15 * slope + 0.5 * strength * cos(turn) * 0.4, 0.5, 1.12);
  vCell = vec2(position.x + 0.5, 1.0 - drop / HEIGHT);
  vIndex = aBanner.x;
  vec4 seen = viewMatrix * modelMatrix * instanceMatrix * vec4(position.x * WIDTH, -drop, away, 1.0);
  vFog = clearAt(seen.xyz);
  seen.xyz = risen(seen.xyz);
  gl_Position = projectionMatrix * seen;
}
`;

export const bannerFragment = /* glsl */ `
uniform sampler2D map;
uniform vec4 fade;
varying vec2 vCell;
varying float vLight;
varying float vIndex;
varying float vFog;
void main() {
  // From behind, the picture is not mirrored.
  float across = gl_FrontFacing ? vCell.x : 1.0 - vCell.x;
  vec3 color = texture2D(map, vec2((vIndex + clamp(across, 0.004, 0.996)) / CELLS, vCell.y)).rgb * vLight;
  gl_FragColor = vec4(mix(fade.rgb, color, vFog), 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;
