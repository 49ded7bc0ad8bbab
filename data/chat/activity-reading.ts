import { computed } from '@lit-labs/signals';
import type { ChatState } from './chat-state.ts';
import type { PageState } from '../core/page-state.ts';
import type { Readable } from '../core/watch.ts';
import { MINUTE_MS } from '../core/time.ts';
import { isStale } from '../readings/schemas/activity-states.ts';
import type { Reading } from '../readings/reading.ts';
import type { ResidentActivity } from '../readings/schemas/resident-activity.ts';

type Given = Pick<ChatState, 'activity' | 'bridge'> & Pick<PageState, 'now'>;

const source = 'reports of the agent';
const NO_REPORT = 'no agent has reported yet';
const OLD_REPORT = 'no report for more than 10 minutes';

/** The activity as a reading, for each state of the bridge. */
function readingOf(
  activity: ResidentActivity | undefined,
  bridge: ReturnType<ChatState['bridge']['get']>,
  isOld: boolean,
  now: Readable<number>,
): Reading<ResidentActivity> {
  const last = activity && { value: activity, fetchedAt: activity.updatedAt };
  if (bridge.state === 'waiting')
    return { source, state: 'offline', cause: bridge.cause ?? 'there is no bridge', ...last };
  if (last)
    return isOld
      ? { source, state: 'stale', cause: OLD_REPORT, ...last }
      : { source, state: 'live', ...last };
  if (bridge.state !== 'open') return { source, state: 'loading' };
  return { source, state: 'empty', fetchedAt: now.get(), cause: NO_REPORT };
}

// These readings are not in `derived`, because widgets on other sites have no bridge and must stay small.
const readings = new WeakMap<Given, Readable<Reading<ResidentActivity>>>();

/** The resident's activity as a reading with an age. The same object until something changes. */
export function activityReading(state: Given): Reading<ResidentActivity> {
  let reading = readings.get(state);
  if (!reading) {
    const { activity, bridge, now } = state;
    const minute = computed(() => Math.floor(now.get() / MINUTE_MS) * MINUTE_MS);
    const isOld = computed(() => {
      const current = activity.get();
      return current !== undefined && isStale(current, now.get());
    });
    reading = computed(() => readingOf(activity.get(), bridge.get(), isOld.get(), minute));
    readings.set(state, reading);
  }
  return reading.get();
}
