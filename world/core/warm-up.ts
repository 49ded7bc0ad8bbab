import type { Object3D } from 'three';
import { caughtUp, linked, pacer, programsOf } from './graphics-queue.ts';
import type { WorldScene } from './scene.ts';

const isDrawn = (object: Object3D): boolean =>
  'isMesh' in object || 'isPoints' in object || 'isLine' in object || 'isSprite' in object;

/** Objects drawn at once: a render costs the walk through the whole scene, and a slice must stay short. */
const OBJECTS_A_RENDER = 4;

/** Sends the shaders of what stands in the scene from this child on to be compiled, and does not wait for it. */
export function beginCompiling(scene: WorldScene, from: number): void {
  for (let i = from; i < scene.children.length; i++)
    scene.renderer.compile(scene.children[i] as Object3D, scene.camera, scene);
}

/** Asks for each program's uniforms while nothing else is in the queue: after the draws each question would wait for them. */
export async function readPrograms(scene: WorldScene): Promise<void> {
  const pace = pacer();
  const { renderer } = scene;
  const gl = renderer.getContext();
  for (const program of programsOf(renderer).slice()) {
    if (gl.getProgramParameter(program.program, gl.LINK_STATUS) === true) program.getUniforms();
    await pace();
  }
}

/**
 * Compiles every shader and uploads every buffer and texture before it is shown, so that no later frame waits for either. First all
 * programs are made, while nobody asks for them; then all is drawn into a single pixel, a few objects at a time; and then the graphics
 * process may catch up. At no point does the page wait for it.
 */
export async function warmUp(scene: WorldScene, roots: readonly Object3D[] = [scene]): Promise<void> {
  const { renderer, camera } = scene;
  const drawn: Object3D[] = [];
  for (const root of roots)
    root.traverse((object) => {
      if (isDrawn(object)) drawn.push(object);
    });
  // Layers, not `visible`: they hide an object without hiding its children, and leave the lamps on.
  const before = drawn.map(({ layers, frustumCulled }) => ({ mask: layers.mask, frustumCulled }));
  for (const object of drawn) {
    object.layers.mask = 0;
    object.frustumCulled = false;
  }
  const pace = pacer();
  try {
    // What is hidden now may be shown later: its shader is made all the same.
    for (const root of roots) renderer.compile(root, camera, scene);
    await linked(renderer);
    await readPrograms(scene);
    scene.shaders.look();
    for (let i = 0; i < drawn.length; i += OBJECTS_A_RENDER) {
      const end = Math.min(i + OBJECTS_A_RENDER, drawn.length);
      for (let j = i; j < end; j++) (drawn[j] as Object3D).layers.mask = before[j]?.mask ?? 1;
      renderer.setScissorTest(true);
      renderer.setScissor(0, 0, 1, 1);
      renderer.render(scene, camera);
      renderer.setScissorTest(false);
      for (let j = i; j < end; j++) (drawn[j] as Object3D).layers.mask = 0;
      await pace();
    }
    await caughtUp(renderer);
  } finally {
    drawn.forEach((object, i) => {
      object.layers.mask = before[i]?.mask ?? 1;
      object.frustumCulled = before[i]?.frustumCulled ?? true;
    });
  }
}
