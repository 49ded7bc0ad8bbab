import { fogFunction } from '../../utils/fog-uniforms.glsl.ts';

/**
 * The globe and its pin: a map in three channels (land, coast, graticule), with day and night by the position
 * of the sun. `sun` is the direction to the sun in world coordinates, `mark` the colour of the pin. Night
 * begins when the sun is 6 degrees below the horizon (civil twilight), full light when it is 10 degrees
 * above. At the upper quality levels the border between day and night has a thin glow: air that the sun
 * lights from behind the horizon.
 */
export const earthVertex = /* glsl */ `
attribute float pin;
varying vec2 vUv;
varying vec3 vNormal;
varying vec3 vToEye;
varying vec2 vPin;
${fogFunction}
void main() {
  vUv = uv;
  vec4 world = modelMatrix * vec4(position, 1.0);
  vNormal = mat3(modelMatrix) * normal;
  vToEye = cameraPosition - world.xyz;
  vec4 seen = viewMatrix * world;
  vPin = vec2(pin, clearAt(seen.xyz));
  seen.xyz = risen(seen.xyz);
  gl_Position = projectionMatrix * seen;
}
`;

export const earthFragment = /* glsl */ `
uniform sampler2D map;
uniform vec4 fade;
uniform vec4 sun;
uniform vec4 mark;
varying vec2 vUv;
varying vec3 vNormal;
varying vec3 vToEye;
varying vec2 vPin;
void main() {
  vec3 normal = normalize(vNormal);
  float facing = max(dot(normal, normalize(vToEye)), 0.0);
  vec3 color = mark.rgb * (0.62 + 0.38 * facing);
  if (vPin.x < 0.5) {
    float height = dot(normal, sun.xyz);
    float day = smoothstep(-0.105, 0.174, height);
    float light = day * (0.5 + 0.5 * max(height, 0.0));
    vec3 place = texture2D(map, vUv).rgb;
    float away = 1.0 - facing;
    color = mix(mix(SEA_NIGHT, SEA_DAY, light), mix(LAND_NIGHT, LAND_DAY, light), place.r);
    color += COAST * place.g * (0.12 + 0.36 * light);
    color += LINES * place.b * (0.05 + 0.09 * light) * (1.0 - place.r * 0.6);
    #ifdef FINE
      color += AIR * 0.06 * exp(-height * height * 60.0);
    #endif
    color += AIR * away * away * away * (0.1 + 0.42 * day);
  }
  gl_FragColor = vec4(mix(fade.rgb, color, vPin.y), 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;

/**
 * The glow of air around the globe, the line from the pin to its label, and the label: planes that face the
 * camera. `sun.w` is a factor of the additive light, `head` the pin's head relative to the globe's centre,
 * and `head.w` half the width of the label's text. The glow follows the outline, which is wider than the
 * radius for a near camera. For a near camera letters are smaller. Without antialiasing the line is thicker.
 * If the place is on the far side, there is no line. At the edge of the picture the label moves inwards as
 * long as it is clear which pin it belongs to. Blending is (1, 1 - alpha): light is added, the label covers.
 */
export const glowVertex = /* glsl */ `
uniform vec4 sun;
uniform vec4 head;
uniform vec4 mark; // colour; half the width of the picture at a distance of 1
varying vec3 vPart;
varying float vLight;
void main() {
  vec3 middle = modelMatrix[3].xyz;
  vec3 place = (viewMatrix * vec4(middle, 1.0)).xyz;
  vec3 tip = (viewMatrix * vec4(middle + head.xyz, 1.0)).xyz;
  float away = length(place);
  float outline = RADIUS / sqrt(max(1.0 - RADIUS * RADIUS / (away * away), 0.1));
  float size = clamp(away / FAR, 0.3, 1.0);
  float top = place.y + outline + 0.3 * size;
  vPart = vec3(position.z, position.x + 0.5, position.y);
  if (position.z < 0.5) {
    float around = position.x * 6.2831853;
    vec2 side = vec2(cos(around), sin(around));
    place.xy += side * (outline * 0.995 + position.y * THICK);
    vec3 outwards = (vec4(side, 0.0, 0.0) * viewMatrix).xyz;
    vLight = (0.14 + 0.86 * smoothstep(-0.35, 0.6, dot(outwards, sun.xyz))) * sun.w;
  } else if (position.z < 1.5) {
    place = vec3(tip.x + position.x * 0.055 * size / sun.w, mix(tip.y, top, position.y), tip.z);
    vLight = 0.6 * smoothstep(-0.1, 0.25, dot(normalize(head.xyz), normalize(cameraPosition - middle)));
  } else {
    float reach = head.w * size + 0.25;
    float edge = -tip.z * mark.w - reach;
    place.x += clamp(clamp(place.x, -edge, edge) - place.x, -1.6 * reach, 1.6 * reach);
    place = vec3(place.x, top, tip.z) + vec3(position.x * LABEL_WIDTH, position.y * LABEL_HEIGHT, 0.0) * size;
  }
  gl_Position = projectionMatrix * vec4(place, 1.0);
}
`;

export const glowFragment = /* glsl */ `
uniform sampler2D map;
uniform vec4 mark;
varying vec3 vPart;
varying float vLight;
void main() {
  float thin = 1.0 - vPart.z;
  vec4 light = vec4(AIR * thin * thin * thin * 0.5 * vLight, 0.0);
  if (vPart.x > 1.5) light = texture2D(map, vPart.yz);
  else if (vPart.x > 0.5) light = vec4(mark.rgb, vLight);
  gl_FragColor = vec4(light.rgb, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
  gl_FragColor = vec4(gl_FragColor.rgb * (vPart.x < 0.5 ? 1.0 : light.a), light.a);
}
`;
