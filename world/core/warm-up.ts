import type { Object3D } from 'three';
import type { WorldScene } from './scene.ts';

interface Scheduler {
  yield?(): Promise<void>;
}

/** Hands the main thread back, so that no single task grows long. */
export function breathe(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: Scheduler };
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve, 0));
}

const isDrawn = (object: Object3D): boolean =>
  'isMesh' in object || 'isPoints' in object || 'isLine' in object || 'isSprite' in object;

/**
 * Compiles every shader and uploads every buffer and texture before the curtain rises, so that no later frame waits for either: first all
 * programs at once, where the browser compiles off the main thread; then one object at a time into a single pixel, with a breath between.
 */
export async function warmUp(scene: WorldScene): Promise<void> {
  const { renderer, camera } = scene;
  if (renderer.extensions.has('KHR_parallel_shader_compile')) await renderer.compileAsync(scene, camera);
  const drawn: Object3D[] = [];
  scene.traverse((object) => {
    if (isDrawn(object)) drawn.push(object);
  });
  // Layers, not `visible`: they hide an object without hiding its children, and leave the lamps on.
  const before = drawn.map(({ layers, frustumCulled }) => ({ mask: layers.mask, frustumCulled }));
  for (const object of drawn) {
    object.layers.mask = 0;
    object.frustumCulled = false;
  }
  renderer.setScissorTest(true);
  renderer.setScissor(0, 0, 1, 1);
  try {
    for (let i = 0; i < drawn.length; i++) {
      const object = drawn[i] as Object3D;
      const mask = before[i]?.mask ?? 1;
      object.layers.mask = mask;
      // What is hidden now may be shown later: its shader is made all the same.
      renderer.compile(object, camera, scene);
      renderer.render(scene, camera);
      object.layers.mask = 0;
      await breathe();
    }
  } finally {
    drawn.forEach((object, i) => {
      object.layers.mask = before[i]?.mask ?? 1;
      object.frustumCulled = before[i]?.frustumCulled ?? true;
    });
    renderer.setScissorTest(false);
  }
}
