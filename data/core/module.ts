import type { Theme } from '../../theme/theme.ts';

/**
 * The contract of everything that the ticker runs (docs/architecture.md). `update` allocates
 * nothing; `dispose` undoes `init`. World modules get the `WorldScene`, data modules `undefined`.
 * `State` is the part of the state that the module needs.
 */
export interface Module<Scene, State> {
  init(scene: Scene, state: State, theme: Theme): void;
  /** Both in seconds; `delta` is at most 1/20. */
  update(elapsed: number, delta: number): void;
  dispose?(): void;
}

/** A module that works with the state alone. It gets no scene, and no theme but the ticker's. */
export interface DataModule<State> extends Omit<Module<undefined, State>, 'init'> {
  init(scene: undefined, state: State, theme?: Theme): void;
}

/** What runs between `init` and `dispose`. */
type Running = Partial<Pick<DataModule<never>, 'update'>> & Required<Pick<DataModule<never>, 'dispose'>>;

/**
 * The module that runs what `start` makes for the state it is given. In the files of modules, `Needs`
 * is the part of the state that the module uses.
 */
export function dataModule<State>(start: (state: State) => Running): DataModule<State> {
  let running: Running | undefined;
  return {
    init(_scene, state) {
      running = start(state);
    },
    update(elapsed, delta) {
      running?.update?.(elapsed, delta);
    },
    dispose() {
      running?.dispose();
      running = undefined;
    },
  };
}
