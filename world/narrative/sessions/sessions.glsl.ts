import { glslConstants } from '../../utils/constants.glsl.ts';
import { fogFunction } from '../../utils/fog-uniforms.glsl.ts';

/** The height of a figure: that of the resident is 2.2. Metres. */
export const FIGURE_METRES = 1.25;
/** As shares of the height. */
const SHOULDER = 0.74;
const NECK = 0.8;
const EYES = 0.885;

const sizes = glslConstants({ METRES: FIGURE_METRES, SHOULDER, NECK, EYES });

/** The figures: a body with a hood, and an arm that is raised to call the owner. */
export const figureVertex = /* glsl */ `
${sizes}
// Along an arm, across it (-1 to 1), and 1 where there is one.
attribute vec3 arm;
// Where the figure stands, in metres, and how much of it is there.
attribute vec4 place;
// Colour, and how bright.
attribute vec4 look;
// The direction, how far the arm is raised, how far the head is bowed (negative: up), and when it sways, 0 to 1.
attribute vec4 act;
// Seconds that things have moved; 1 while they move, 0 with reduced motion.
uniform vec2 shown;
varying vec3 vFacing;
varying vec3 vSeen;
varying vec3 vLocal;
varying vec4 vLook;
varying vec2 vArm;
varying float vShare;
${fogFunction}
void main() {
  vLocal = position;
  vArm = vec2(arm.z, arm.x);
  vec3 at = position;
  vec3 facing = normal;
  float own = act.w * 6.2832;
  if (arm.z > 0.5) {
    float wave = 0.16 * shown.y * act.y * sin(shown.x * 2.0 + own);
    vec3 way = normalize(mix(vec3(0.5, -1.0, 0.15), vec3(0.42 + wave, 1.0, 0.2), act.y));
    vec3 across = normalize(vec3(way.y, -way.x, 0.0));
    at = vec3(0.1, SHOULDER, 0.02) + way * arm.x * 0.44 + across * arm.y * 0.03 * (1.0 - 0.55 * arm.x);
    facing = vec3(0.0, 0.0, 1.0);
  } else {
    float head = smoothstep(NECK - 0.05, NECK + 0.05, position.y);
    at.z += act.z * head * 0.06 * (1.0 + position.y - NECK);
    at.y -= abs(act.z) * head * 0.03;
    float low = 1.0 - smoothstep(0.0, 0.5, position.y);
    at.x += low * low * 0.03 * shown.y * sin(shown.x * 0.8 + own);
  }
  mat2 turn = mat2(cos(act.x), -sin(act.x), sin(act.x), cos(act.x));
  at.xz = turn * at.xz;
  facing.xz = turn * facing.xz;
  vec3 world = place.xyz + at * METRES * (0.6 + 0.4 * place.w);
  world.y += 0.015 * shown.y * sin(shown.x * 0.9 + own);
  vec4 seen = viewMatrix * vec4(world, 1.0);
  vSeen = seen.xyz;
  vFacing = normalize(mat3(viewMatrix) * facing);
  // A figure that the visitor walks into goes out.
  vShare = place.w * clearAt(seen.xyz) * smoothstep(0.4, 1.2, -seen.z);
  if (arm.z > 0.5) vShare *= smoothstep(0.05, 0.3, act.y);
  vLook = look;
  gl_Position = vShare > 0.003 ? projectionMatrix * seen : vec4(2.0, 2.0, 2.0, 1.0);
}
`;

