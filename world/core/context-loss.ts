import type { State } from '../../data/state.ts';
import { useDrawLists } from './draw-list.ts';
import type { WorldPicture } from './picture.ts';
import type { WorldScene } from './scene.ts';
import { warmUp } from './warm-up.ts';

/**
 * The graphics card may take its context away (a driver reset, a laptop changing cards). The page says so, asks for another, and when one comes
 * three.js makes every buffer, texture and program anew at its next use: so it is warmed up again before the world is called ready.
 */
export function watchContext(
  canvas: HTMLCanvasElement,
  scene: WorldScene,
  picture: WorldPicture,
  state: State,
): () => void {
  let losses = 0;
  const onLost = (event: Event): void => {
    event.preventDefault();
    losses++;
    picture.paused = true;
    state.world.status.set({
      phase: 'lost',
      progress: 1,
      note: 'The graphics card took its picture away; waiting for it to come back.',
    });
  };
  const onRestored = async (): Promise<void> => {
    const loss = losses;
    useDrawLists(scene.renderer);
    try {
      await warmUp(scene);
      await picture.recompile();
    } finally {
      // Lost once more meanwhile: the next return is the one that counts.
      if (loss === losses) {
        picture.paused = false;
        picture.render(0, 0);
        state.world.status.set({ phase: 'ready', progress: 1, note: '' });
      }
    }
  };
  const listener = (): void => void onRestored();
  canvas.addEventListener('webglcontextlost', onLost);
  canvas.addEventListener('webglcontextrestored', listener);
  return () => {
    canvas.removeEventListener('webglcontextlost', onLost);
    canvas.removeEventListener('webglcontextrestored', listener);
  };
}
