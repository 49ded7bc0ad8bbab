import type { SceneLoop } from '../../world/core/scene/scene.ts';

/** A loop that runs nothing; a test sets the module that is said to run. */
export const createTestLoop = (): SceneLoop & { currentModule: string | undefined } => ({
  currentModule: undefined,
  report: () => undefined,
});
