import type { State } from '../../data/state.ts';
import type { Theme } from '../../theme/theme.ts';
import { Disposables } from './disposables.ts';
import type { WorldScene } from './scene/scene.ts';
import type { Module } from '../../data/core/module.ts';

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
   * `false`: the module draws nothing, for example sound or a camera. All other modules are in the table of
   * `docs/world.md`.
   */
  readonly shows?: false;
}

/** An initialised module. Leave out `update` if nothing changes between frames. */
export interface RunningModule {
  /** Both in seconds; `delta` is at most 1/20. `update` must not allocate memory. */
  update?(elapsed: number, delta: number): void;
  /** For cleanup that is not in `disposables`. Called before `disposables` are disposed of. */
  dispose?(): void;
}

/**
 * Makes a module of the world from one function, so that its state is in the scope of that function and not
 * in variables of the file:
 *
 *     export const { init, update, dispose } = defineModule((scene, state, theme, disposables) => {
 *       const mesh = new Mesh(disposables.use(new BoxGeometry()), disposables.use(new MeshBasicMaterial()));
 *       disposables.add(scene, mesh);
 *       return { update: (elapsed) => void (mesh.rotation.y = elapsed) };
 *     });
 *
 * If `create` throws, everything in `disposables` is disposed of.
 */
export function defineModule(
  create: (scene: WorldScene, state: State, theme: Theme, disposables: Disposables) => RunningModule,
): Required<WorldModule> {
  let running: RunningModule | undefined;
  let disposables = new Disposables();
  return {
    init(scene, state, theme) {
      disposables = new Disposables();
      try {
        running = create(scene, state, theme, disposables);
      } catch (error) {
        disposables.dispose();
        throw error;
      }
    },
    update(elapsed, delta) {
      running?.update?.(elapsed, delta);
    },
    dispose() {
      const ended = running;
      running = undefined;
      try {
        ended?.dispose?.();
      } finally {
        disposables.dispose();
      }
    },
  };
}
