import { fogFunction } from '../../utils/fog-uniforms.glsl.ts';

/**
 * Floating stones with the terrain's lighting, in local coordinates of the portal: x to the right, y up, z
 * out of its front. The stones of a rebuilding portal rise and circle to their places on the arch; the stones
 * of a blocked portal float in front of the opening.
 */
export const zoneVertex = /* glsl */ `
attribute vec3 color;
attribute vec4 aStone; // four random numbers, 0 to 1
attribute float aBlocked;
uniform vec4 zone; // seconds, strength of the edge light, spare, spare
varying vec3 vColor;
${fogFunction}

mat3 turnAbout(vec3 axis, float angle) {
  float s = sin(angle);
  float c = cos(angle);
  float t = 1.0 - c;
  return mat3(
    t * axis.x * axis.x + c, t * axis.x * axis.y + s * axis.z, t * axis.x * axis.z - s * axis.y,
    t * axis.x * axis.y - s * axis.z, t * axis.y * axis.y + c, t * axis.y * axis.z + s * axis.x,
    t * axis.x * axis.z + s * axis.y, t * axis.y * axis.z - s * axis.x, t * axis.z * axis.z + c);
}

void main() {
  vec4 dice = aStone;
  float size = mix(0.14, 0.4, dice.w * dice.w);
  vec3 place;
  float spin;
  if (aBlocked > 0.5) {
    // Evenly spread over the disc, in a loose layer in front of it.
    float out_ = sqrt(dice.x) * 2.1;
    float around = dice.y * 6.2831853;
    place = vec3(cos(around) * out_, OPENING + sin(around) * out_ * 1.05, 1.0 + dice.z * 1.1);
    spin = dice.z * 6.2831853;
    size *= 1.25;
  } else {
    float way = fract(zone.x / WAY_SECONDS * (0.8 + 0.4 * dice.z) + dice.x);
    float around = dice.y * 6.2831853 + way * 3.4 * (dice.z > 0.5 ? 1.0 : -1.0);
    float reach = mix(REACH, 2.6, way);
    vec3 loose = vec3(cos(around) * reach, 0.25 + way * (1.2 + dice.w * 2.0), sin(around) * reach * 0.8);
    // Along the arch, from one foot over the keystone to the other.
    float seat = (dice.y - 0.5) * 5.0 + 1.5707963;
    vec3 home = vec3(cos(seat) * 2.1, OPENING + sin(seat) * 2.1, (dice.z - 0.5) * 0.5);
    float settled = smoothstep(0.45, 0.97, way);
    place = mix(loose, home, settled);
    spin = (dice.w * 6.2831853 + way * 5.0) * (1.0 - settled * 0.7);
    size *= smoothstep(0.0, 0.08, way) * (1.0 - smoothstep(0.97, 1.0, way));
  }
  vec3 axis = normalize(vec3(dice.y - 0.5, 0.6, dice.w - 0.5));
  mat3 turned = turnAbout(axis, spin);
  mat4 portal = modelMatrix * instanceMatrix;
  vec4 world = portal * vec4(place + turned * position * size, 1.0);
  vec3 facing = normalize(mat3(portal) * (turned * normal));
  vec3 toEye = normalize(cameraPosition - world.xyz);
  float key = max(dot(facing, KEY_DIRECTION), 0.0);
  float sky = 0.5 + 0.5 * facing.y;
  vColor = color * (KEY_COLOR * key + SKY_COLOR * (0.4 + sky));
  float edge = pow(1.0 - abs(dot(facing, toEye)), 2.4);
  vColor += mix(BUILD_COLOR, BLOCK_COLOR, aBlocked) * (0.03 + edge) * zone.y * mix(0.35, 1.0, aBlocked);
  vec4 seen = viewMatrix * world;
  vColor = mix(fade.rgb, vColor, clearAt(seen.xyz));
  seen.xyz = risen(seen.xyz);
  gl_Position = projectionMatrix * seen;
}
`;
