import type { Theme } from '../../theme/theme.ts';

/**
 * The interface of all modules that the ticker runs (docs/architecture.md). `update` allocates nothing;
 * `dispose` undoes `init`. World modules get the `WorldScene`, data modules `undefined`. `State` is the part
 * of the state that the module needs.
 */
export interface Module<Scene, State> {
  init(scene: Scene, state: State, theme: Theme): void;
  /** Both in seconds; `delta` is at most 1/20. */
  update(elapsed: number, delta: number): void;
  dispose?(): void;
}

/** A module that needs only the state. It gets no scene, and a theme only from the ticker. */
export interface DataModule<State> extends Omit<Module<undefined, State>, 'init'> {
  init(scene: undefined, state: State, theme?: Theme): void;
}

/** What `start` of `dataModule` returns: the methods of a module after `init`. */
type Running = Partial<Pick<DataModule<never>, 'update'>> & Required<Pick<DataModule<never>, 'dispose'>>;

/**
 * Creates a data module; `init` calls `start` with the state. In module files, `Needs` is the part of the
 * state that the module uses.
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
