import type { State } from '../../data/state.ts';
import { firstContentfulPaint } from './first-paint.ts';
import { findGraphics, hasWebGL } from './graphics.ts';

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

export interface Opening<World> {
  /** Asks for the world's files, while it is being found out what would draw them. */
  readonly prepare: () => void;
  /** Imports the world's chunk and starts it, with the name of what draws here. */
  readonly load: (renderer: string) => Promise<World>;
  readonly find?: typeof findGraphics;
}

/**
 * Opens the world once the shell is on the screen. Where the browser knows no WebGL 2 its files are never asked for; whatever fails is
 * said in the state, where the text twin takes over.
 */
export async function openWorld<World>(
  state: State,
  { prepare, load, find = findGraphics }: Opening<World>,
): Promise<World | undefined> {
  const unavailable = (note: string): undefined => {
    state.world.status.set({ phase: 'unavailable', progress: 0, note });
    return undefined;
  };
  await firstContentfulPaint();
  try {
    const found = find();
    if (hasWebGL()) prepare();
    const graphics = await found;
    if ('missing' in graphics) return unavailable(graphics.missing);
    return await load(graphics.renderer);
  } catch (error) {
    return unavailable(
      `the 3D world could not start (${error instanceof Error ? error.message : String(error)}).`,
    );
  }
}
