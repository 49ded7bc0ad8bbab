import {
  Color,
  Float32BufferAttribute,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  ShaderMaterial,
  Vector2,
  Vector3,
  Vector4,
} from 'three';
import type { QualityLevel } from '../../../data/config/settings/quality.ts';
import type { State } from '../../../data/state.ts';
import type { Theme } from '../../../theme/theme.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import { seededRandom } from '../../utils/noise.ts';
import { tile } from '../../utils/tile.ts';
import { Atmosphere } from './atmosphere.ts';
import { lyingSnow } from '../terrain-material.ts';
import { precipitationFragment, precipitationVertex } from './precipitation.glsl.ts';

/** The most that fall at once, by level. */
const MOST: Readonly<Record<QualityLevel, number>> = { lowest: 900, low: 1200, middle: 1700, highest: 2400 };
/** What hangs in the air under reduced motion: fewer, for they do not pass. */
const STILL_SHARE = 0.5;
/** Metres. Half of them close by, where they have a shape; the rest farther out, where they are a veil. */
const NEAR_BOX = new Vector3(18, 12, 18);
const FAR_BOX = new Vector3(52, 26, 52);
const NEAR_SHARE = 0.45;
/** The most one of them hides of what is behind it: what one reads can be read through them. */
const DROP_CLEAR = 0.34;
const FLAKE_CLEAR = 0.72;
/** Metres a second: as it looks from a quiet place, slower than it is. */
const dropSpeed = (heavy: number): number => 4 + heavy * 6;
const flakeSpeed = (heavy: number): number => 0.55 + heavy * 0.45;
/** Seconds in which it begins and ends. */
const EASE_SECONDS = 2.5;
/** Less of it than this, and the sky is dry. */
const DRY = 0.02;
const SEED = 86;

interface Mounted {
  readonly scene: WorldScene;
  readonly state: State;
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  readonly air: Atmosphere;
  /** The shader's: metres fallen, seconds swayed, how heavy, flakes or drops. */
  readonly fall: Vector4;
  /** The shader's: width over height, a pixel, how clear. */
  readonly view: Vector3;
  /** How much falls now, 0 to 1 of the most; undefined before the first look. */
  amount: number | undefined;
}

const size = new Vector2();
let mounted: Mounted | undefined;

function quads(count: number): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], 3));
  geometry.setIndex([0, 1, 2, 0, 2, 3]);
  const random = seededRandom(SEED);
  const seeds = Float32Array.from({ length: count * 4 }, random);
  geometry.setAttribute('seed', new InstancedBufferAttribute(seeds, 4));
  geometry.instanceCount = 0;
  return geometry;
}

/** Drizzle, rain and snow as the weather reading says: one draw call about the eye, none when it is dry. */
export function init(scene: WorldScene, state: State, theme: Theme): void {
  const fall = new Vector4();
  const view = new Vector3(1, 0.002, 1);
  const constants = glslConstants({
    NEAR_BOX,
    FAR_BOX,
    NEAR_SHARE,
    DROP_CLEAR,
    FLAKE_CLEAR,
    DROP_COLOR: new Color(theme.colors.raindrop),
    FLAKE_COLOR: new Color(theme.colors.snow),
  });
  const material = new ShaderMaterial({
    name: 'precipitation',
    vertexShader: `${constants}\n${precipitationVertex}`,
    fragmentShader: precipitationFragment,
    uniforms: { fall: { value: fall }, view: { value: view }, tile },
    transparent: true,
    depthWrite: false,
  });
  const mesh = new Mesh(quads(MOST.highest), material);
  mesh.name = 'precipitation';
  mesh.frustumCulled = false;
  mesh.matrixAutoUpdate = false;
  // It falls between the eye and everything else.
  mesh.renderOrder = 60;
  scene.add(mesh);
  mounted = { scene, state, mesh, air: new Atmosphere(theme), fall, view, amount: undefined };
  update(0, 0);
}

/** Drops do not turn into flakes in the air: the one ends before the other begins. */
function easeAmount(at: Mounted, delta: number): number {
  const { look } = at.air;
  const flakes = look.falling === 'flakes' ? 1 : 0;
  if (at.amount === undefined || at.amount <= DRY) {
    at.fall.w = flakes;
    at.fall.z = look.heavy;
  }
  const wanted = at.fall.w === flakes ? look.amount : 0;
  at.amount ??= wanted;
  const rate = 1 - Math.exp(-delta / EASE_SECONDS);
  at.amount += (wanted - at.amount) * rate;
  if (at.fall.w === flakes) at.fall.z += (look.heavy - at.fall.z) * rate;
  return at.amount;
}

export function update(_elapsed: number, delta: number): void {
  if (!mounted) return;
  const { scene, state, mesh, air, fall, view } = mounted;
  air.update(state, delta);
  lyingSnow.value = air.frost > DRY ? air.frost : 0;
  const amount = easeAmount(mounted, delta);
  mesh.visible = amount > DRY;
  if (!mesh.visible) return;
  const still = state.world.reducedMotion.get();
  const share = amount * (still ? STILL_SHARE : 1);
  mesh.geometry.instanceCount = Math.ceil(
    MOST[state.settings.get().effects ? scene.quality : 'lowest'] * share,
  );
  scene.renderer.getDrawingBufferSize(size);
  view.set(scene.camera.aspect, 2 / size.y, Math.min(1, amount * 6));
  if (still) return;
  fall.x += delta * (fall.w === 1 ? flakeSpeed(fall.z) : dropSpeed(fall.z));
  fall.y += delta;
}

export function dispose(): void {
  if (!mounted) return;
  const { scene, mesh } = mounted;
  mounted = undefined;
  lyingSnow.value = 0;
  scene.remove(mesh);
  mesh.geometry.dispose();
  mesh.material.dispose();
}
