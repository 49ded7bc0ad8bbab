import type { SceneLoop } from '../../world/core/scene/scene.ts';

/** A loop that runs nothing; a test sets the module that counts as running. */
export const createTestLoop = (): SceneLoop & { currentModule: string | undefined } => ({
  currentModule: undefined,
  report: () => undefined,
});
