import { BufferGeometry, Color, Float32BufferAttribute, Points, ShaderMaterial, Vector3 } from 'three';
import { DAY_MS } from '../../../data/core/time.ts';
import { defineModule } from '../../core/define-module.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import { ADDITIVE } from '../../utils/drawing.ts';
import { seededRandom } from '../../utils/noise.ts';
import { starFragment, starVertex } from './sky.glsl.ts';

/** Enough for a dense night sky in one draw call. */
const COUNT = 2200;
/** The share of the stars that are along one band, like the stars of a galaxy. */
const BAND_SHARE = 0.45;
const SEED = 1977;
/** The axis and the period of the sky's rotation. */
const POLE = new Vector3(0.25, 0.82, -0.52).normalize();
const TURN_SECONDS = 1800;

/** Seeded stars: directions; and for each its size in pixels, phase and colour, from cool to warm. */
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
    // Moved towards the band's plane.
    if (inBand) direction.addScaledVector(band, -direction.dot(band) * (0.7 + random() * 0.25)).normalize();
    direction.toArray(positions, i * 3);
    // Few stars are bright: brightness falls off steeply, as in the real sky.
    const bright = random() ** (inBand ? 6 : 4);
    looks.set([0.66 + bright * 2.4, random(), random() ** 2], i * 3);
  }
  return { positions, looks };
}

/**
 * Stars twinkle and rotate. They stop in the photo view (specification 3.4), with reduced motion, and at the
 * lowest quality level, where the CPU computes every pixel.
 */
export const { init, update, dispose } = defineModule((scene, state, theme, disposables) => {
  const { weather } = scene;
  const { positions, looks } = starField(COUNT, SEED);
  const geometry = new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute(positions, 3))
    .setAttribute('look', new Float32BufferAttribute(looks, 3));
  const colors = { WARM: new Color(theme.colors.starWarm), COOL: new Color(theme.colors.starCool) };
  /** A uniform: seconds of movement, twinkle, light. */
  const shown = new Vector3();
  const material = new ShaderMaterial({
    name: 'stars',
    vertexShader: `${glslConstants(colors)}\n${starVertex}`,
    fragmentShader: starFragment,
    uniforms: {
      shown: { value: shown },
      pixels: scene.frame.pixels,
      noise: weather.cloudNoise,
      deck: { value: weather.deck },
    },
    ...ADDITIVE,
  });
  const points = new Points(disposables.use(geometry), disposables.use(material));
  points.name = 'stars';
  points.frustumCulled = false;
  // Drawn before other transparent objects except the merge flash, because stars are the farthest.
  points.renderOrder = -10;
  disposables.add(scene, points);

  let movedSeconds = 0;
  const step = (delta: number): void => {
    const reducedMotion = state.world.reducedMotion.get();
    const still = reducedMotion || scene.frame.quality === 'lowest' || state.view.get().mode === 'photo';
    if (!still) movedSeconds += delta * (1 - scene.frame.overview);
    // A time-lapse rotates the stars through its day.
    const now = state.now.get();
    const days = ((weather.instant ?? now) - now) / DAY_MS;
    if (!reducedMotion)
      points.quaternion.setFromAxisAngle(POLE, (movedSeconds / TURN_SECONDS + days) * Math.PI * 2);
    // If clouds cover most of the sky, there is no starlight: faint stars would be visible on pale grey.
    const light = Math.max(0, 1 - weather.cover * 1.2) * weather.starlight;
    shown.set(movedSeconds, still ? 0 : 1, light);
  };
  step(0);
  return { update: (_elapsed, delta) => step(delta) };
});
