import { MINUTE_MS } from '../../core/time.ts';

export const activityStates = ['idle', 'thinking', 'working', 'waiting', 'failed'] as const;
export type ActivityState = (typeof activityStates)[number];

/** After this time without a report the record is considered outdated: the agent may have crashed. */
const STALE_AFTER_MS = 10 * MINUTE_MS;

/** Whether the record is too old to be believed. Being idle needs no news. */
export const isStale = (
  { state, updatedAt }: { readonly state: ActivityState; readonly updatedAt: number },
  now: number,
): boolean => state !== 'idle' && now - updatedAt > STALE_AFTER_MS;

/** Thinking and working follow each other every few seconds: together they are one occupation. */
export const isBusy = (state: ActivityState | undefined): boolean =>
  state === 'thinking' || state === 'working';
