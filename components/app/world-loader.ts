import { errorMessage } from '../../data/core/text.ts';
import type { WorldState } from '../../data/world-state.ts';
import { firstContentfulPaint } from './first-contentful-paint.ts';
import { type Graphics, findGraphics, hasWebGL } from './graphics.ts';

/**
 * The first steps, which need no state: starts the world's files, which the page's HTML has requested,
 * and when the page has painted finds out what draws here. A browser without WebGL 2 starts no file.
 */
export function preloadWorld(
  fetchFiles: () => void,
  find = findGraphics,
  painted = firstContentfulPaint(),
): Promise<Graphics> {
  if (hasWebGL()) fetchFiles();
  return find(painted);
}

/**
 * Starts the world with the name of what draws it. Every failure ends up in `state.world.status`,
 * and the home as text takes the place of the picture.
 */
export async function openWorld<World>(
  state: WorldState,
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
