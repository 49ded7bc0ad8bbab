import type { Theme } from '../../theme/theme.ts';
import type { State } from '../state.ts';

/**
 * The contract of everything the ticker runs (docs/architecture.md). `update` allocates nothing; `dispose` undoes `init`.
 * World modules get the `WorldScene`; data modules work without a scene and get `undefined`.
 */
export interface Module<Scene> {
  init(scene: Scene, state: State, theme: Theme): void;
  /** Both in seconds; `delta` is at most 1/20. */
  update(elapsed: number, delta: number): void;
  dispose?(): void;
}

export type DataModule = Module<undefined>;
