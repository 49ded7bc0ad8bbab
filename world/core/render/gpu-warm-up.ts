import type { Object3D, WebGLRenderTarget } from 'three';
import { gpuIdle, programsLinked, createYielder, programsOf } from './gpu-queue.ts';
import type { WorldScene } from '../scene/scene.ts';

/** Something drawn, kept off the picture meanwhile, with what it gets back afterwards. */
interface Held {
  readonly object: Object3D;
  readonly frustumCulled: boolean;
  /** 0 from the moment it turned out that it cannot be drawn: it stays hidden. */
  mask: number;
}

const isDrawn = (object: Object3D): boolean =>
  'isMesh' in object || 'isPoints' in object || 'isLine' in object || 'isSprite' in object;

/** What one warm-up keeps off the picture is left to it by another that begins meanwhile, as when a lost context comes back. */
const away = new WeakSet<Object3D>();

/** Layers, not `visible`: they hide an object without hiding its children, leave the lamps on, and no module sets them. */
function hold(roots: readonly Object3D[]): Held[] {
  const held: Held[] = [];
  for (const root of roots)
    root.traverse((object) => {
      if (isDrawn(object) && !away.has(object))
        held.push({ object, mask: object.layers.mask, frustumCulled: object.frustumCulled });
    });
  for (const { object } of held) {
    away.add(object);
    object.layers.mask = 0;
    object.frustumCulled = false;
  }
  return held;
}

function release(held: readonly Held[]): void {
  for (const { object, mask, frustumCulled } of held) {
    away.delete(object);
    object.layers.mask = mask;
    object.frustumCulled = frustumCulled;
  }
}

/** Draws some of the held objects into a single pixel of a target. */
function draw(scene: WorldScene, some: readonly Held[], target: WebGLRenderTarget | null): void {
  const { renderer, camera } = scene;
  for (const { object, mask } of some) object.layers.mask = mask;
  renderer.setRenderTarget(target);
  renderer.setScissorTest(true);
  renderer.setScissor(0, 0, 1, 1);
  try {
    renderer.render(scene, camera);
  } finally {
    renderer.setScissorTest(false);
    renderer.setRenderTarget(null);
    for (const { object } of some) object.layers.mask = 0;
  }
}

/** Does a piece of work for several objects at once; if that fails, for each by itself, and the one that fails stays hidden and is named. */
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

/** Into a target the materials leave tone mapping to the last pass: other programs than those of the direct picture. */
function compile(scene: WorldScene, some: readonly Held[], target: WebGLRenderTarget | null): void {
  const { renderer, camera } = scene;
  renderer.setRenderTarget(target);
  try {
    for (const { object } of some) renderer.compile(object, camera, scene);
  } finally {
    renderer.setRenderTarget(null);
  }
}

/** Sends the shaders of what stands in the scene from this child on to be compiled, and does not wait for it. */
export function beginCompiling(scene: WorldScene, from: number): void {
  for (const child of scene.children.slice(from))
    try {
      scene.renderer.compile(child, scene.camera, scene);
    } catch {
      // The warm-up tries again, and finds out which object it is.
    }
}

/** Asks for each program's uniforms while nothing else is in the queue: after the draws each question would wait for them. */
export async function readPrograms(scene: WorldScene): Promise<void> {
  const pace = createYielder();
  const { renderer } = scene;
  const gl = renderer.getContext();
  for (const program of programsOf(renderer).slice()) {
    if (gl.getProgramParameter(program.program, gl.LINK_STATUS) === true) program.getUniforms();
    await pace();
  }
}

/** Objects drawn at once: a render costs the walk through the whole scene, and a slice must stay short. */
const OBJECTS_A_RENDER = 8;

/**
 * Compiles every shader, for each target that the picture is drawn into, and uploads every buffer and texture before it is shown, so that no later frame waits for either. First all
 * programs are made, while nobody asks for them; then all is drawn into a single pixel, a few objects at a time; and then the graphics
 * process may catch up. At no point does the page wait for it. What cannot be drawn is hidden, and its module named.
 */
export async function warmUp(scene: WorldScene, roots: readonly Object3D[] = [scene]): Promise<void> {
  const { renderer } = scene;
  const held = hold(roots);
  const pace = createYielder();
  try {
    // What is hidden now may be shown later: its shader is made all the same.
    const targets = scene.targets;
    for (const target of targets) attempt(scene, held, (some) => compile(scene, some, target));
    await programsLinked(renderer);
    await readPrograms(scene);
    scene.shaders.check();
    for (let i = 0; i < held.length; i += OBJECTS_A_RENDER) {
      for (const target of targets) {
        const some = held.slice(i, i + OBJECTS_A_RENDER).filter(({ mask }) => mask !== 0);
        attempt(scene, some, (few) => draw(scene, few, target));
        await pace();
      }
    }
    await gpuIdle(renderer);
  } finally {
    release(held);
  }
}

/** After a frame that could not be drawn: finds the objects it fails for, hides them and names their modules. False where it is none of them. */
export function rescue(scene: WorldScene): boolean {
  const held = hold([scene]);
  try {
    const [target = null] = scene.targets.slice(-1);
    return !attempt(scene, held, (some) => draw(scene, some, target));
  } finally {
    release(held);
  }
}
