import { computed, signal } from '@lit-labs/signals';
import { watch } from '../../data/core/watch.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';

type StateSlice = ViewState & WorldState;

const FADE_MS = 400;
/** The gestures with which a visitor begins to use the world. */
const GESTURES = ['keydown', 'pointerdown', 'wheel'] as const;

/** Whether the world shows something else than the painted start view. */
const isElsewhere = ({ view, world }: StateSlice): boolean =>
  view.get().mode !== 'normal' || (world.goTo.get() ?? world.visit.get() ?? world.linked.get()) !== undefined;

/**
 * Removes the painted start view when the world shows the same picture, including the modules that load after
 * its first frame. If the visitor begins to move or arrives at another place, removes it at the first frame.
 * Returns a function that stops waiting.
 */
export function letPaintGo(page: HTMLElement, state: StateSlice): () => void {
  const paint = page.querySelector('.paint');
  if (!paint) return () => undefined;
  const { status, complete, painted, reducedMotion, walked } = state.world;
  const hasBegun = signal(false);
  const ending = new AbortController();
  for (const gesture of GESTURES)
    document.addEventListener(gesture, () => hasBegun.set(true), { passive: true, signal: ending.signal });
  const isOver = computed(() => {
    const { phase } = status.get();
    // If the graphics context is lost, the painted view goes too: a notice over the empty canvas says so.
    return (
      phase === 'lost' ||
      (phase === 'ready' && (complete.get() || hasBegun.get() || walked.get() || isElsewhere(state)))
    );
  });
  const end = (): void => {
    ending.abort();
    stop();
  };
  const go = (over: boolean): void => {
    if (!over) return;
    end();
    const remove = (): void => {
      paint.remove();
      painted.set(false);
    };
    if (reducedMotion.get()) remove();
    else paint.animate({ opacity: [1, 0] }, { duration: FADE_MS, fill: 'forwards' }).onfinish = remove;
  };
  const stop = watch(isOver, go);
  go(isOver.get());
  return end;
}
