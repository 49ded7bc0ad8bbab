import type { PlayLogEntry, PlayLogEntryOf } from '../../../data/games/play-log.ts';
import type { PlayLimits } from './play-budget.ts';
import { earlierSteps } from './turns.ts';

/** The state of a play, read from its log. */
export interface Progress {
  readonly start: PlayLogEntryOf<'start'>;
  /** Undefined while the play runs, or after its player was killed. */
  readonly end: PlayLogEntryOf<'end'> | undefined;
  readonly used: PlayLimits;
  /** Number of the last screenshot. */
  readonly screens: number;
  /** One line for each step. */
  readonly steps: readonly string[];
}

/** The running time of the play, without the time between a crash and the resume. */
function secondsOf(entries: readonly PlayLogEntry[]): number {
  let [ms, before] = [0, entries[0]?.at ?? 0];
  for (const { type, at } of entries) {
    if (type !== 'resume') ms += Math.max(0, at - before);
    before = at;
  }
  return ms / 1000;
}

/** Reads the state of a play from its log; undefined if the log has no `start`. */
export function progressOf(entries: readonly PlayLogEntry[]): Progress | undefined {
  const start = entries.find((entry) => entry.type === 'start');
  if (!start) return undefined;
  let [steps, tokens, screens] = [0, 0, 0];
  for (const entry of entries) {
    if ('step' in entry) steps = Math.max(steps, entry.step);
    if (entry.type === 'thought') tokens += entry.tokens;
    if (entry.type === 'screen') screens = Math.max(screens, entry.number);
  }
  return {
    start,
    end: entries.findLast((entry) => entry.type === 'end'),
    used: { steps, seconds: secondsOf(entries), tokens },
    screens,
    steps: earlierSteps(entries),
  };
}
