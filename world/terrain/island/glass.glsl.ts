import { fogFunction } from '../../utils/fog-uniforms.glsl.ts';
import { skyFunction } from '../sky/sky.glsl.ts';

/**
 * The glass floor: dark, with thin accent lines in three directions, and a reflection of the horizon at flat
 * angles. The reflection is computed per vertex (the floor has many), the lines per pixel, because they must
 * be sharp.
 */
export const glassVertex = /* glsl */ `
attribute vec3 color;
attribute float glow;
uniform float lyingSnow;
// The wetness of the glass, 0 to 1.
uniform float wet;
${skyFunction}
varying vec3 vColor;
varying vec2 vPlace;
varying float vLines;
${fogFunction}
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  // Each pane is slightly tilted and mirrors another piece of sky. Its tone serves as the random
  // number.
  vec3 lean = vec3(fract(color.r * 37.0) - 0.5, 0.0, fract(color.r * 91.0) - 0.5);
  vec3 facet = normalize(normal + lean * 0.05 * normal.y);
  vec3 fromEye = normalize(world.xyz - cameraPosition);
  float facing = max(-dot(fromEye, facet), 0.0);
  float mirror = 0.05 + 0.95 * pow(1.0 - facing, 5.0);
  vec3 bounced = reflect(fromEye, facet);
  vec3 glass = GLASS_COLOR * color;
  // Water makes the glass smooth: the ground is darker, and the reflection is stronger.
  vColor = glass * (1.0 - 0.35 * wet) + skyAt(bounced) * mirror * (0.8 + 0.5 * wet);
  // The key light glints in panes at the right angle, and along every edge that faces it.
  vColor += KEY_COLOR * pow(max(dot(bounced, KEY_DIRECTION), 0.0), 20.0) * (0.16 + 0.24 * wet);
  vColor += EDGE_COLOR * glow * (0.55 + 0.45 * max(dot(normalize(normal.xz + vec2(0.0001)), KEY_DIRECTION.xz), 0.0));
  vColor += KEY_COLOR * glow * max(dot(normalize(normal.xz + vec2(0.0001)), KEY_DIRECTION.xz), 0.0) * 0.5;
  // Snow: its amount differs between panes, and there is less of it near the resident.
  float near = smoothstep(1.0, 9.0, length(world.xz));
  float lies = min(lyingSnow * 1.9, 1.0) * smoothstep(0.4, 0.95, normal.y) * (0.62 + 0.38 * fract(color.r * 53.0)) * (0.35 + 0.65 * near);
  vColor = mix(vColor, SNOW_COLOR * (SNOW_LIGHT * 0.6 + sunLight), lies);
  vec4 seen = viewMatrix * world;
  vLines = normal.y > 0.9 ? 1.0 - 0.6 * lies : 0.0;
  float clear = clearAt(seen.xyz);
  vColor = mix(fade.rgb, vColor, clear);
  vLines *= clear;
  vPlace = world.xz;
  gl_Position = projectionMatrix * seen;
}
`;

export const glassFragment = /* glsl */ `
varying vec3 vColor;
varying vec2 vPlace;
varying float vLines;

// Coverage of a family of parallel lines in this pixel, smoothed over its size; far lines fade into
// an even tone.
float ruled(float along) {
  float width = fwidth(along);
  float away = abs(fract(along + 0.5) - 0.5);
  float wide = max(LINE_WIDTH, width);
  return (1.0 - smoothstep(wide * 0.5, wide * 0.5 + width, away)) * min(LINE_WIDTH / wide * 1.3, 1.0);
}

void main() {
  vec3 seen = vColor;
  vec2 at = vPlace / LINE_SPACING;
  float lines = max(ruled(at.x), max(ruled(at.y * 0.8660254 + at.x * 0.5), ruled(at.y * 0.8660254 - at.x * 0.5)));
  seen += LINE_COLOR * lines * vLines;
  gl_FragColor = vec4(seen, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;
