import { MINUTE_MS } from '../../core/time.ts';

export const activityStates = ['idle', 'thinking', 'working', 'waiting', 'failed'] as const;
export type ActivityState = (typeof activityStates)[number];

/** After this time without a report the record is stale: the agent may have crashed. */
const STALE_AFTER_MS = 10 * MINUTE_MS;

/**
 * Whether the record is too old to be valid. An idle agent sends no reports, so its record does not become
 * stale.
 */
export const isStale = (
  { state, updatedAt }: { readonly state: ActivityState; readonly updatedAt: number },
  now: number,
): boolean => state !== 'idle' && now - updatedAt > STALE_AFTER_MS;

/**
 * Whether the agent is thinking or working. These two states alternate every few seconds, so they count as
 * one.
 */
export const isBusy = (state: ActivityState | undefined): boolean =>
  state === 'thinking' || state === 'working';
