import type { InstancedBufferGeometry, ShaderMaterial } from 'three';
import { Color, type IUniform, InstancedBufferAttribute, Mesh, OctahedronGeometry, Vector4 } from 'three';
import type { ReadingsState } from '../../../data/readings/readings-state.ts';
import type { WorldState } from '../../../data/world-state.ts';
import { defineModule } from '../../core/define-module.ts';
import { METER_PLACE, METER_SCALE, METER_TURN } from '../../panels/meter/meter-view.ts';
import { DrawnModule, type ModuleParts } from '../../utils/drawn-module.ts';
import { ADDED_LIGHT, ADDITIVE } from '../../utils/drawing.ts';
import {
  ASSEMBLE_SECONDS,
  type CrownLook,
  DISSOLVE_SECONDS,
  PLACES,
  crownLook,
  crownPlaces,
  crownSeconds,
} from './sovereignty-egg-animation.ts';
import { instanced } from '../../utils/geometry.ts';

type StateSlice = ReadingsState & WorldState;

/**
 * The crown is above the middle of the sovereignty meter, tilted towards the start view so that its inside is
 * visible.
 */
const ABOVE_METER = 1.65;
const LEAN_RADIANS = 0.42;
const RADIUS = 1.9;
const LOW = 0.42;
const TALL = 1.55;
const WIDE = 0.065;
/** The size of the grain in an empty place. */
const GRAIN = 0.022;

function crownGeometry(): InstancedBufferGeometry {
  const shard = new OctahedronGeometry(1);
  const aPlace = new InstancedBufferAttribute(crownPlaces(), 4);
  return instanced(shard, { aPlace }, PLACES);
}

/**
 * The crown: shards fly in from all sides, hold, and rise while they dissolve. A place without a shard has a
 * grey point of light, so that missing shards can be counted.
 */
const crownVertex = /* glsl */ `
attribute vec4 aPlace; // radians from the front, point (0 to 1), order (0 to 1), random number
uniform vec4 egg; // clock, shards (0 to 1), when it dissolves (seconds), light
uniform vec4 tint; // the score's colour, 1 with reduced motion
varying vec3 vLight;
void main() {
  bool filled = aPlace.z < egg.y - 0.001;
  bool reducedMotion = tint.w > 0.5;
  float begins = reducedMotion ? 0.0 : aPlace.z * 1.2;
  float come = clamp((egg.x - begins) / (ASSEMBLE - 1.2), 0.0, 1.0);
  float go = clamp((egg.x - egg.z - (reducedMotion ? 0.0 : aPlace.w * 0.5)) / (DISSOLVE - 0.5), 0.0, 1.0);
  float settled = reducedMotion ? 1.0 : 1.0 - pow(1.0 - come, 3.0);
  float angle = aPlace.x + (1.0 - settled) * (1.6 + aPlace.w);
  float radius = RADIUS * mix(3.2 + 1.5 * aPlace.w, 1.0, settled);
  float tall = filled ? mix(LOW, TALL, aPlace.y) : GRAIN;
  float wide = filled ? WIDE : GRAIN;
  float grown = (reducedMotion ? 1.0 : (0.35 + 0.65 * settled) * (1.0 - go * 0.7));
  // The foot of each shard is on the circlet; a shard on its way tumbles.
  float spin = (1.0 - settled) * (3.0 + aPlace.w * 3.0);
  vec3 shape = vec3(position.x * wide, position.y * tall * 0.5, position.z * wide) * grown;
  shape.xy = mat2(cos(spin), sin(spin), -sin(spin), cos(spin)) * shape.xy;
  float y = tall * 0.5 + (1.0 - settled) * (aPlace.w * 7.0 - 4.0) + (reducedMotion ? 0.0 : go * go * (0.8 + aPlace.w));
  vec3 outward = vec3(sin(angle), 0.0, cos(angle));
  vec3 sideways = vec3(cos(angle), 0.0, -sin(angle));
  vec3 place = outward * (radius + shape.z + shape.y * 0.16) + sideways * shape.x + vec3(0.0, y + shape.y, 0.0);
  vec3 facing = normalize(outward * normal.z + sideways * normal.x + vec3(0.0, normal.y, 0.0));
  vec4 seen = modelViewMatrix * vec4(place, 1.0);
  vec3 toEye = normalize(-seen.xyz);
  float facet = 0.45 + 0.55 * abs(dot(mat3(modelViewMatrix) * facing, toEye));
  float shimmer = 0.88 + 0.12 * sin(aPlace.x * 3.0 - egg.x * 1.7);
  // Shards at the back are dimmer, and so are shards at the sides, because they overlap.
  float lit = smoothstep(0.0, 0.5, come) * (1.0 - go) * egg.w * (0.62 + 0.38 * cos(angle));
  vec3 color = filled ? mix(tint.rgb, WHITE, 0.12 + 0.3 * smoothstep(0.3, 1.0, position.y)) : EMPTY_COLOR * 0.55;
  vLight = color * lit * facet * shimmer;
  gl_Position = projectionMatrix * seen;
}
`;

