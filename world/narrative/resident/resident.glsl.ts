/** The point of a shoulder from which the ribbons hang; at `z` they meet behind the neck. Metres. */
export const SHOULDER = { x: 0.4, y: 1.52, z: -0.2 } as const;
export const RIBBON_METRES = 1.2;
/** The heights of the axis of nodding, of the heart and of the eyes. Metres. */
export const NECK = 1.8;
export const HEART = 1.43;
export const EYES = 1.975;

/**
 * The figure: one body and two ribbons in one mesh. The shoulders turn against the hips and the head against
 * the shoulders, with smooth transitions. The ribbons swing from the shoulders.
 */
export const residentVertex = /* glsl */ `
attribute vec3 aRibbon; // along, across (-1 to 1), side (-1, 1; 0 is the body)
uniform vec4 turns; // radians: shoulders against the hips, head against the shoulders, nod, tilt
uniform vec4 ribbons; // metres: how far out, how high the arc behind the head, how far down and ahead the ends
uniform float ribbonTime; // seconds
uniform vec4 arm; // how far a ribbon is raised (the left one: negative), and where it points
varying vec3 vFacing;
varying vec3 vSeen;
varying vec3 vHeart;
varying vec3 vLocal;
varying vec3 vRibbon;

mat2 turned(float angle) {
  float c = cos(angle);
  float s = sin(angle);
  return mat2(c, s, -s, c);
}

// How far the ribbon of a side is raised, 0 to 1.
float raised(float side) {
  return max(0.0, -side * arm.x);
}

// A place on the middle line of a ribbon: from behind the head in an arc over the side, and down.
vec3 middleOf(float along, float side) {
  float late = ribbonTime * 0.7 - along * 5.5;
  float free = along * along;
  // The two are no mirror images: arms would be.
  float outwards = ribbons.x * (1.0 + 0.14 * side) * (1.0 - exp(-5.5 * along)) + free * 0.2 * sin(late + 0.9 * side);
  float up = ribbons.y * exp(-12.0 * along * along) - ribbons.z * (1.0 - 0.18 * side) * smoothstep(0.1, 1.0, along);
  float ahead = mix(SHOULDER.z, ribbons.w, smoothstep(0.0, 0.7, along)) + free * 0.15 * sin(late * 0.9 + 1.9 * side);
  vec3 hanging = vec3(side * outwards, SHOULDER.y + up + free * 0.06 * sin(late * 0.6), ahead);
  // Raised, it goes over the shoulder and on in a straight line.
  vec3 straight = vec3(side * 0.2, SHOULDER.y, 0.0) + arm.yzw * (along * 1.15);
  return mix(hanging, straight, raised(side) * smoothstep(0.0, 0.25, along));
}

void main() {
  vec3 at = position;
  vec3 facing = normal;
  vLocal = position;
  vRibbon = aRibbon;
  float height = position.y;
  if (aRibbon.z != 0.0) {
    height = SHOULDER.y;
    float along = aRibbon.x;
    vec3 middle = middleOf(along, aRibbon.z);
    vec3 lengthwise = normalize(middleOf(along + 0.05, aRibbon.z) - middle);
    // It twists about its own length on its way down.
    float twist = 1.2 + 3.6 * along + 0.4 * sin(ribbonTime * 0.5 + aRibbon.z);
    // Raised, it is held broad side up.
    twist = mix(twist, 1.2 + 0.5 * along, raised(aRibbon.z));
    vec3 crosswise = vec3(aRibbon.z * sin(twist) * along, sin(twist), cos(twist));
    crosswise = normalize(crosswise - lengthwise * dot(crosswise, lengthwise));
    float broad = 0.1 * sqrt(1.0 - along) * (0.3 + 0.7 * along);
    // Raised, it is narrower, and ends in a tip.
    broad = mix(broad, 0.075 * smoothstep(-0.1, 0.35, along) * (1.0 - 0.8 * along), raised(aRibbon.z));
    at = middle + crosswise * broad * aRibbon.y;
    facing = cross(lengthwise, crosswise);
  } else {
    // The foot drifts behind like the end of a flame.
    float low = 1.0 - smoothstep(0.0, 1.1, height);
    at.x += low * low * 0.06 * sin(ribbonTime * 0.8 + height * 2.0);
    at.z += low * low * 0.05 * sin(ribbonTime * 0.63 + height * 2.4);
    float head = smoothstep(NECK - 0.09, NECK + 0.09, height);
    mat2 nod = turned(turns.z * head);
    mat2 tilt = turned(turns.w * head);
    at.y -= NECK;
    at.xy = tilt * at.xy;
    facing.xy = tilt * facing.xy;
    mat2 yaw = turned(-turns.y * head);
    at.yz = nod * at.yz;
    facing.yz = nod * facing.yz;
    at.xz = yaw * at.xz;
    facing.xz = yaw * facing.xz;
    at.y += NECK;
  }
  mat2 twisted = turned(-turns.x * smoothstep(0.35, 1.45, height));
  at.xz = twisted * at.xz;
  facing.xz = twisted * facing.xz;
  vFacing = normalize(normalMatrix * facing);
  vec4 seen = modelViewMatrix * vec4(at, 1.0);
  vSeen = seen.xyz;
  vHeart = (modelViewMatrix * vec4(0.0, HEART, 0.02, 1.0)).xyz;
  gl_Position = projectionMatrix * seen;
}
`;

