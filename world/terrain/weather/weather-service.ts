import { emit } from '../../../data/core/event.ts';
import { defineModule } from '../../core/define-module.ts';
import { Atmosphere } from './atmosphere.ts';
import { cloudNoise } from './cloud-noise.ts';
import { Lightning } from './lightning.ts';

/**
 * The one place where the weather is computed. Pictures read it from `scene.weather`; each stroke
 * of lightning is an event of the state, for the thunder. Runs before all modules that read either.
 */
export const { init, update, dispose } = defineModule((scene, state, theme, disposables) => {
  const { weather } = scene;
  const atmosphere = new Atmosphere(weather, theme);
  const lightning = new Lightning();
  weather.lightning = lightning;
  weather.cloudNoise.value = disposables.use(cloudNoise());
  disposables.defer(() => {
    weather.cloudNoise.value = null;
    weather.lyingSnow.value = 0;
  });
  const step = (delta: number): void => {
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
