import type { Object3D } from 'three';
import { defineModule } from '../../core/define-module.ts';

/**
 * What the plain look takes out of the picture, by the names of the objects: glow, what drifts, and the lights of
 * events. Everything else stays; the modules themselves hold it still (`state.world.reducedMotion`).
 */
export const PLAIN_HIDES: ReadonlySet<string> = new Set([
  'panel halo',
  // With its particles, and the ring that it sends over the floor every five seconds.
  'resident glow',
  'precipitation',
  'commit-light',
  'commit-spark',
  'fireworks',
  'merge-flash',
  'shockwave',
  'sovereignty-egg',
]);

/** The layer of everything that is drawn. */
const DRAWN = 0;

/** The plain look of the settings (docs/settings.md): hides what glows and drifts. */
export const { init, update, dispose } = defineModule((scene, state) => {
  let hidden: readonly Object3D[] = [];
  let known = -1;
  const show = (): void => {
    for (const { layers } of hidden) layers.enable(DRAWN);
    hidden = [];
    known = -1;
  };
  const find = (): void => {
    known = scene.children.length;
    const found: Object3D[] = [];
    scene.traverse((object) => {
      if (PLAIN_HIDES.has(object.name)) found.push(object);
    });
    hidden = found;
  };
  return {
    update() {
      if (!state.world.plain.get()) {
        if (known >= 0) show();
        return;
      }
      // More objects come while the world is loaded.
      if (scene.children.length !== known) find();
      // By its layer, because modules set `visible` themselves. A module that arrives sets its layers once.
      for (const { layers } of hidden) layers.disable(DRAWN);
    },
    dispose: show,
  };
});
