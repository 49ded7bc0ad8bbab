import { fogFunction } from '../utils/fog-uniforms.glsl.ts';

/**
 * Stone, path, islet and growth: light per vertex (faces have their own vertices, so shading is flat), only a
 * colour per pixel. This is fast, and looks the same at every quality level.
 */
export const terrainVertex = /* glsl */ `
attribute vec3 color;
attribute float glow;
uniform float time;
uniform float lyingSnow;
uniform vec3 sun;
uniform vec3 sunLight;
varying vec3 vColor;
${fogFunction}
void main() {
  vec4 local = vec4(position, 1.0);
  vec3 facing = normal;
  vec3 tint = color;
  float phase = position.x * 0.11 + position.z * 0.13;
  #ifdef USE_INSTANCING
    local = instanceMatrix * local;
    facing = mat3(instanceMatrix) * facing;
    phase = instanceMatrix[3].x * 0.7 + instanceMatrix[3].z * 0.9;
    // What hangs beyond the island rises and sinks.
    local.y += BOB * step(BEYOND, length(instanceMatrix[3].xz)) * sin(time * 0.45 + phase);
    #ifdef USE_INSTANCING_COLOR
      tint *= instanceColor;
    #endif
  #endif
  vec4 world = modelMatrix * local;
  facing = normalize(mat3(modelMatrix) * facing);
  vec3 toEye = normalize(cameraPosition - world.xyz);
  float key = max(dot(facing, KEY_DIRECTION), 0.0);
  float sky = 0.5 + 0.5 * facing.y;
  // A rim of key light on edges that turn away from the camera and towards the light.
  float edge = pow(1.0 - abs(dot(facing, toEye)), 4.0);
  float rim = edge * max(facing.y * 0.3 + key, 0.0);
  // The light of the hour, on the facets and edges of its side.
  // Afterglow has no edge: it reaches level ground too.
  float sunny = max(dot(facing, normalize(sun + vec3(0.0, 0.2, 0.0))), 0.0);
  float hour = SUN_STRENGTH * (sunny + edge * 1.4 * max(facing.y * 0.3 + sunny, 0.0));
  // More on one facet than on the next; a facet's tone is its dice.
  float lies = lyingSnow * smoothstep(0.5, 1.0, facing.y) * (0.55 + 0.45 * fract(color.g * 517.0));
  tint = mix(tint, SNOW_COLOR, lies);
  float veins = glow * GLOW_LEVEL * (0.75 + 0.25 * sin(time * 0.52 + phase * 6.0));
  vColor = tint * (KEY_COLOR * (key + rim * 0.9) + sunLight * hour + SKY_COLOR * sky + BOUNCE_COLOR * (1.0 - sky)) + GLOW_COLOR * veins;
  vec4 seen = viewMatrix * world;
  vColor = mix(fade.rgb, vColor, clearAt(seen.xyz));
  gl_Position = projectionMatrix * seen;
}
`;

export const terrainFragment = /* glsl */ `
varying vec3 vColor;
void main() {
  gl_FragColor = vec4(vColor, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;
