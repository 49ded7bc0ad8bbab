import type { InstancedBufferGeometry, Mesh, ShaderMaterial } from 'three';
import { BufferGeometry, Float32BufferAttribute, LatheGeometry, Vector2 } from 'three';
import { fogFunction } from '../../utils/fog-uniforms.glsl.ts';
import { FIGURES } from './session-places.ts';
import type { WorldState } from '../../../data/world-state.ts';
import { DrawnModule, type ModuleParts } from '../../utils/drawn-module.ts';
import { instanced, perInstance } from '../../utils/geometry.ts';

/** The outline from the hem to the crown, as radius and height; the height of a figure is 1. */
const OUTLINE: readonly (readonly [radius: number, height: number])[] = [
  [0.105, 0],
  [0.098, 0.12],
  [0.088, 0.32],
  [0.082, 0.5],
  [0.1, 0.63],
  [0.118, 0.72],
  [0.098, 0.77],
  [0.06, 0.8],
  [0.056, 0.83],
  [0.062, 0.89],
  [0.052, 0.95],
  [0.028, 0.985],
  [0.001, 1],
];
const SIDES = 12;
const DEPTH = 0.78;
const ARM_PARTS = 6;

/** The body as a lathe, and one arm as a strip. */
function figureGeometry(): BufferGeometry {
  const lathe = new LatheGeometry(
    OUTLINE.map(([radius, height]) => new Vector2(radius, height)),
    SIDES,
  );
  const at = lathe.getAttribute('position');
  const normal = lathe.getAttribute('normal');
  const positions: number[] = [];
  const normals: number[] = [];
  const arms: number[] = [];
  const index = [...(lathe.getIndex()?.array ?? [])];
  for (let i = 0; i < at.count; i++) {
    positions.push(at.getX(i), at.getY(i), at.getZ(i) * DEPTH);
    normals.push(normal.getX(i), normal.getY(i), normal.getZ(i) / DEPTH);
    arms.push(0, 0, 0);
  }
  for (let part = 0; part <= ARM_PARTS; part++) {
    const corner = positions.length / 3;
    for (const side of [-1, 1]) {
      positions.push(0, 0, 0);
      normals.push(0, 0, 1);
      arms.push(part / ARM_PARTS, side, 1);
    }
    if (part < ARM_PARTS) index.push(corner, corner + 1, corner + 2, corner + 1, corner + 3, corner + 2);
  }
  return new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute(positions, 3))
    .setAttribute('normal', new Float32BufferAttribute(normals, 3))
    .setAttribute('arm', new Float32BufferAttribute(arms, 3))
    .setIndex(index);
}

/** The height of a figure. The resident's height is 2.2. Metres. */
export const FIGURE_METRES = 1.25;
/** The heights of shoulder, neck and eyes as shares of the figure's height. */
const SHOULDER = 0.74;
const NECK = 0.8;
const EYES = 0.885;

/** The figures: a body with a hood, and an arm that is raised to call the owner. */
const figureVertex = /* glsl */ `
// Position along the arm, position across it (-1 to 1), and 1 for vertices of an arm.
attribute vec3 arm;
// Where the figure stands, in metres, and the share of it that is visible.
attribute vec4 place;
// Colour and brightness.
attribute vec4 look;
// The direction, how far the arm is raised, how far the head is bowed (negative: up), and the phase of
// swaying, 0 to 1.
attribute vec4 act;
// Seconds of movement; 1, or 0 with reduced motion.
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
  // A figure fades out when the visitor walks into it.
  vShare = place.w * clearAt(seen.xyz) * smoothstep(0.4, 1.2, -seen.z);
  if (arm.z > 0.5) vShare *= smoothstep(0.05, 0.3, act.y);
  vLook = look;
  gl_Position = vShare > 0.003 ? projectionMatrix * seen : vec4(2.0, 2.0, 2.0, 1.0);
}
`;

const figureFragment = /* glsl */ `
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

/** The figures of the agent sessions in one draw call. */
export class SessionFigures extends DrawnModule<WorldState> {
  /** x, y and z in metres, and the share of the figure that is visible, 0 to 1. */
  readonly places = perInstance(FIGURES, 4);
  /** The colour and the brightness. */
  readonly looks = perInstance(FIGURES, 4);
  /**
   * The direction in radians about y, how far the arm is raised and the head bowed, and the phase of swaying.
   */
  readonly acts = perInstance(FIGURES, 4);
  /** A uniform: seconds, and whether there is motion. */
  readonly #shown = new Vector2();
  readonly #mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;

  constructor(...parts: ModuleParts<WorldState>) {
    super(...parts);
    const geometry = instanced(figureGeometry(), { place: this.places, look: this.looks, act: this.acts });
    const shading = {
      name: 'agent sessions',
      constants: { METRES: FIGURE_METRES, SHOULDER, NECK, EYES },
      vertexShader: figureVertex,
      fragmentShader: figureFragment,
      uniforms: { shown: { value: this.#shown }, ...this.fog },
      transparent: true,
      premultipliedAlpha: true,
    };
    this.#mesh = this.addMesh(geometry, shading, 18);
  }

  /** @param seconds Since the last picture; with reduced motion nothing moves. */
  show(count: number, seconds: number): void {
    const moves = this.reducedMotion ? 0 : 1;
    this.#shown.set(this.#shown.x + seconds * moves, moves);
    this.#mesh.visible = count > 0;
    if (count === 0) return;
    this.#mesh.geometry.instanceCount = count;
    this.places.needsUpdate = true;
    this.looks.needsUpdate = true;
    this.acts.needsUpdate = true;
    this.updateFog();
  }
}
