import type { State } from './state.ts';
import { instantAt } from './time-lapse.ts';
import { turnView } from './turn-view.ts';

/** A moment of a time-lapse as a link names it. */
export interface LapseMoment {
  /** Of UTC, as `2026-11-21`. */
  readonly day: string;
  /** Whole seconds since it began. */
  readonly moment: number;
}

/** Where the time-lapse stands; undefined outside the mode, and where there is nothing to replay. */
export function presentMoment({ timeLapse }: Pick<State, 'timeLapse'>): LapseMoment | undefined {
  const run = timeLapse.run.get();
  if (!run || run.commits.length === 0) return undefined;
  // What has passed at this second has passed at the moment: commits are dated in whole seconds.
  const seconds = (instantAt(run, timeLapse.progress.get()) - run.from) / 1000;
  return { day: run.day, moment: Math.floor(seconds + 1e-6) };
}

/** Goes to a moment of a day and stands there; to its beginning, and plays, where no moment is named. */
export function showMoment(
  state: Pick<State, 'timeLapse' | 'view'>,
  { day, moment }: { readonly day?: string | undefined; readonly moment?: number | undefined },
): void {
  if (day !== undefined || moment !== undefined) state.timeLapse.asked.set({ day, moment });
  turnView(state, { kind: 'enter', mode: 'time-lapse' });
}
