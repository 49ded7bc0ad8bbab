import { sunFunction } from '../sky/sky.glsl.ts';

/**
 * The sea of clouds: one opaque, wavy surface. Its shape and colour are computed per vertex from a small
 * tiling noise texture. The surface has no overdraw, so its cost is that of the covered pixels. The upper
 * quality levels add wisps per pixel.
 */
export const cloudVertex = /* glsl */ `
uniform sampler2D noise;
uniform float drift;
uniform float cover;
uniform vec3 horizon;
uniform vec3 zenith;
uniform vec3 cloudColor;
// Lightning: where (x, z), and how bright.
uniform vec3 flash;
// How thick the mist over it is.
uniform float mist;
varying vec3 vColor;
varying vec2 vPlace;
varying float vFar;
${sunFunction}

float billow(vec2 at) {
  float large = textureLod(noise, at * 0.0021 + vec2(drift * 0.00030, drift * 0.00011), 0.0).r;
  float small = textureLod(noise, at * 0.0083 - vec2(drift * 0.00052, drift * 0.00037), 0.0).r;
  // Round heads; far away, where corners are wide apart, no detail finer than the corners.
  float head = 1.0 - (large * 2.0 - 1.0) * (large * 2.0 - 1.0);
  float fine = 1.0 - smoothstep(120.0, 380.0, length(at));
  return head * head * 0.62 + (small - 0.5) * 0.42 * fine - 0.06;
}

void main() {
  vec3 world = position;
  float away = length(world.xz);
  // Distant banks are taller, so that their heads stand out against the glow; under the island the
  // sea is low.
  float tall = mix(7.0, 62.0, smoothstep(130.0, 520.0, away)) * (0.8 + cover * 0.35);
  float near = smoothstep(20.0, 75.0, away);
  float here = billow(world.xz);
  float step = 6.0 + away * 0.03;
  float right = billow(world.xz + vec2(step, 0.0));
  float back = billow(world.xz + vec2(0.0, step));
  world.y += here * tall * (0.35 + 0.65 * near) - away * 0.006;
  vec3 facing = normalize(vec3((here - right) * tall, step, (here - back) * tall));
  float key = max(dot(facing, KEY_DIRECTION), 0.0);
  float head = smoothstep(-0.1, 0.62, here);
  // Silver heads over dark valleys: it is moonlight that shapes them.
  vec3 color = cloudColor * (0.05 + 0.2 * head) + cloudColor * KEY_COLOR * (0.15 + key) * head * head * 0.62;
  // The light of the hour, flat over the heads.
  color += cloudColor * sunLight * max(dot(facing, normalize(sun)), 0.0) * (0.25 + head);
  // Light from within, where the lightning is.
  float bolt = flash.z * exp(-distance(world.xz, flash.xy) / 46.0);
  color += FLASH_COLOR * bolt * (0.25 + head);
  vFar = smoothstep(110.0, 560.0, away);
  // Darker than the disc of a portal that stands before it, at every hour.
  vec3 distant = zenith + horizon * (0.38 + 0.27 * head + 0.23 * key);
  vec3 sunny = sunLight * sunSide(world.xz) * (0.26 + 0.24 * head);
  distant = distant * (1.0 - 0.75 * min(sunny.r, 1.0)) + sunny;
  vColor = mix(color, distant, vFar * 0.93);
  // Into the sky's own tone there, so that no line shows where they meet.
  float fromEye = distance(world, cameraPosition) * mist;
  float ahead = 0.72 + 0.28 * smoothstep(-1.0, 1.0, -normalize(world.xz - cameraPosition.xz).y);
  vColor = mix(zenith + horizon * 1.28 * ahead, vColor, exp(-fromEye * fromEye));
  vPlace = world.xz;
  gl_Position = projectionMatrix * viewMatrix * vec4(world, 1.0);
}
`;

export const cloudFragment = /* glsl */ `
uniform sampler2D noise;
uniform float drift;
varying vec3 vColor;
varying vec2 vPlace;
varying float vFar;
void main() {
  vec3 color = vColor;
  #ifdef WISPS
    float wisp = texture2D(noise, vPlace * 0.021 + vec2(drift * 0.0011, -drift * 0.0008)).r;
    color *= 1.0 + (wisp - 0.5) * 0.5 * (1.0 - vFar);
  #endif
  gl_FragColor = vec4(color, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;
