import { loadPart } from '../data/core/load-part.ts';
import type { QualityLevel } from '../data/world-state.ts';
import type { State } from '../data/state.ts';
import type { Theme } from '../theme/theme.ts';
import { bindQuality } from './core/bind-quality.ts';
import { type ModuleHost, loadDeferredModules, loadPlugins } from './core/module-loader.ts';
import { fontsLoaded } from './core/fonts.ts';
import type { NamedModule } from './core/define-module.ts';
import { watchContext } from './core/render/context-loss.ts';
import { FrameRenderer } from './core/render/frame-renderer.ts';
import { createYielder, yieldToMain } from './core/render/gpu-queue.ts';
import { beginCompiling, prepareFirstFrame } from './core/render/gpu-warm-up.ts';
import { createRenderer } from './core/render/renderer.ts';
import type { GraphicsContext } from './core/render/webgl-context.ts';
import type { WorldScene } from './core/scene/scene.ts';
import type { Ticker } from './core/ticker.ts';
import { listThings } from './interaction/thing-list.ts';

interface CreateWorldOptions {
  readonly canvas: HTMLCanvasElement;
  readonly graphics: GraphicsContext;
  readonly state: State;
  readonly ticker: Ticker;
  readonly theme: Theme;
  readonly quality: QualityLevel | undefined;
  readonly modules: readonly NamedModule[];
  /** Loads the groups that are added after the first picture. */
  readonly loadGroups: () => Promise<readonly (readonly NamedModule[])[]>;
}

export interface World {
  readonly scene: WorldScene;
  dispose(): void;
}

/** Keeps the canvas as large as its parent. Returns the function that ends this. */
function watchSize(canvas: HTMLCanvasElement, frameRenderer: FrameRenderer): () => void {
  const box = canvas.parentElement ?? canvas;
  // A picture with fewer pixels is scaled up to the whole box.
  canvas.style.display = 'block';
  canvas.style.width = '100%';
  canvas.style.height = '100%';
  const fit = (): void => frameRenderer.setSize(box.clientWidth, box.clientHeight);
  const observer = new ResizeObserver(fit);
  observer.observe(box);
  fit();
  return () => observer.disconnect();
}

/**
 * The shortest time between two updates of the progress. The process that compiles the shaders also paints
 * the page, so each update waits for the next shader.
 */
const PROGRESS_EVERY_MS = 100;

/** Returns the function that notes the next of `steps` steps in `state.world.status`. */
function progressOf({ state, graphics }: CreateWorldOptions, steps: number): (note: string) => void {
  let done = 0;
  let shownAt = -Infinity;
  return (note) => {
    done++;
    // While the graphics context is lost, the page says so and shows no progress.
    if (graphics.gl.isContextLost()) return;
    const now = performance.now();
    if (now - shownAt < PROGRESS_EVERY_MS) return;
    shownAt = now;
    state.world.status.set({ phase: 'loading', progress: done / steps, note });
  };
}

/**
 * Creates the modules one by one while their shaders compile. Call the returned function after the first
 * frame.
 */
async function createModules(
  { modules }: CreateWorldOptions,
  { scene, state, ticker, theme }: ModuleHost,
  next: (note: string) => void,
): Promise<() => void> {
  await yieldToMain();
  const pause = createYielder();
  for (const { name, module, note } of modules) {
    next(note);
    const before = scene.children.length;
    ticker.add(name, module, 'world', scene, state, theme);
    // The GPU process compiles these shaders while the next module is created.
    beginCompiling(scene, before);
    await pause();
  }
  next('shaders');
  // One update, so that textures and materials that depend on a reading exist.
  ticker.tick(0);
  await pause();
  return prepareFirstFrame(scene);
}

/**
 * Creates the world step by step, so that the page stays responsive. Sets `state.world.status` to ready when
 * the first frame is drawn.
 */
export async function createWorld(options: CreateWorldOptions): Promise<World> {
  const { canvas, graphics, state, ticker, theme, modules } = options;
  // The steps: three.js, the canvas, each module, the shaders, the first frame.
  const next = progressOf(options, modules.length + 4);
  next('canvas');
  const { scene, renderer } = createRenderer(canvas, graphics.gl, theme, ticker);
  const host: ModuleHost = { scene, state, ticker, theme };
  const frameRenderer = new FrameRenderer(scene, () =>
    loadPart(state, 'Effects of the picture', () => import('./core/render/passes.ts')),
  );
  frameRenderer.building = true;
  const unwatchSize = watchSize(canvas, frameRenderer);
  const context = watchContext(canvas, scene, frameRenderer, state);
  const endQuality = bindQuality(options, scene, frameRenderer, graphics);
  // Hidden until the first frame, because the first pixel of each shader would repaint the whole page.
  canvas.style.visibility = 'hidden';
  // Draws an empty frame now, because resizing the canvas blocks the page until all previous commands are
  // executed, and the queue is empty now. The frame also compiles the program that scales a coarse picture.
  frameRenderer.render(0, 0);

  const endFirstFrame = await createModules(options, host, next);
  frameRenderer.building = false;
  await frameRenderer.prepare();
  next('first frame');
  await context.built();
  endFirstFrame();
  canvas.style.visibility = '';
  ticker.picture = frameRenderer;
  const deferred = loadDeferredModules(host, async () => {
    const [groups] = await Promise.all([options.loadGroups(), fontsLoaded(theme)]);
    return groups;
  });
  void deferred.settled.then(() => state.world.complete.set(true));
  const endList = listThings(scene, state);
  const plugins = loadPlugins(host);

  return {
    scene,
    dispose() {
      plugins.unload();
      endList();
      deferred.unload();
      context.end();
      unwatchSize();
      endQuality();
      ticker.picture = undefined;
      for (const { name } of [...modules].reverse()) ticker.remove(name);
      frameRenderer.dispose();
      renderer.dispose();
    },
  };
}
