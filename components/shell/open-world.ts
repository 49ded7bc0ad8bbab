import type { State } from '../../data/state.ts';
import { firstContentfulPaint } from './first-paint.ts';

/** Why this browser cannot draw the world, in plain words; undefined when it can. */
export function missingWebGL(
  create = (): HTMLCanvasElement => document.createElement('canvas'),
): string | undefined {
  if (typeof WebGL2RenderingContext === 'undefined') return 'this browser has no WebGL 2.';
  let context: WebGL2RenderingContext | null = null;
  try {
    context = create().getContext('webgl2');
  } catch {
    context = null;
  }
  if (!context) return 'WebGL 2 is switched off, or the graphics driver refused it.';
  // Browsers allow few contexts at a time; the probe gives its own back.
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return undefined;
}

/** The two files of three: the second is only asked for once the first has been read, so both are asked for now. */
export function preloadThree(): void {
  const main = import.meta.resolve('three');
  for (const href of [main, main.replace('three.module', 'three.core')]) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
}

/**
 * Opens the world once the shell is on the screen: `load` is the import of the world's chunk and its start. Without WebGL 2
 * three.js is never asked for; whatever fails is said in the state, where the text twin takes over.
 */
export async function openWorld<World>(
  state: State,
  load: () => Promise<World>,
  problem: () => string | undefined = missingWebGL,
): Promise<World | undefined> {
  const unavailable = (note: string): void =>
    state.world.status.set({ phase: 'unavailable', progress: 0, note });
  await firstContentfulPaint();
  const missing = problem();
  if (missing !== undefined) {
    unavailable(missing);
    return undefined;
  }
  try {
    return await load();
  } catch (error) {
    unavailable(`the 3D world could not start (${error instanceof Error ? error.message : String(error)}).`);
    return undefined;
  }
}
