import type { Module } from '../../data/core/module.ts';
import type { State } from '../../data/state.ts';
import type { WorldScene } from './scene/scene.ts';

/**
 * A module of the world: `init(scene, state, theme)`, `update(elapsed, delta)` in seconds,
 * `dispose()`. `defineModule` makes one.
 */
export type WorldModule = Module<WorldScene, State>;

/** A module with its name in the debug overlay. */
export interface NamedModule {
  readonly name: string;
  readonly module: WorldModule;
  /** What the loading overlay says while the module is created. */
  readonly note: string;
  /**
   * `false`: nothing of its own is to be seen, such as sound or a camera. All others are in the table
   * of `docs/world.md`.
   */
  readonly shows?: false;
}
