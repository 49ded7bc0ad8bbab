import type { State } from '../../data/state.ts';

/** Whether a warp is running, or the resident offers to show something. */
export const passes = ({ view, offer }: State): boolean =>
  view.get().mode === 'warp' || offer.get() !== undefined;

/** While the view is one, and after it until its clip is saved and put away. */
export const showsTimeLapse = ({ view, timeLapse }: State): boolean =>
  view.get().mode === 'time-lapse' || /recording|finishing|done|failed/.test(timeLapse.clip.get().phase);

/** Nothing stands before a photograph but its own bar. */
export const photographs = ({ view, world }: State): boolean => {
  const { phase } = world.status.get();
  return view.get().mode === 'photo' && (phase === 'ready' || phase === 'lost');
};
