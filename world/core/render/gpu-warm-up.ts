import type { Object3D } from 'three';
import { drawPixel } from './draw-pixel.ts';
import { gpuIdle, programsLinked, createYielder, programsOf } from './gpu-queue.ts';
import type { WorldScene } from '../scene/scene.ts';

/** An object that is hidden during the warm-up, with the values to restore. */
interface Held {
  readonly object: Object3D;
  readonly frustumCulled: boolean;
  /** The layer mask to restore. Set to 0 if the object cannot be drawn: it stays hidden. */
  mask: number;
}

const isDrawn = (object: Object3D): boolean =>
  'isMesh' in object || 'isPoints' in object || 'isLine' in object || 'isSprite' in object;

/** Objects hidden by a warm-up. A second warm-up, after a lost context, skips them. */
const hidden = new WeakSet<Object3D>();

/**
 * Hides the drawn objects. Uses layers and not `visible`: layers do not hide children or lights, and no
 * module sets layers to 0.
 */
function hold(roots: readonly Object3D[]): Held[] {
  const held: Held[] = [];
  for (const root of roots)
    root.traverse((object) => {
      if (isDrawn(object) && !hidden.has(object))
        held.push({ object, mask: object.layers.mask, frustumCulled: object.frustumCulled });
    });
  for (const { object } of held) {
    hidden.add(object);
    object.layers.mask = 0;
    object.frustumCulled = false;
  }
  return held;
}

function release(held: readonly Held[]): void {
  for (const { object, mask, frustumCulled } of held) {
    hidden.delete(object);
    object.layers.mask = mask;
    object.frustumCulled = frustumCulled;
  }
}

/** Draws some of the held objects into a single pixel. */
function draw(scene: WorldScene, some: readonly Held[]): void {
  for (const { object, mask } of some) object.layers.mask = mask;
  try {
    if (scene.frame.renderer) scene.frame.renderer.drawPixel();
    else drawPixel(scene, null, () => scene.renderer.render(scene, scene.camera));
  } finally {
    for (const { object } of some) object.layers.mask = 0;
  }
}

/**
 * Calls `work` for several objects at once; if that fails, for each object alone. An object that fails stays
 * hidden and its module is reported.
 */
function attempt(scene: WorldScene, some: readonly Held[], work: (some: readonly Held[]) => void): boolean {
  try {
    work(some);
    return true;
  } catch (error) {
    const [first] = some;
    if (some.length > 1) {
      for (const one of some) attempt(scene, [one], work);
    } else if (first) {
      first.mask = 0;
      scene.report(scene.authorOf(first.object), error);
    }
    return false;
  }
}

/** Compiles for the canvas. The passes use the same programs (`canvas-like-target.ts`). */
function compile(scene: WorldScene, some: readonly Held[]): void {
  const { renderer, camera } = scene;
  renderer.setRenderTarget(null);
  for (const { object } of some) renderer.compile(object, camera, scene);
}

/** Starts to compile the shaders of the scene's children from this index on, without waiting. */
export function beginCompiling(scene: WorldScene, from: number): void {
  for (const child of scene.children.slice(from))
    try {
      scene.renderer.compile(child, scene.camera, scene);
    } catch {
      // The warm-up tries again and identifies the object.
    }
}

/**
 * Reads each program's uniforms before its first use. A query waits for all commands before it. So this first
 * waits until the queue is empty, and no frame is drawn until the last query: the page does not block.
 */
export async function readPrograms(scene: WorldScene): Promise<void> {
  const { renderer } = scene;
  const { renderer: frame } = scene.frame;
  const release = frame?.hold();
  try {
    await gpuIdle(renderer);
    const pace = createYielder();
    const gl = renderer.getContext();
    for (const program of programsOf(renderer).slice()) {
      if (gl.getProgramParameter(program.program, gl.LINK_STATUS) === true) program.getUniforms();
      await pace();
    }
    scene.frame.shaders.check();
  } finally {
    release?.();
  }
}

/**
 * Compiles the programs for the first picture. Objects are not drawn into a single pixel first, as in a
 * warm-up: with software WebGL this took 0.1 seconds more. Instead the first frame also draws objects outside
 * the view frustum, so that nothing is uploaded later. Returns a function to end this.
 */
export async function prepareFirstFrame(scene: WorldScene): Promise<() => void> {
  const culled: Object3D[] = [];
  scene.frame.shaders.begin();
  try {
    beginCompiling(scene, 0);
    await programsLinked(scene.renderer);
    await readPrograms(scene);
  } finally {
    scene.frame.shaders.end();
  }
  scene.traverse((object) => {
    if (isDrawn(object) && object.frustumCulled) culled.push(object);
  });
  for (const object of culled) object.frustumCulled = false;
  return () => {
    for (const object of culled) object.frustumCulled = true;
  };
}

/** Objects in one render call: each call traverses the whole scene, but a slice of work must be short. */
const OBJECTS_A_RENDER = 8;

/**
 * Compiles every shader, and uploads every buffer and texture, so that no later frame waits. First all
 * programs are compiled without a query; then all objects are drawn into a single pixel of what the frames draw
 * into, a few at a time; then it waits for the GPU process. The page is never blocked. An object that cannot be drawn is hidden, and
 * its module is reported. New objects are hidden until the end.
 */
export class WarmUp {
  readonly #scene: WorldScene;
  readonly #held: Held[] = [];

  constructor(scene: WorldScene) {
    this.#scene = scene;
    scene.frame.shaders.begin();
  }

  /**
   * Hides the objects and starts to compile their shaders; also of invisible ones, which may be shown later.
   */
  add(roots: readonly Object3D[]): void {
    const scene = this.#scene;
    const held = hold(roots);
    this.#held.push(...held);
    attempt(scene, held, (some) => compile(scene, some));
  }

  async finish(): Promise<void> {
    const scene = this.#scene;
    const { renderer } = scene;
    const held = this.#held;
    const pace = createYielder();
    try {
      await programsLinked(renderer);
      await readPrograms(scene);
      for (let i = 0; i < held.length; i += OBJECTS_A_RENDER) {
        const some = held.slice(i, i + OBJECTS_A_RENDER).filter(({ mask }) => mask !== 0);
        attempt(scene, some, (few) => draw(scene, few));
        await pace();
      }
      await gpuIdle(renderer);
    } finally {
      scene.frame.shaders.end();
      release(held);
    }
  }
}

export async function warmUp(scene: WorldScene, roots: readonly Object3D[] = [scene]): Promise<void> {
  const warming = new WarmUp(scene);
  warming.add(roots);
  await warming.finish();
}

/**
 * After a frame that could not be drawn: finds the objects that fail, hides them and reports their modules.
 * Returns false if no object fails.
 */
export function rescue(scene: WorldScene): boolean {
  const held = hold([scene]);
  try {
    return !attempt(scene, held, (some) => draw(scene, some));
  } finally {
    release(held);
  }
}
