import { defineModule } from './define-module.ts';

/** Advances the arrival of modules that are added after the first picture (`scene/arrivals.ts`). */
export const { init, update, dispose } = defineModule((scene) => ({
  update: (_elapsed, delta) => scene.frame.arrivals.advance(delta),
}));
