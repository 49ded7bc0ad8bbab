/**
 * Where the sleeves hang from, to each side and up, and the height about which the head nods. In
 * metres.
 */
export const SHOULDER = { x: 0.235, y: 1.265 } as const;
export const NECK = 1.42;

/**
 * The body: dark glass with a bright outline, a core in the chest, and a visor on the front of the
 * head that shows where it looks. From behind there is no core and no visor but a seam down the
 * back.
 */
export const residentVertex = /* glsl */ `
attribute float aPart; // 0 robe, 1 head, 2 and 3 sleeves
uniform vec4 posture; // radians: nod, tilt of the head, arms outwards, arms forwards
varying vec3 vFacing;
varying vec3 vToEye;
varying vec3 vLocal;
varying float vPart;

mat2 turned(float angle) {
  float c = cos(angle);
  float s = sin(angle);
  return mat2(c, s, -s, c);
}

void main() {
  vec3 at = position;
  vec3 facing = normal;
  vLocal = position;
  vPart = aPart;
  if (aPart > 1.5) {
    float side = aPart > 2.5 ? 1.0 : -1.0;
    mat2 out_ = turned(side * posture.z);
    mat2 fore = turned(-posture.w);
    at.xy = out_ * at.xy;
    at.yz = fore * at.yz;
    facing.xy = out_ * facing.xy;
    facing.yz = fore * facing.yz;
    at += vec3(side * SHOULDER_X, SHOULDER_Y, 0.0);
  } else if (aPart > 0.5) {
    mat2 nod = turned(posture.x);
    mat2 tilt = turned(posture.y);
    vec3 head = at - vec3(0.0, NECK, 0.0);
    head.yz = nod * head.yz;
    head.xy = tilt * head.xy;
    facing.yz = nod * facing.yz;
    facing.xy = tilt * facing.xy;
    at = head + vec3(0.0, NECK, 0.0);
  }
  vFacing = normalize(normalMatrix * facing);
  vec4 seen = modelViewMatrix * vec4(at, 1.0);
  vToEye = normalize(-seen.xyz);
  gl_Position = projectionMatrix * seen;
}
`;

export const residentFragment = /* glsl */ `
uniform vec4 glow; // seconds, light of the outline, of the core, of the visor
uniform vec4 visor; // half the height of its opening in metres, cover of the body; two spare
uniform vec3 color;
varying vec3 vFacing;
varying vec3 vToEye;
varying vec3 vLocal;
varying float vPart;
void main() {
  float facing = abs(dot(normalize(vFacing), normalize(vToEye)));
  float rim = pow(1.0 - facing, 2.4);
  // Squared, because tone mapping desaturates bright colours.
  vec3 deep = color * color;
  vec3 hot = mix(color, WHITE, 0.6);
  vec3 lit = color * rim * 1.15 * glow.y;
  float front = smoothstep(-0.01, 0.04, vLocal.z);
  float cover = visor.y;
  if (vPart < 0.5) {
    float hem = smoothstep(0.02, 0.62, vLocal.y);
    float bands = 0.5 + 0.5 * sin(vLocal.y * 13.0 - glow.x * 0.9);
    // The core: a small light in the chest that also lights the robe below it.
    vec2 fromHeart = vLocal.xy - vec2(0.0, 1.14);
    float near = dot(fromHeart, fromHeart);
    float heart = exp(-near * 260.0) + 0.16 * exp(-near * 30.0);
    // A V-shaped collar below the face.
    float collar = smoothstep(0.016, 0.005, abs(abs(vLocal.x) - (vLocal.y - 1.16) * 0.42)) * step(1.16, vLocal.y) * step(vLocal.y, 1.36);
    float seam = smoothstep(0.014, 0.004, abs(vLocal.x)) * smoothstep(0.5, 1.0, vLocal.y) * (1.0 - front);
    lit = lit * hem + deep * (0.05 + 0.2 * facing * bands) * hem * glow.y;
    lit += (hot * heart * 1.5 + color * collar * 0.55) * front * glow.z;
    lit += color * seam * 0.5 * glow.z;
    cover *= hem;
  } else if (vPart < 1.5) {
    // Curved round the front as far as the temples: half of it is visible from the side, none from
    // behind.
    float across = 1.0 - smoothstep(0.088, 0.108, abs(vLocal.x));
    float slit = 1.0 - smoothstep(visor.x * 0.75, visor.x * 1.15, abs(vLocal.y - 1.55));
    float look = slit * across * smoothstep(0.0, 0.03, vLocal.z);
    lit += deep * 0.06 * glow.y;
    lit = mix(lit, mix(hot, WHITE, 0.4) * glow.w, look);
  } else {
    // The hands are brighter.
    float hand = smoothstep(-0.3, -0.5, vLocal.y);
    lit = lit * (0.75 + 0.5 * hand) + hot * hand * 0.5 * glow.z * facing + deep * 0.06 * glow.y;
  }
  if (cover < 0.02) discard;
  gl_FragColor = vec4(lit, cover);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;

/** The rings: never thinner than a pixel, at any distance. */
export const ringVertex = /* glsl */ `
uniform vec4 ring; // colour, radius of the tube a metre of distance
varying vec3 vColor;
void main() {
  vec4 middle = modelViewMatrix * instanceMatrix * vec4(position - normal * TUBE, 1.0);
  float away = length(middle.xyz);
  vec3 outwards = normalize(mat3(modelViewMatrix) * mat3(instanceMatrix) * normal);
  gl_Position = projectionMatrix * vec4(middle.xyz + outwards * max(TUBE, away * ring.w), 1.0);
  vColor = ring.rgb;
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

/** The glow around the body and the pool of light on the floor: a round fall-off. */
export const haloVertex = /* glsl */ `
varying vec2 vPlace;
void main() {
  vPlace = uv * 2.0 - 1.0;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}
`;

export const haloFragment = /* glsl */ `
uniform float light;
uniform vec3 color;
varying vec2 vPlace;
void main() {
  float fall = max(1.0 - length(vPlace), 0.0);
  // Squared: a more saturated tint than the body's.
  gl_FragColor = vec4(color * color * light * fall * fall * fall, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;
