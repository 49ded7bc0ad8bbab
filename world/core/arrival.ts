import { defineModule } from './define-module.ts';

/** Lets what is added after the first picture arrive (`scene/arrivals.ts`). */
export const { init, update, dispose } = defineModule((scene) => ({
  update: (_elapsed, delta) => scene.arrivals.advance(delta),
}));
