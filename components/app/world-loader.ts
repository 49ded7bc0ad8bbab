import { errorMessage } from '../../data/core/text.ts';
import type { State } from '../../data/state.ts';
import { firstContentfulPaint } from './first-contentful-paint.ts';
import { type Graphics, findGraphics, hasWebGL } from './graphics.ts';

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
 * The first steps, which need nothing of the home's own yet: once the page has painted, asks what draws here and, meanwhile, for the
 * world's files. Where the browser knows no WebGL 2, they are never asked for.
 */
export function preloadWorld(
  fetchFiles: () => void,
  find = findGraphics,
  painted = firstContentfulPaint(),
): Promise<Graphics> {
  if (hasWebGL()) void painted.then(fetchFiles);
  return find(painted);
}

/** Opens the world with the name of what draws it. Whatever fails is said in the state, where the text twin takes over. */
export async function openWorld<World>(
  state: State,
  found: Promise<Graphics>,
  load: (renderer: string) => Promise<World>,
): Promise<World | undefined> {
  const unavailable = (note: string): undefined => {
    state.world.status.set({ phase: 'unavailable', progress: 0, note });
    return undefined;
  };
  try {
    const graphics = await found;
    if ('missing' in graphics) return unavailable(graphics.missing);
    return await load(graphics.renderer);
  } catch (error) {
    return unavailable(`the 3D world could not start (${errorMessage(error)}).`);
  }
}
