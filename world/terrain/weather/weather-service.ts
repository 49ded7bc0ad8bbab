import { emit } from '../../../data/core/event.ts';
import { HOUR_MS, MINUTE_MS } from '../../../data/core/time.ts';
import { defineModule } from '../../core/define-module.ts';
import { Atmosphere } from './atmosphere.ts';
import { FIXED, Hour, sunOver } from './hour.ts';
import { Lightning } from './lightning.ts';
import { DataTexture, LinearFilter, LinearMipmapLinearFilter, RedFormat, RepeatWrapping } from 'three';
import { fractalNoise } from '../../utils/noise.ts';

/** The number of texels on each side, and of cells after which the noise repeats. */
const SIZE = 64;
const PERIOD = 8;

/** A small tiling noise texture for the upper and lower clouds. The caller disposes of it. */
export function cloudNoise(): DataTexture {
  const data = new Uint8Array(SIZE * SIZE);
  const scale = PERIOD / SIZE;
  for (let y = 0; y < SIZE; y++)
    for (let x = 0; x < SIZE; x++)
      data[y * SIZE + x] = fractalNoise(x * scale, y * scale, 3, 90, PERIOD) * 255;
  const texture = new DataTexture(data, SIZE, SIZE, RedFormat);
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return texture;
}

/**
 * The time constant with which the sky follows a time-lapse, whose time moves in steps. A larger step
 * (`CUT_MS`) is a cut, for example to another day or to the present.
 */
const FOLLOW_SECONDS = 0.7;
const CUT_MS = 2 * HOUR_MS;

/** The next time of the sky between two times. */
function approach(from: number | undefined, to: number, delta: number): number {
  if (from === undefined) return to;
  const gap = Math.abs(to - from);
  return gap < MINUTE_MS || gap > CUT_MS ? to : from + (to - from) * (1 - Math.exp(-delta / FOLLOW_SECONDS));
}

/**
 * The only place where the weather and the hour are computed. Other modules read them from `scene.weather`.
 * Each stroke of lightning is an event of the state, for the thunder. Runs before all modules that read the
 * weather or the hour.
 */
export const { init, update, dispose } = defineModule((scene, state, theme, disposables) => {
  const { weather } = scene;
  const hour = new Hour();
  const atmosphere = new Atmosphere(weather, hour, theme);
  const lightning = new Lightning();
  weather.lightning = lightning;
  weather.cloudNoise.value = disposables.use(cloudNoise());
  disposables.defer(() => {
    weather.cloudNoise.value = null;
    weather.lyingSnow.value = 0;
    weather.wet.value = 0;
    weather.instant = undefined;
  });
  let configured: object | undefined;
  let replays: boolean | undefined;
  let minute: number | undefined;
  /** Follows the sun once a minute, because it moves only a quarter of a degree in that time. */
  const followSun = (delta: number): void => {
    const instant = approach(weather.instant, state.derived.shownNow.get(), delta);
    weather.instant = instant;
    const config = state.config.get();
    const wanted = Math.floor(instant / MINUTE_MS);
    const isReplay = state.timeLapse.shown.get() !== undefined;
    if (wanted === minute && config === configured && isReplay === replays) return;
    minute = wanted;
    configured = config;
    replays = isReplay;
    const { hour: kept } = config.sky;
    // A replay shows the hours of its day.
    hour.set(kept === 'place' || isReplay ? sunOver(instant, config.weather) : FIXED[kept]);
    weather.sun.copy(hour.towards);
    weather.starlight = hour.starlight;
    atmosphere.mixColors();
  };
  const step = (delta: number): void => {
    followSun(delta);
    const reducedMotion = state.world.reducedMotion.get();
    atmosphere.update(state.readings.weather.get(), delta);
    if (!reducedMotion) weather.deck.z += delta * weather.windSpeed;
    const { count } = lightning;
    lightning.update(delta, reducedMotion ? 0 : atmosphere.lightning);
    if (lightning.count !== count) emit(state.world.lightning, { x: lightning.x, z: lightning.z });
  };
  step(0);
  return { update: (_elapsed, delta) => step(delta) };
});
