import {
  Color,
  type IUniform,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  MathUtils,
  Mesh,
  type Object3D,
  type PerspectiveCamera,
  OctahedronGeometry,
  ShaderMaterial,
  Vector3,
  Vector4,
} from 'three';
import type { ReadingsState } from '../../../data/readings/readings-state.ts';
import type { WorldState } from '../../../data/world-state.ts';
import type { EventReader } from '../../../data/core/event.ts';
import type { Theme } from '../../../theme/theme.ts';
import { defineModule } from '../../core/define-module.ts';
import type { Disposables } from '../../core/disposables.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
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

/**
 * Over the sovereignty meter, tilted towards the start view so that its inside is visible. All lengths in
 * this file are in metres.
 */
const PLACE = { x: 0, y: 8.25, z: -9 };
const LEAN_RADIANS = 0.42;
const RADIUS = 1.9;
const LOW = 0.42;
const TALL = 1.55;
const WIDE = 0.065;
/** The lowest point of the circlet: its near edge. */
const FOOT = { y: PLACE.y - Math.sin(LEAN_RADIANS) * RADIUS, z: PLACE.z + Math.cos(LEAN_RADIANS) * RADIUS };
/** The gap between crown and speech bubble, and how far the crown rises at most to leave this gap. */
const GAP = 0.25;
const MAX_RISE_METRES = 4.5;
const RISE_SECONDS = 0.4;
/** The bubble hides the crown only if the cosine of the angle between them is at least this. */
const IN_LINE_COSINE = 0.94;
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

const place = new Vector3();

/**
 * How many metres the crown must rise so that the speech bubble does not hide it from this camera.
 */
function hiddenMetres({ position: eye }: PerspectiveCamera, bubble: Object3D | undefined): number {
  if (!bubble?.visible) return 0;
  place.setFromMatrixPosition(bubble.matrixWorld);
  const bubbleX = place.x - eye.x;
  const bubbleZ = place.z - eye.z;
  const crownX = PLACE.x - eye.x;
  const crownZ = FOOT.z - eye.z;
  const near = Math.hypot(bubbleX, bubbleZ);
  const far = Math.hypot(crownX, crownZ);
  if (near >= far || bubbleX * crownX + bubbleZ * crownZ < IN_LINE_COSINE * near * far) return 0;
  const top = place.y + Number(bubble.userData['metres'] ?? 0) * bubble.scale.y;
  const line = eye.y + (top - eye.y) * (far / near);
  return MathUtils.clamp(line + GAP - FOOT.y, 0, MAX_RISE_METRES);
}

/**
 * When sovereignty is mentioned, a crown appears over the meter, with one shard for each percent of the
 * score. One draw call while it is shown.
 */
class SovereigntyEgg {
  readonly #scene: WorldScene;
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
  /** The speech bubble over the resident, which may hide the crown. */
  #bubble: Object3D | undefined;
  /** How far the crown has risen above the bubble, with easing. */
  #riseMetres = 0;
  /** Seconds since the start. */
  #clock = 0;

  constructor(scene: WorldScene, state: StateSlice, theme: Theme, disposables: Disposables) {
    this.#scene = scene;
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
    this.#mesh.position.set(PLACE.x, PLACE.y, PLACE.z);
    this.#mesh.rotation.x = LEAN_RADIANS;
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
    if (look && !isOver) this.#show(look, delta);
  }

  #start(): void {
    const look = crownLook(this.#state.readings.sovereignty.get());
    this.#look = look;
    this.#clock = 0;
    this.#bubble = this.#scene.getObjectByName('speech bubble');
    this.#riseMetres = hiddenMetres(this.#scene.camera, this.#bubble);
    this.#color.set(this.#theme.colors[look.color]);
  }

  #show({ shards, holdSeconds, light }: CrownLook, delta: number): void {
    const wanted = hiddenMetres(this.#scene.camera, this.#bubble);
    const reducedMotion = this.#state.world.reducedMotion.get();
    const share = reducedMotion ? 1 : 1 - Math.exp(-delta / RISE_SECONDS);
    this.#riseMetres += (wanted - this.#riseMetres) * share;
    this.#mesh.position.y = PLACE.y + this.#riseMetres;
    const dissolvesAt = ASSEMBLE_SECONDS + holdSeconds;
    this.#egg.value.set(this.#clock, shards / PLACES, dissolvesAt, light * ADDED_LIGHT);
    const { r, g, b } = this.#color;
    this.#tint.value.set(r, g, b, reducedMotion ? 1 : 0);
  }
}

export const { init, update, dispose } = defineModule((...given) => new SovereigntyEgg(...given));