const crownFragment = /* glsl */ `
varying vec3 vLight;
void main() {
  gl_FragColor = vec4(vLight, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;

/**
 * When sovereignty is mentioned, a crown appears over the meter, with one shard for each percent of the
 * score. One draw call while it is shown.
 */
class SovereigntyEgg extends DrawnModule<StateSlice> {
  readonly #mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  /** Uniform `egg`: clock, share of shards, time of dissolving, brightness. */
  readonly #egg: IUniform<Vector4> = { value: new Vector4() };
  /** Uniform `tint`: rgb is the colour of the score; w is 1 with reduced motion. */
  readonly #tint: IUniform<Vector4> = { value: new Vector4() };
  readonly #color = new Color();
  readonly #mentions = this.state.sovereigntyEgg.reader();
  /** Undefined while no crown is shown. */
  #look: CrownLook | undefined;
  /** Seconds since the start. */
  #clock = 0;

  constructor(...parts: ModuleParts<StateSlice>) {
    super(...parts);
    const { scene, theme, disposables } = this;
    const material = this.material({
      name: 'sovereignty-egg',
      constants: {
        RADIUS,
        LOW,
        TALL,
        WIDE,
        GRAIN,
        ASSEMBLE: ASSEMBLE_SECONDS,
        DISSOLVE: DISSOLVE_SECONDS,
        WHITE: new Color(theme.colors.star),
        EMPTY_COLOR: new Color(theme.colors.readingOffline),
      },
      vertexShader: crownVertex,
      fragmentShader: crownFragment,
      uniforms: { egg: this.#egg, tint: this.#tint },
      ...ADDITIVE,
    });
    this.#mesh = new Mesh(disposables.use(crownGeometry()), material);
    this.#mesh.name = 'sovereignty-egg';
    const { x, y, z } = METER_PLACE;
    this.#mesh.position.set(x, y + ABOVE_METER * METER_SCALE, z);
    this.#mesh.rotation.set(LEAN_RADIANS, METER_TURN, 0, 'YXZ');
    this.#mesh.scale.setScalar(METER_SCALE);
    this.#mesh.visible = false;
    this.#mesh.frustumCulled = false;
    disposables.add(scene, this.#mesh);
  }

  update(_elapsed: number, delta: number): void {
    const mentioned = this.#mentions.last() !== undefined;
    // A crown that is shown does not start again.
    if (mentioned && !this.#look) this.#start();
    if (!mentioned) this.#clock += delta;
    const look = this.#look;
    const isOver = look !== undefined && this.#clock >= crownSeconds(look);
    if (isOver) this.#look = undefined;
    this.#mesh.visible = look !== undefined && !isOver;
    if (look && !isOver) this.#show(look);
  }

  #start(): void {
    const look = crownLook(this.state.readings.sovereignty.get());
    this.#look = look;
    this.#clock = 0;
    this.#color.set(this.theme.colors[look.color]);
  }

  #show({ shards, holdSeconds, light }: CrownLook): void {
    const dissolvesAt = ASSEMBLE_SECONDS + holdSeconds;
    this.#egg.value.set(this.#clock, shards / PLACES, dissolvesAt, light * ADDED_LIGHT);
    const { r, g, b } = this.#color;
    this.#tint.value.set(r, g, b, this.reducedMotion ? 1 : 0);
  }
}

export const { init, update, dispose } = defineModule((...given) => new SovereigntyEgg(...given));
