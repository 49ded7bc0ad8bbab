import type { Theme } from '../../theme/theme.ts';

/**
 * The contract of everything the ticker runs (docs/architecture.md). `update` allocates nothing;
 * `dispose` undoes `init`. World modules get the `WorldScene`; data modules work without a scene and
 * get `undefined`. `State` is the part of the state that the module needs.
 */
export interface Module<Scene, State> {
  init(scene: Scene, state: State, theme: Theme): void;
  /** Both in seconds; `delta` is at most 1/20. */
  update(elapsed: number, delta: number): void;
  dispose?(): void;
}

/** A module that works with the state alone. */
export type DataModule<State> = Module<undefined, State>;
