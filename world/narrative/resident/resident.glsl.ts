/** The point of a shoulder from which the ribbons hang; at `z` they meet behind the neck. Metres. */
export const SHOULDER = { x: 0.4, y: 1.52, z: -0.2 } as const;
export const RIBBON_METRES = 1.2;
/** The heights of the axis of nodding, of the heart and of the eyes. Metres. */
export const NECK = 1.8;
export const HEART = 1.43;
export const EYES = 1.94;

/**
 * The figure: one body, two ribbons and two arms in one mesh. The shoulders turn against the hips and the
 * head against the shoulders, with smooth transitions. The ribbons swing from the shoulders. The arms are
 * strips that face the camera.
 */
export const residentVertex = /* glsl */ `
attribute vec3 aPart; // along, across (-1 to 1), side (-1 and 1: ribbons, -2 and 2: arms, 0: the body)
uniform vec4 turns; // radians: shoulders against the hips, head against the shoulders, nod, tilt
uniform vec4 ribbons; // metres: how far out, how high the arc behind the head, how far down and ahead the ends
uniform vec3 hands; // metres: how far out, how high and how far ahead
uniform float ribbonTime; // seconds
uniform vec4 arm; // how far an arm is raised (the left one: negative), and where it points
varying vec3 vFacing;
varying vec3 vSeen;
varying vec3 vHeart;
varying vec3 vLocal;
varying vec3 vPart;
varying vec3 vSight;

mat2 turned(float angle) {
  float c = cos(angle);
  float s = sin(angle);
  return mat2(c, s, -s, c);
}

// A place on the middle line of a ribbon: from behind the head in an arc over the side, and down.
vec3 ribbonAt(float along, float side) {
  float late = ribbonTime * 0.7 - along * 5.5;
  float free = along * along;
  // The two ribbons are not mirror images, because then they would look like wings.
  float outwards = ribbons.x * (1.0 + 0.14 * side) * (1.0 - exp(-5.5 * along)) + free * 0.2 * sin(late + 0.9 * side);
  float up = ribbons.y * exp(-12.0 * along * along) - ribbons.z * (1.0 - 0.18 * side) * smoothstep(0.1, 1.0, along);
  float ahead = mix(SHOULDER.z, ribbons.w, smoothstep(0.0, 0.7, along)) + free * 0.15 * sin(late * 0.9 + 1.9 * side);
  return vec3(side * outwards, SHOULDER.y + up + free * 0.06 * sin(late * 0.6), ahead);
}

// A place on the middle line of an arm: from the shoulder over the elbow to the wrist.
vec3 armAt(float along, float side) {
  float raised = max(0.0, -side * arm.x);
  vec3 from = vec3(side * 0.18, SHOULDER.y - 0.02, 0.02);
  vec3 to = vec3(side * hands.x, hands.y + 0.012 * sin(ribbonTime * 0.9 + side), hands.z);
  vec3 elbow = mix(from, to, 0.5) + vec3(side * 0.2, -0.25, -0.04) * smoothstep(0.8, 1.25, hands.y);
  // A raised or hanging arm is straight.
  vec3 end = from + arm.yzw * 0.66;
  to = mix(to, end, raised);
  elbow = mix(elbow, mix(from, end, 0.5), raised);
  // The middle line ends at the wrist.
  along /= 0.75;
  return mix(mix(from, elbow, along), mix(elbow, to, along), along);
}

void main() {
  vec3 at = position;
  vec3 facing = normal;
  vLocal = position;
  vPart = aPart;
  float along = aPart.x;
  float side = sign(aPart.z);
  bool isArm = abs(aPart.z) > 1.5;
  float height = aPart.z == 0.0 ? position.y : SHOULDER.y;
  float head = aPart.z == 0.0 ? smoothstep(NECK - 0.09, NECK + 0.09, height) : 0.0;
  mat2 nod = turned(turns.z * head);
  mat2 tilt = turned(turns.w * head);
  mat2 yaw = turned(-turns.y * head);
  mat2 twist = turned(-turns.x * smoothstep(0.35, 1.45, height));
  vec3 ahead = vec3(0.0);
  if (isArm) {
    // The hand is straight.
    float bent = min(along, 0.7);
    at = armAt(bent, side);
    ahead = armAt(bent + 0.15, side) - armAt(bent - 0.25, side);
  } else if (aPart.z != 0.0) {
    at = ribbonAt(along, side);
    vec3 lengthwise = normalize(ribbonAt(along + 0.05, side) - at);
    // The ribbon twists about its own length on its way down.
    float turn = 1.2 + 3.6 * along + 0.4 * sin(ribbonTime * 0.5 + side);
    vec3 crosswise = vec3(side * sin(turn) * along, sin(turn), cos(turn));
    crosswise = normalize(crosswise - lengthwise * dot(crosswise, lengthwise));
    at += crosswise * 0.1 * sqrt(1.0 - along) * (0.3 + 0.7 * along) * aPart.y;
    facing = cross(lengthwise, crosswise);
  } else {
    // The hem sways.
    float low = 1.0 - smoothstep(0.0, 1.1, height);
    at.x += low * low * 0.05 * sin(ribbonTime * 0.8 + height * 2.0);
    at.z += low * low * 0.04 * sin(ribbonTime * 0.63 + height * 2.4);
    at.y -= NECK;
    at.xy = tilt * at.xy;
    facing.xy = tilt * facing.xy;
    at.yz = nod * at.yz;
    facing.yz = nod * facing.yz;
    at.xz = yaw * at.xz;
    facing.xz = yaw * facing.xz;
    at.y += NECK;
  }
  at.xz = twist * at.xz;
  facing.xz = twist * facing.xz;
  ahead.xz = twist * ahead.xz;
  vFacing = normalize(normalMatrix * facing);
  vec4 seen = modelViewMatrix * vec4(at, 1.0);
  // The sleeve widens to the cuff, and faces the camera.
  if (isArm) {
    // The hand is hardly foreshortened, so that hands held out to the camera are visible.
    vec3 lengthwise = normalize(normalMatrix * ahead) * vec3(1.0, 1.0, 0.3) + vec3(0.0, 0.01, 0.0);
    lengthwise = normalize(lengthwise);
    seen.xyz += lengthwise * max(0.0, along - 0.7) * 0.68;
    seen.xyz += normalize(cross(lengthwise, seen.xyz)) * (0.05 + 0.04 * smoothstep(0.0, 0.7, along)) * aPart.y;
  }
  vSeen = seen.xyz;
  // The line of sight in local coordinates of the head.
  vSight = seen.xyz * mat3(modelViewMatrix);
  vSight.xz = vSight.xz * twist;
  vSight.xz = vSight.xz * yaw;
  vSight.yz = vSight.yz * nod;
  vSight.xy = vSight.xy * tilt;
  vHeart = (modelViewMatrix * vec4(0.0, HEART, 0.02, 1.0)).xyz;
  gl_Position = projectionMatrix * seen;
}
`;