export const figureFragment = /* glsl */ `
${sizes}
varying vec3 vFacing;
varying vec3 vSeen;
varying vec3 vLocal;
varying vec4 vLook;
varying vec2 vArm;
varying float vShare;
void main() {
  vec3 color = vLook.rgb;
  vec3 deep = color * color;
  vec3 lit;
  float cover;
  if (vArm.x > 0.5) {
    // Brightest at the hand.
    lit = color * (0.25 + 0.75 * vArm.y * vArm.y) * vLook.w;
    cover = 0.8;
  } else {
    float facing = abs(dot(normalize(vFacing), normalize(vSeen)));
    float rim = pow(1.0 - facing, 1.8) * smoothstep(0.0, 0.25, facing);
    float hem = smoothstep(-0.02, 0.3, vLocal.y);
    float heart = exp(-dot(vLocal.xy - vec2(0.0, 0.62), vLocal.xy - vec2(0.0, 0.62)) * 90.0) * facing;
    lit = deep * 0.06 + mix(deep, color, rim) * (0.03 + 0.75 * rim) * vLook.w * hem + color * heart * 0.35 * vLook.w;
    // The opening of the hood is dark, so that the eyes show.
    float front = smoothstep(0.01, 0.03, vLocal.z);
    vec2 inHood = vec2(vLocal.x / 0.052, (vLocal.y - EYES + 0.01) / 0.062);
    float hood = front * (1.0 - smoothstep(0.75, 1.0, length(inHood)));
    lit = mix(lit, deep * 0.06, hood);
    vec2 eye = vec2(abs(vLocal.x) - 0.022, vLocal.y - EYES) / 0.0115;
    lit += min(mix(color, vec3(1.0), 0.5), 1.0) * front * (1.0 - smoothstep(0.7, 1.1, length(eye))) * min(1.2, vLook.w);
    cover = mix(0.62 + 0.38 * rim, 1.0, hood) * hem;
  }
  cover *= vShare;
  if (cover < 0.01) discard;
  gl_FragColor = vec4(lit * vShare, cover);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;

/** Small lights: the sub-agents around a figure, and the sessions that are no figures. */
export const sparkVertex = /* glsl */ `
// The middle of its way, in metres, and how bright it is.
attribute vec4 place;
// Colour, and where on its way it is, 0 to 1; negative for a light that stands.
attribute vec4 look;
uniform vec3 shown; // seconds that things have moved; pixels that a metre covers a metre away
varying vec3 vLight;
${fogFunction}
void main() {
  vec3 at = place.xyz;
  if (look.w >= 0.0) {
    float angle = look.w * 6.2832 + shown.x * 0.7;
    at += vec3(sin(angle) * 0.36, 0.12 * sin(angle * 2.0 + look.w * 9.0), cos(angle) * 0.36);
  }
  vec4 seen = viewMatrix * vec4(at, 1.0);
  float pixels = shown.y * (look.w < 0.0 ? 0.04 : 0.07) / max(0.3, -seen.z);
  float size = max(pixels, 2.0);
  vLight = look.rgb * place.w * clearAt(seen.xyz) * min(1.0, pixels * pixels / (size * size) + 0.3);
  gl_PointSize = size * 2.0;
  gl_Position = place.w > 0.003 ? projectionMatrix * seen : vec4(2.0, 2.0, 2.0, 1.0);
}
`;

export const sparkFragment = /* glsl */ `
varying vec3 vLight;
void main() {
  float left = max(0.0, 1.0 - 2.0 * length(gl_PointCoord - 0.5));
  gl_FragColor = vec4(vLight * (left * left + smoothstep(0.55, 0.75, left)), 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;

/**
 * The names with the states: one quad for each row of the texture, facing the camera. `half`: half the height
 * of a row in metres.
 */
export const nameVertex = (half: number): string => /* glsl */ `
${glslConstants({ HALF: half })}
attribute vec4 place;
// The upper edge of its row in the texture, and the height of a row.
attribute vec2 row;
varying vec2 vPart;
varying float vShare;
${fogFunction}
void main() {
  vec4 seen = viewMatrix * vec4(place.xyz, 1.0);
  vShare = place.w * clearAt(seen.xyz);
  // From afar it is larger than it is, to be read.
  float size = clamp(-seen.z / 8.0, 0.5, 1.4);
  // It stands on the floor, a little in front of the figure: nearer to the eye, and right below it.
  seen = viewMatrix * vec4(place.x, HALF * size - 0.06, place.z, 1.0);
  seen.xyz *= 1.0 + 0.25 / seen.z;
  seen.xy += position.xy * size;
  vPart = vec2(uv.x, row.x - (1.0 - uv.y) * row.y);
  gl_Position = vShare > 0.003 ? projectionMatrix * seen : vec4(2.0, 2.0, 2.0, 1.0);
}
`;
