import type { State } from '../../../data/state.ts';
import { patchRenderLists } from './render-list-patch.ts';
import { forgetContext } from './forget-context.ts';
import type { FrameRenderer } from './frame-renderer.ts';
import type { WorldScene } from '../scene/scene.ts';
import { warmUp } from './gpu-warm-up.ts';

export interface ContextWatch {
  /** The world is built: draws its first frame and calls it ready, unless there is no context; then whatever brings it back does. */
  built(): Promise<void>;
  end(): void;
}

/**
 * The graphics card may take its context away (a driver reset, a laptop changing cards). The page says so, asks for another, and when one comes
 * three.js makes every buffer, texture and program anew at its next use: so it is warmed up again before the world is called ready. While the
 * world is being built, it is built on meanwhile, and warmed up when all of it is there.
 */
export function watchContext(
  canvas: HTMLCanvasElement,
  scene: WorldScene,
  picture: FrameRenderer,
  state: State,
): ContextWatch {
  const gl = scene.renderer.getContext();
  let losses = 0;
  let isBuilt = false;
  let warming: Promise<void> = Promise.resolve();
  const onLost = (event: Event): void => {
    event.preventDefault();
    losses++;
    picture.paused = true;
    forgetContext(scene);
    // A canvas without its context is white. Not hidden: it keeps the focus.
    canvas.style.opacity = '0';
    state.world.status.set({
      phase: 'lost',
      progress: 1,
      note: 'The graphics card took its picture away; waiting for it to come back.',
    });
  };
  const begin = (): void => {
    picture.paused = false;
    picture.render(0, 0);
    canvas.style.opacity = '';
    state.world.status.set({ phase: 'ready', progress: 1, note: '' });
  };
  const warmUpAgain = async (): Promise<void> => {
    const loss = losses;
    try {
      await warmUp(scene);
      await picture.recompile();
    } finally {
      // Lost once more meanwhile: the next return is the one that counts.
      if (loss === losses && !gl.isContextLost()) begin();
    }
  };
  const onRestored = (): void => {
    patchRenderLists(scene.renderer);
    // One after the other: each keeps off the picture what it has not drawn yet, and gives back what it found.
    if (isBuilt) warming = warming.then(warmUpAgain, warmUpAgain);
  };
  canvas.addEventListener('webglcontextlost', onLost);
  canvas.addEventListener('webglcontextrestored', onRestored);
  return {
    async built() {
      isBuilt = true;
      if (gl.isContextLost()) return;
      if (losses === 0) begin();
      else await (warming = warmUpAgain());
    },
    end() {
      canvas.removeEventListener('webglcontextlost', onLost);
      canvas.removeEventListener('webglcontextrestored', onRestored);
    },
  };
}
