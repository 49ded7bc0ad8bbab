import { loadPart } from '../data/core/load-part.ts';
import type { QualityLevel } from '../data/config/settings/quality.ts';
import type { State } from '../data/state.ts';
import type { Theme } from '../theme/theme.ts';
import type { NamedModule } from './modules.ts';
import type { World } from './world.ts';
import { watchContext } from './core/render/context-loss.ts';
import type { Graphics } from './core/render/webgl-context.ts';
import { bindQuality } from './core/bind-quality.ts';
import { addDeferredModules } from './core/deferred.ts';
import { createYielder } from './core/render/gpu-queue.ts';
import { loadPlugins } from './core/plugins.ts';
import { FrameRenderer } from './core/render/frame-renderer.ts';
import { createRenderer } from './core/render/renderer.ts';
import type { Ticker } from './core/ticker.ts';
import { beginCompiling, warmUp } from './core/render/gpu-warm-up.ts';

export interface AssemblyOptions {
  readonly canvas: HTMLCanvasElement;
  readonly graphics: Graphics;
  readonly state: State;
  readonly ticker: Ticker;
  readonly theme: Theme;
  readonly quality: QualityLevel | undefined;
  readonly modules: readonly NamedModule[];
}

/** The canvas fills its parent's box; the parent decides how large that is. */
function watchSize(canvas: HTMLCanvasElement, picture: FrameRenderer): () => void {
  const box = canvas.parentElement ?? canvas;
  // However few pixels are drawn, they are spread over the whole box.
  canvas.style.display = 'block';
  canvas.style.width = '100%';
  canvas.style.height = '100%';
  const fit = (): void => picture.setSize(box.clientWidth, box.clientHeight);
  const observer = new ResizeObserver(fit);
  observer.observe(box);
  fit();
  return () => observer.disconnect();
}

/** The page is painted by the graphics process that compiles the shaders: each number it shows is paid for with a wait. Milliseconds. */
const SAY_EVERY_MS = 100;

/** Builds the world step by step, with a breath after each, and calls it ready when its first frame is drawn. */
export async function assemble(options: AssemblyOptions): Promise<World> {
  const { canvas, graphics, state, ticker, theme, modules } = options;
  const { status } = state.world;
  // three.js, the canvas, each module, the shaders, the first frame.
  const steps = modules.length + 4;
  let done = 0;
  let said = -Infinity;
  const stepTo = (note: string): void => {
    done++;
    // The page says that there is nothing to draw on, until there is again.
    if (graphics.gl.isContextLost()) return;
    const now = performance.now();
    if (now - said < SAY_EVERY_MS) return;
    said = now;
    status.set({ phase: 'loading', progress: done / steps, note });
  };
  const pace = createYielder();

  stepTo('canvas');
  const { scene, renderer } = createRenderer(canvas, graphics.gl, theme);
  scene.author = () => ticker.atWork;
  scene.report = (module, error) => ticker.report(module, error);
  scene.hold = () => ticker.hold();
  const picture = new FrameRenderer(scene, () =>
    loadPart(state, 'Effects of the picture', () => import('./core/render/passes.ts')),
  );
  picture.building = true;
  scene.passes = () => picture.passes;
  scene.targets = () => picture.targets;
  const unwatchSize = watchSize(canvas, picture);
  const context = watchContext(canvas, scene, picture, state);
  bindQuality(options, scene, picture, graphics.software);
  // Each shader's first pixel would be a new picture of the whole page.
  canvas.style.visibility = 'hidden';
  // Now, while nothing waits to be drawn: a canvas of another size stops the page until everything before it is.
  picture.fit();
  await pace();

  for (const { name, module, note } of modules) {
    stepTo(note);
    const before = scene.children.length;
    ticker.add(name, module, 'world', scene, state, theme);
    // The graphics process makes the shaders while the next module is being built.
    beginCompiling(scene, before);
    await pace();
  }
  stepTo('shaders');
  // One update, so that what depends on a reading has made its textures and materials.
  ticker.tick(0);
  await pace();
  await warmUp(scene);
  picture.building = false;
  await picture.prepare();
  stepTo('first frame');
  await context.built();
  canvas.style.visibility = '';
  ticker.picture = picture;
  const dismissLatecomers = addDeferredModules(scene, state, ticker, theme);
  const dismissGuests = loadPlugins(scene, state, ticker, theme);

  return {
    scene,
    dispose() {
      dismissGuests();
      dismissLatecomers();
      context.end();
      unwatchSize();
      ticker.onFrame = undefined;
      ticker.picture = undefined;
      for (const { name } of [...modules].reverse()) ticker.remove(name);
      picture.dispose();
      renderer.dispose();
    },
  };
}
