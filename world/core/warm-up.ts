import type { Object3D } from 'three';
import { LIGHTS } from './lights.ts';
import type { WorldScene } from './scene.ts';

/** Hands the main thread back, so that no single task grows long. */
export const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/**
 * Compiles every shader and uploads every buffer and texture before the curtain rises: first all programs at once, off the main thread where the
 * browser can, then the scene a branch at a time into one pixel, with a breath between branches. Afterwards no frame waits for either.
 */
export async function warmUp(scene: WorldScene): Promise<void> {
  const { renderer, camera } = scene;
  await renderer.compileAsync(scene, camera);
  const branches = scene.children.filter((child) => child.name !== LIGHTS && child.visible);
  const culled: Object3D[] = [];
  scene.traverse((object) => {
    if (object.frustumCulled) culled.push(object);
    object.frustumCulled = false;
  });
  renderer.setScissorTest(true);
  renderer.setScissor(0, 0, 1, 1);
  try {
    for (const branch of branches) branch.visible = false;
    for (const branch of branches) {
      branch.visible = true;
      renderer.render(scene, camera);
      branch.visible = false;
      await breathe();
    }
  } finally {
    for (const branch of branches) branch.visible = true;
    for (const object of culled) object.frustumCulled = true;
    renderer.setScissorTest(false);
  }
}
