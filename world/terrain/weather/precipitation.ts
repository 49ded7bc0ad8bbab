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
import type { QualityLevel } from '../../../data/world-state.ts';
import { defineModule } from '../../core/define-module.ts';
import type { Precipitation } from '../../core/scene/weather.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import { makeStatic } from '../../utils/drawing.ts';
import { seededRandom } from '../../utils/noise.ts';
import { precipitationFragment, precipitationVertex } from './precipitation.glsl.ts';

/** The maximum number of particles, by quality level. */
const MAX_COUNT: Readonly<Record<QualityLevel, number>> = {
  lowest: 900,
  low: 1200,
  middle: 1700,
  highest: 2400,
};
/** With reduced motion the particles do not move, so there are fewer. */
const REDUCED_MOTION_SHARE = 0.5;
/** The boxes of the near particles, which have a shape, and of the far ones, which are a veil. Metres. */
const NEAR_BOX = new Vector3(18, 12, 18);
const FAR_BOX = new Vector3(52, 26, 52);
/** Share of the particles in the near box. */
const NEAR_SHARE = 0.45;
/** The maximum opacity of a particle, so that texts behind it stay readable. */
const DROP_CLEAR = 0.42;
const FLAKE_CLEAR = 0.72;
/** The speed in metres a second: slower than in nature, for a calm picture. */
const dropSpeed = (heavy: number): number => 4 + heavy * 6;
const flakeSpeed = (heavy: number): number => 0.55 + heavy * 0.45;
/** The time constant of its beginning and end. */
const EASE_SECONDS = 2.5;
/** Below this share nothing is drawn. */
const MIN_AMOUNT = 0.02;
const SEED = 86;

/** One quad for each particle. Its seed determines its position and movement. */
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

/** The current amount, eased towards the reading. One kind (drops or flakes) ends before the other begins. */
class EasedAmount {
  /** The share of the maximum, 0 to 1; undefined before the first reading. */
  value: number | undefined;
  heavy = 0;
  flakes = false;

  update(wanted: Precipitation, delta: number): number {
    const flakes = wanted.falling === 'flakes';
    if (this.value === undefined || this.value <= MIN_AMOUNT) {
      this.flakes = flakes;
      this.heavy = wanted.heavy;
    }
    const sameKind = this.flakes === flakes;
    const amount = sameKind ? wanted.amount : 0;
    this.value ??= amount;
    const rate = 1 - Math.exp(-delta / EASE_SECONDS);
    this.value += (amount - this.value) * rate;
    if (sameKind) this.heavy += (wanted.heavy - this.heavy) * rate;
    return this.value;
  }
}

/**
 * Drizzle, rain and snow as the weather reading says: one draw call around the camera, none when it
 * is dry.
 */
export const { init, update, dispose } = defineModule((scene, state, theme, disposables) => {
  /** A uniform: metres of fall, seconds of sway, heaviness, flakes (1) or drops (0). */
  const fall = new Vector4();
  /** A uniform: aspect ratio, opacity. */
  const view = new Vector2(1, 1);
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
    uniforms: { fall: { value: fall }, view: { value: view }, pixels: scene.frame.pixels },
    transparent: true,
    depthWrite: false,
  });
  const geometry = disposables.use(quads(MAX_COUNT.highest));
  const mesh = new Mesh(geometry, disposables.use(material));
  // Drawn late, because it falls between the camera and everything else.
  makeStatic(mesh, 'precipitation', 60);
  disposables.add(scene, mesh);

  const eased = new EasedAmount();
  const step = (delta: number): void => {
    const amount = eased.update(scene.weather.precipitation, delta);
    fall.z = eased.heavy;
    fall.w = eased.flakes ? 1 : 0;
    mesh.visible = amount > MIN_AMOUNT;
    if (!mesh.visible) return;
    const reducedMotion = state.world.reducedMotion.get();
    const share = amount * (reducedMotion ? REDUCED_MOTION_SHARE : 1);
    const level = state.settings.get().effects ? scene.frame.quality : 'lowest';
    geometry.instanceCount = Math.ceil(MAX_COUNT[level] * share);
    view.set(scene.camera.aspect, Math.min(1, amount * 6));
    if (reducedMotion) return;
    fall.x += delta * (eased.flakes ? flakeSpeed(fall.z) : dropSpeed(fall.z));
    fall.y += delta;
  };
  step(0);
  return { update: (_elapsed, delta) => step(delta) };
});