/**
 * A shell that is bright at its rim and nearly transparent where it faces the camera, so that the light
 * inside is visible: the heart, and a column from it to the hem. The hood is open: the face lies behind its
 * rim, and has two eyes of light. The back of the head has no opening and no eyes.
 */
export const residentFragment = /* glsl */ `
uniform vec4 glow; // light of the outline, of the core, of the eyes; how wide the eyes are open
uniform vec3 color;
uniform vec2 body; // opacity; seconds, for the light that rises inside
uniform vec3 gaze; // how far the eyes look to the left and up, -1 to 1; how far the lids are closed by a blink
varying vec3 vFacing;
varying vec3 vSeen;
varying vec3 vHeart;
varying vec3 vLocal;
varying vec3 vPart;
varying vec3 vSight;

void main() {
  vec3 sight = normalize(vSeen);
  float facing = abs(dot(normalize(vFacing), sight));
  float far = smoothstep(2.0, 8.0, length(vSeen));
  // Squared, because tone mapping desaturates bright colours.
  vec3 deep = color * color;
  vec3 hot = min(mix(color, WHITE, 0.55), 1.0);
  vec3 lit;
  float cover;
  float across = abs(vPart.y);
  if (abs(vPart.z) > 1.5) {
    // A sleeve to three quarters of the length, round as a tube; then the hand of light, with its thumb on
    // the inner side.
    float bulge = 1.0 - sqrt(max(0.0, 1.0 - across * across));
    float sleeve = smoothstep(0.0, 0.15, vPart.x) * smoothstep(0.735, 0.715, vPart.x);
    float cuff = exp(-pow((vPart.x - 0.72) * mix(60.0, 40.0, far), 2.0));
    float hand = max(0.0, vPart.x - 0.7) / 0.3;
    float thumb = 0.22 * sqrt(max(0.0, 0.6 - hand)) - abs(0.3 + hand + vPart.y * sign(vPart.z));
    float palm = smoothstep(0.0, 0.14, max(1.35 * sqrt(hand) * (1.0 - hand) - across, thumb)) * step(0.01, hand);
    lit = mix(deep, color, bulge) * (0.05 + 0.6 * bulge) * sleeve * glow.x;
    lit += hot * palm * (0.3 * glow.x + 0.7 * glow.y) + color * cuff * 0.35 * glow.x;
    cover = max(sleeve * (0.6 + 0.35 * bulge), max(cuff * 0.6, palm * 0.9)) * body.x;
  } else if (vPart.z != 0.0) {
    // A veil of light: transparent at both ends, and brightest at its edges and folds.
    float edge = smoothstep(0.5, 1.0, across);
    float fade = smoothstep(0.06, 0.42, vPart.x) * (1.0 - vPart.x * vPart.x);
    float fold = 1.0 - facing;
    lit = (deep * (0.02 + 0.1 * fold * fold) + color * edge * 0.22) * fade * glow.x;
    cover = fade * (0.1 + 0.2 * edge) * body.x;
  } else {
    // The robe falls in folds and ends in a hem that waves; below the hem the light fades.
    float around = atan(vLocal.x, vLocal.z);
    float above = vLocal.y - 0.15 - 0.014 * sin(around * 5.0 + body.y * 0.5) - 0.008 * sin(around * 8.0 - body.y * 0.3);
    float hem = smoothstep(-0.15, 0.02, above);
    hem *= hem;
    float folds = pow(0.5 + 0.5 * cos(around * 10.0), 4.0) * (1.0 - smoothstep(0.1, 0.9, vLocal.y));
    float trim = exp(-pow(above * mix(60.0, 34.0, far), 2.0)) + 0.4 * exp(-pow((above - 0.07) * 60.0, 2.0));
    // At a distance the rim is broader and brighter, because it would be thinner than a pixel. At the very
    // edge it is soft.
    float rim = pow(1.0 - facing, mix(3.0, 1.7, far)) * smoothstep(0.0, 0.28, facing) * (1.1 + 0.5 * far);
    // How near this line of sight passes the heart: light inside the body, seen from all sides.
    float along = dot(vHeart, sight);
    float near = dot(vHeart, vHeart) - along * along;
    float heart = exp(-near * 420.0) * 1.6 + exp(-near * 40.0) * 0.12;
    float column = facing * facing * (0.014 + 0.009 * sin(vLocal.y * 9.0 - body.y * 0.9));
    lit = mix(deep, color, rim) * (0.012 + rim) * glow.x * hem;
    lit += (deep * (column + 0.12 * folds) + color * trim * 0.2) * glow.x * hem;
    lit += hot * heart * glow.y;
    cover = min(0.98, mix(0.55, 0.88, smoothstep(1.68, 1.84, vLocal.y)) + 0.4 * rim) * hem;
    // A mantle: its two edges come from the shoulders and meet at the heart, and one seam continues down from
    // there. In the back, one seam has the whole length.
    float open = max(0.0, vLocal.y - HEART) * 0.42;
    float seam = abs(abs(vLocal.x) - (vLocal.z > 0.0 ? open : 0.0));
    float line = smoothstep(0.011, 0.003, seam) + 0.25 * smoothstep(0.05, 0.0, seam);
    line *= smoothstep(0.25, 1.2, vLocal.y) * (1.0 - smoothstep(1.62, 1.72, vLocal.y)) * step(0.02, abs(vLocal.z));
    lit += color * line * 0.3 * glow.x;
    // The opening of the hood, with a bright rim and a point at the top.
    float front = smoothstep(0.02, 0.06, vLocal.z);
    vec2 inHood = vec2(vLocal.x / (0.135 - 0.3 * max(0.0, vLocal.y - EYES)), (vLocal.y - EYES + 0.01) / 0.17);
    float away = length(inHood);
    float hood = front * (1.0 - smoothstep(0.86, 0.98, away));
    float brim = front * smoothstep(0.86, 1.0, away) * (1.0 - smoothstep(1.0, 1.25, away)) * (0.5 + 0.3 * inHood.y);
    // The hood is dark inside but not black: its eyes and the heart below light it a little.
    lit = mix(lit, deep * (0.02 + 0.05 * exp(-away * away * 2.5) + 0.07 * smoothstep(0.0, -1.0, inHood.y)), hood);
    lit += color * brim * 0.5 * glow.x;
    cover = mix(cover, 1.06, hood);
    // The face is behind the opening, so the rim covers a part of it from the side.
    vec2 face = vLocal.xy + vSight.xy * (0.07 / max(0.4 * length(vSight), -vSight.z));
    float apart = mix(0.05, 0.058, far);
    // The position relative to the nearer eye. At a distance the eyes are larger, so that they are visible.
    vec2 eye = vec2(abs(face.x - 0.012 * gaze.x) - apart, face.y - EYES - 0.008 * gaze.y) / (1.0 + 0.15 * far);
    // The eyes have the shape of almonds, whose outer ends droop when they are narrow.
    eye.y -= mix(-0.25, 0.2, glow.w) * eye.x;
    float arch = 1.0 - eye.x * eye.x / 0.0018;
    float lid = mix(-0.013, 0.036, glow.w * (1.0 - gaze.z));
    float soft = 0.002 + 0.004 * far;
    float almond = smoothstep(-soft, soft, min(lid * arch - eye.y, eye.y + 0.016 * arch));
    vec2 fromCore = eye - vec2(0.012 * gaze.x * sign(face.x), 0.004 + 0.006 * gaze.y);
    float core = exp(-dot(fromCore, fromCore) * mix(5000.0, 2500.0, far));
    float shine = exp(-dot(eye, eye) * 900.0) * 0.35;
    lit += (mix(mix(deep, color, 0.4) * mix(0.65, 1.0, far), hot * 1.6, core) * almond * (1.0 + 0.35 * far) + color * shine) * hood * glow.z;
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
    // The particles are wide apart at the shoulders and close together below, as the body is.
    float apart = (0.12 + 0.5 * aLight.z) * (0.35 + 0.65 * sin(3.1416 * min(1.0, way * 0.8)));
    float angle = 6.28319 * aLight.y + way * 2.4 + 0.3 * sin(place.y * 0.4 + aLight.y * 30.0);
    vec3 middle = vec3(sin(angle) * apart, place.x - 0.2 + way * 2.9, cos(angle) * apart);
    seen = modelViewMatrix * vec4(middle, 1.0);
    float radius = 0.011 + 0.014 * aLight.w * aLight.w;
    float shown = max(radius, 1.1 * pixel * -seen.z);
    // A particle that is drawn larger than it is, is fainter by the same factor.
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
  // Squared, so that the tint is more saturated than that of the body.
  vec3 lit = color * color;
  float left = 1.0 - away;
  if (vLight.y > 0.5) {
    // The floor is lit as by a small lamp 0.9 m above it.
    float far = away * 4.2 / 0.9;
    lit *= smoothstep(0.0, 0.5, left) / pow(1.0 + far * far, 1.2);
    // The ring is out of sight for the last two fifths of its time.
    float from = (away - call.x * 1.65) * 14.0;
    lit = lit * vLight.x + color * color * call.y * exp(-from * from) * smoothstep(0.0, 0.3, left);
  } else if (vLight.y < -0.5) lit = color * left * left;
  else lit *= left * left * left;
  gl_FragColor = vec4(vLight.y > 0.5 ? lit : lit * vLight.x, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;
