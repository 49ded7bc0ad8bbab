import {
  Color,
  type IUniform,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  OctahedronGeometry,
  ShaderMaterial,
  Vector4,
} from 'three';
import type { ReadingsState } from '../../../data/readings/readings-state.ts';
import type { WorldState } from '../../../data/world-state.ts';
import type { EventReader } from '../../../data/core/event.ts';
import type { Theme } from '../../../theme/theme.ts';
import { defineModule } from '../../core/define-module.ts';
import type { Disposables } from '../../core/disposables.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import { METER_PLACE, METER_SCALE, METER_TURN } from '../../panels/meter/meter-view.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
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
import { crownFragment, crownVertex } from './sovereignty-egg.glsl.ts';

type StateSlice = ReadingsState & WorldState;

/** Above the middle of the sovereignty meter, tilted towards the start view so that its inside is visible. */
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
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute('position', shard.getAttribute('position'));
  geometry.setAttribute('normal', shard.getAttribute('normal'));
  geometry.setAttribute('aPlace', new InstancedBufferAttribute(crownPlaces(), 4));
  geometry.instanceCount = PLACES;
  return geometry;
}

/**
 * When sovereignty is mentioned, a crown appears over the meter, with one shard for each percent of the
 * score. One draw call while it is shown.
 */
class SovereigntyEgg {
  readonly #state: StateSlice;
  readonly #theme: Theme;
  readonly #mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  /** Uniform `egg`: clock, share of shards, time of dissolving, brightness. */
  readonly #egg: IUniform<Vector4> = { value: new Vector4() };
  /** Uniform `tint`: rgb is the colour of the score; w is 1 with reduced motion. */
  readonly #tint: IUniform<Vector4> = { value: new Vector4() };
  readonly #color = new Color();
  readonly #mentions: EventReader<string>;
  /** Undefined while no crown is shown. */
  #look: CrownLook | undefined;
  /** Seconds since the start. */
  #clock = 0;

  constructor(scene: WorldScene, state: StateSlice, theme: Theme, disposables: Disposables) {
    this.#state = state;
    this.#theme = theme;
    this.#mentions = state.sovereigntyEgg.reader();
    const constants = glslConstants({
      RADIUS,
      LOW,
      TALL,
      WIDE,
      GRAIN,
      ASSEMBLE: ASSEMBLE_SECONDS,
      DISSOLVE: DISSOLVE_SECONDS,
      WHITE: new Color(theme.colors.star),
      EMPTY_COLOR: new Color(theme.colors.readingOffline),
    });
    const material = new ShaderMaterial({
      name: 'sovereignty-egg',
      vertexShader: `${constants}\n${crownVertex}`,
      fragmentShader: crownFragment,
      uniforms: { egg: this.#egg, tint: this.#tint },
      ...ADDITIVE,
    });
    this.#mesh = new Mesh(disposables.use(crownGeometry()), disposables.use(material));
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
    const look = crownLook(this.#state.readings.sovereignty.get());
    this.#look = look;
    this.#clock = 0;
    this.#color.set(this.#theme.colors[look.color]);
  }

  #show({ shards, holdSeconds, light }: CrownLook): void {
    const dissolvesAt = ASSEMBLE_SECONDS + holdSeconds;
    this.#egg.value.set(this.#clock, shards / PLACES, dissolvesAt, light * ADDED_LIGHT);
    const { r, g, b } = this.#color;
    this.#tint.value.set(r, g, b, this.#state.world.reducedMotion.get() ? 1 : 0);
  }
}

export const { init, update, dispose } = defineModule((...given) => new SovereigntyEgg(...given));
