import type { WorldModule } from '../../world/core/define-module.ts';
import type { TestStage } from './stage.ts';

/** Disposes the module and the stage, and checks that nothing is left. */
export function expectNothingLeft(stage: TestStage, module: WorldModule): void {
  module.dispose?.();
  stage.render();
  const {
    interactions,
    registry: { obstacles },
  } = stage.scene;
  const left = { ...stage.counts(), interactions: interactions.all.length, obstacles: obstacles.all.length };
  stage.dispose();
  if (Object.values(left).some((count) => count > 0))
    throw new Error(`It left something behind: ${JSON.stringify(left)}`);
}