/**
 * A shell that is bright at its rim and nearly transparent where it faces the camera, so that the light
 * inside is visible: the heart, and a column from it to the foot. The eyes are two arches on a darker face.
 * The back of the head has neither a face nor eyes.
 */
export const residentFragment = /* glsl */ `
uniform vec4 glow; // light of the outline, of the core, of the eyes; how wide these are open
uniform vec3 color;
uniform vec2 body; // opacity; seconds, for the light that rises inside
uniform vec4 arm; // its first: how far a ribbon is raised; the left one: negative
varying vec3 vFacing;
varying vec3 vSeen;
varying vec3 vHeart;
varying vec3 vLocal;
varying vec3 vRibbon;

void main() {
  vec3 sight = normalize(vSeen);
  float facing = abs(dot(normalize(vFacing), sight));
  // Squared, because tone mapping desaturates bright colours.
  vec3 deep = color * color;
  vec3 hot = min(mix(color, WHITE, 0.55), 1.0);
  vec3 lit;
  float cover;
  if (vRibbon.z != 0.0) {
    // A veil of light: it begins and ends in nothing, and is brightest at its edges and folds.
    float edge = smoothstep(0.5, 1.0, abs(vRibbon.y));
    float fade = smoothstep(0.06, 0.42, vRibbon.x) * (1.0 - vRibbon.x * vRibbon.x);
    float fold = 1.0 - facing;
    // Raised, it is bright to its tip, so that a visitor sees where it points.
    float raised = max(0.0, -vRibbon.z * arm.x);
    fade = mix(fade, smoothstep(0.0, 0.3, vRibbon.x), raised);
    lit = (deep * (0.02 + 0.1 * fold * fold) + color * edge * 0.22) * fade * glow.x * (1.0 + 1.4 * raised);
    lit += hot * raised * smoothstep(0.6, 1.0, vRibbon.x) * 0.45 * glow.x;
    cover = fade * (0.1 + 0.2 * edge) * body.x;
  } else {
    float hem = smoothstep(-0.05, 0.5, vLocal.y);
    // Broader and brighter far off, where it would be thinner than a pixel; soft at the very edge.
    float far = smoothstep(2.0, 8.0, length(vSeen));
    float rim = pow(1.0 - facing, mix(3.0, 1.7, far)) * smoothstep(0.0, 0.28, facing) * (1.1 + 0.5 * far);
    // How near this line of sight passes the heart: light inside the body, seen from all sides.
    float along = dot(vHeart, sight);
    float near = dot(vHeart, vHeart) - along * along;
    float heart = exp(-near * 420.0) * 1.6 + exp(-near * 40.0) * 0.12;
    float column = facing * facing * (0.014 + 0.009 * sin(vLocal.y * 9.0 - body.y * 0.9));
    lit = mix(deep, color, rim) * (0.012 + rim) * glow.x * hem;
    lit += deep * column * glow.x * hem;
    lit += hot * heart * glow.y;
    cover = min(0.98, mix(0.55, 0.88, smoothstep(1.68, 1.84, vLocal.y)) + 0.4 * rim) * hem;
    // A mantle: its two edges come from the shoulders and meet at the heart, and one seam goes on
    // down from there; in the back one goes all the way.
    float above = vLocal.y - HEART;
    float open = max(0.0, above) * 0.42;
    float seam = abs(abs(vLocal.x) - (vLocal.z > 0.0 ? open : 0.0));
    float line = smoothstep(0.011, 0.003, seam) + 0.25 * smoothstep(0.05, 0.0, seam);
    line *= smoothstep(0.25, 1.2, vLocal.y) * (1.0 - smoothstep(1.68, 1.8, vLocal.y)) * step(0.02, abs(vLocal.z));
    lit += color * line * 0.3 * glow.x;
    // The opening of the hood: dark, brighter at its upper edge, so that the eyes show where it looks.
    float front = smoothstep(0.02, 0.06, vLocal.z);
    vec2 inHood = vec2(vLocal.x / (0.082 + 0.12 * (vLocal.y - EYES)), (vLocal.y - EYES + 0.02) / 0.125);
    float away = length(inHood);
    float hood = front * (1.0 - smoothstep(0.7, 1.0, away));
    float brim = front * smoothstep(0.75, 0.96, away) * (1.0 - smoothstep(0.96, 1.2, away)) * smoothstep(-0.5, 1.0, inHood.y);
    // Lit a little from its own eyes: dark enough to show them, but no empty hole.
    lit = mix(lit, deep * (0.05 + 0.12 * exp(-away * away * 2.5)), hood);
    lit += color * brim * 0.4 * glow.x;
    cover = mix(cover, 1.06, hood);
    vec2 fromEye = vec2(abs(vLocal.x) - mix(0.036, 0.044, far), vLocal.y - EYES + 0.014);
    // Lower at the outer end: a mild look.
    fromEye.y += 0.07 * fromEye.x;
    // Larger far off, so that they are seen.
    fromEye /= 1.0 + 0.45 * far;
    float disc = 1.0 - smoothstep(0.75, 1.15, length(fromEye / vec2(0.021, 0.025)));
    // The lower lid comes up in an arch, as in a smile.
    float lid = smoothstep(0.75, 1.1, length((fromEye + vec2(0.0, mix(0.02, 0.058, glow.w))) / vec2(0.034, 0.03)));
    float shine = exp(-dot(fromEye, fromEye) * 2600.0) * 0.3;
    lit += (hot * disc * lid * (1.05 + 0.35 * far) + color * shine) * front * glow.z;
    cover *= body.x;
  }
  if (cover < 0.01) discard;
  gl_FragColor = vec4(lit, cover);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;

/** The rings. At any distance they are at least one pixel thick. Each is brightest on one side. */
export const ringVertex = /* glsl */ `
uniform vec4 ring; // colour, radius of the tube a metre of distance
varying vec3 vColor;
void main() {
  vec4 middle = modelViewMatrix * instanceMatrix * vec4(position - normal * TUBE, 1.0);
  float away = length(middle.xyz);
  vec3 outwards = normalize(mat3(modelViewMatrix) * mat3(instanceMatrix) * normal);
  gl_Position = projectionMatrix * vec4(middle.xyz + outwards * max(TUBE, away * ring.w), 1.0);
  float bright = 0.5 + 0.5 * cos(uv.x * 6.28319);
  vColor = ring.rgb * (0.22 + 0.78 * bright * bright);
}
`;

export const ringFragment = /* glsl */ `
varying vec3 vColor;
void main() {
  gl_FragColor = vec4(vColor, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;

/**
 * The soft lights: a disc of light on the floor, a glow around the body, and particles that rise around it.
 * All except the disc face the camera.
 */
export const softLightVertex = /* glsl */ `
attribute vec4 aLight; // of a mote: start of its way, direction, distance, size; -1 is the air, -2 the pool
uniform vec4 place; // the body's height over the floor; seconds; light of the air and of the pool
uniform float pixel; // metres that one pixel covers a metre away
varying vec2 vPlace;
varying vec2 vLight; // brightness, and 1 for the pool
void main() {
  vPlace = position.xy;
  vec4 seen;
  if (aLight.x < -1.5) {
    vLight = vec2(place.w, 1.0);
    seen = modelViewMatrix * vec4(position.x * 4.2, 0.03, -position.y * 4.2, 1.0);
  } else if (aLight.x < 0.0) {
    vLight = vec2(place.z, 0.0);
    seen = modelViewMatrix * vec4(0.0, place.x + 1.3, 0.0, 1.0);
    seen.xy += position.xy * vec2(1.25, 1.9);
  } else {
    float way = fract(aLight.x + place.y * (0.028 + 0.03 * aLight.w));
    // Wide at the shoulders and narrow below, as the body is.
    float apart = (0.12 + 0.5 * aLight.z) * (0.35 + 0.65 * sin(3.1416 * min(1.0, way * 0.8)));
    float angle = 6.28319 * aLight.y + way * 2.4 + 0.3 * sin(place.y * 0.4 + aLight.y * 30.0);
    vec3 middle = vec3(sin(angle) * apart, place.x - 0.2 + way * 2.9, cos(angle) * apart);
    seen = modelViewMatrix * vec4(middle, 1.0);
    float radius = 0.011 + 0.014 * aLight.w * aLight.w;
    float shown = max(radius, 1.1 * pixel * -seen.z);
    // Drawn larger than it is, it is as much fainter.
    vLight = vec2(1.5 * place.z * sin(3.1416 * way) * radius / shown, 0.0);
    seen.xy += position.xy * shown;
    vLight.x *= step(0.3, -seen.z);
    vLight.y = -1.0;
  }
  gl_Position = projectionMatrix * seen;
}
`;

export const softLightFragment = /* glsl */ `
uniform vec3 color;
uniform vec2 call; // how far the ring has run over the floor, 0 to 1; its light
varying vec2 vPlace;
varying vec2 vLight;
void main() {
  float away = length(vPlace);
  if (away > 1.0) discard;
  // Squared: a more saturated tint than the body's.
  vec3 lit = color * color;
  float left = 1.0 - away;
  if (vLight.y > 0.5) {
    // As a small lamp 0.9 m above the floor lights it.
    float far = away * 4.2 / 0.9;
    lit *= smoothstep(0.0, 0.5, left) / pow(1.0 + far * far, 1.2);
    // It is out of sight for the last two fifths of its time.
    float from = (away - call.x * 1.65) * 14.0;
    lit = lit * vLight.x + color * color * call.y * exp(-from * from) * smoothstep(0.0, 0.3, left);
  } else if (vLight.y < -0.5) lit = color * left * left;
  else lit *= left * left * left;
  gl_FragColor = vec4(vLight.y > 0.5 ? lit : lit * vLight.x, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;
