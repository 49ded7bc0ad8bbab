import {
  AdditiveBlending,
  BufferGeometry,
  Color,
  type DataTexture,
  Float32BufferAttribute,
  Points,
  ShaderMaterial,
  Vector3,
  Vector4,
} from 'three';
import type { State } from '../../../data/state.ts';
import type { Theme } from '../../../theme/theme.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import { seededRandom } from '../../utils/noise.ts';
import { tile } from '../../utils/tile.ts';
import { Atmosphere } from '../weather/atmosphere.ts';
import { cloudNoise } from '../weather/cloud-noise.ts';
import { starFragment, starVertex } from './sky.glsl.ts';

const COUNT = 2200;
/** Of these, the share that lies along one band, as a galaxy's does. */
const BAND_SHARE = 0.45;
const SEED = 1977;
/** The sky turns about this axis once in this many seconds. */
const POLE = new Vector3(0.25, 0.82, -0.52).normalize();
const TURN_SECONDS = 1800;

interface Mounted {
  readonly scene: WorldScene;
  readonly state: State;
  readonly points: Points<BufferGeometry, ShaderMaterial>;
  readonly air: Atmosphere;
  /** The shader's one uniform: seconds moved, twinkle, pixel ratio, light. */
  readonly shown: Vector4;
  readonly noise: DataTexture;
  /** The clouds above, as the sky draws them: share hidden, darkness, drift. */
  readonly deck: Vector3;
  /** Seconds for which the stars have moved. */
  moved: number;
}

let mounted: Mounted | undefined;

/** Seeded stars: directions, and for each its size in pixels, phase and warmth. */
export function starField(count: number, seed: number): { positions: Float32Array; looks: Float32Array } {
  const random = seededRandom(seed);
  const positions = new Float32Array(count * 3);
  const looks = new Float32Array(count * 3);
  const direction = new Vector3();
  const band = new Vector3(0.62, 0.5, 0.6).normalize();
  for (let i = 0; i < count; i++) {
    const y = random() * 2 - 1;
    const around = random() * Math.PI * 2;
    const flat = Math.sqrt(1 - y * y);
    direction.set(Math.cos(around) * flat, y, Math.sin(around) * flat);
    const inBand = random() < BAND_SHARE;
    // Pressed towards the band's plane.
    if (inBand) direction.addScaledVector(band, -direction.dot(band) * (0.7 + random() * 0.25)).normalize();
    direction.toArray(positions, i * 3);
    // Few are bright: brightness falls off steeply, as in the real sky.
    const bright = random() ** (inBand ? 6 : 4);
    looks.set([0.66 + bright * 2.4, random(), random() ** 2], i * 3);
  }
  return { positions, looks };
}

export function init(scene: WorldScene, state: State, theme: Theme): void {
  const { positions, looks } = starField(COUNT, SEED);
  const geometry = new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute(positions, 3))
    .setAttribute('look', new Float32BufferAttribute(looks, 3));
  const shown = new Vector4();
  const noise = cloudNoise();
  const deck = new Vector3();
  const material = new ShaderMaterial({
    name: 'stars',
    vertexShader: `${glslConstants({ WARM: new Color(theme.colors.starWarm), COOL: new Color(theme.colors.starCool) })}\n${starVertex}`,
    fragmentShader: starFragment,
    uniforms: { shown: { value: shown }, tile, noise: { value: noise }, deck: { value: deck } },
    blending: AdditiveBlending,
    transparent: true,
    depthWrite: false,
  });
  const points = new Points(geometry, material);
  points.name = 'stars';
  points.frustumCulled = false;
  // Before all other glass and glow: they are the farthest of what can be seen through.
  points.renderOrder = -10;
  scene.add(points);
  mounted = { scene, state, points, air: new Atmosphere(theme), shown, noise, deck, moved: 0 };
  update(0, 0);
}

/** Stars twinkle and turn; they rest for a photograph (specification 3.4), under reduced motion and where every pixel is paid for by the processor. */
export function update(_elapsed: number, delta: number): void {
  if (!mounted) return;
  const { scene, state, points, air, deck } = mounted;
  air.update(state, delta);
  const calm = state.world.reducedMotion.get();
  const still = calm || scene.quality === 'lowest' || state.view.get().mode === 'photo';
  deck.set(air.deck, air.dark, calm ? deck.z : deck.z + delta * air.speed);
  if (!still) {
    mounted.moved += delta * (1 - scene.overview);
    points.quaternion.setFromAxisAngle(POLE, (mounted.moved / TURN_SECONDS) * Math.PI * 2);
  }
  mounted.shown.set(
    mounted.moved,
    still ? 0 : 1,
    Math.max(1, scene.renderer.getPixelRatio()),
    // None through what covers most of the sky: added to a pale grey even a faint one would show.
    Math.max(0, 1 - air.cover * 1.2),
  );
}

export function dispose(): void {
  if (!mounted) return;
  const { scene, points, noise } = mounted;
  mounted = undefined;
  scene.remove(points);
  points.geometry.dispose();
  points.material.dispose();
  noise.dispose();
}
