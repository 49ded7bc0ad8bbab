import { errorMessage } from '../../data/core/text.ts';
import type { WorldState } from '../../data/world-state.ts';
import { firstContentfulPaint } from './first-contentful-paint.ts';
import { type Graphics, type Renderer, findGraphics, hasWebGL } from './graphics.ts';

/**
 * Loads the world's files, which the page's HTML preloads, and finds the WebGL renderer after the first
 * paint. Without WebGL 2 it loads no file.
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
 * Starts the world with the renderer. On a failure, writes the reason to `state.world.status`;
 * then the painted home or the home as text replaces the world.
 */
export async function openWorld<World>(
  state: WorldState,
  found: Promise<Graphics>,
  load: (renderer: Renderer) => Promise<World>,
): Promise<World | undefined> {
  const unavailable = (note: string): undefined => {
    state.world.status.set({ phase: 'unavailable', progress: 0, note });
    return undefined;
  };
  try {
    const graphics = await found;
    if ('missing' in graphics) return unavailable(graphics.missing);
    return await load(graphics);
  } catch (error) {
    return unavailable(`the 3D world could not start (${errorMessage(error)}).`);
  }
}
