import { isBusy, isStale } from '../readings/schemas/activity-states.ts';
import { occupationText } from '../readings/format-activity.ts';
import type { ResidentActivity } from '../readings/schemas/resident-activity.ts';
import type { ChatState } from './chat-state.ts';
import { SYSTEM_SPEAKER, appendLog } from './session-log.ts';

/** The minimum time between two lines. The newest record is logged later, not dropped. */
const PAUSE_MS = 5_000;

/**
 * Whether two records share one line: `thinking` and `working` alternate every few seconds, so they share a
 * line until the task changes.
 */
const sameLine = (one: ResidentActivity | undefined, other: ResidentActivity): boolean =>
  one !== undefined &&
  one.task === other.task &&
  (one.state === other.state || (isBusy(one.state) && isBusy(other.state)));

/** Adds a line to the session log when the resident begins another activity. */
export class ActivityLog {
  readonly #state: Pick<ChatState, 'activity' | 'resident' | 'log'>;
  /** The record of the last logged line. */
  #logged: ResidentActivity | undefined;
  #loggedAt = -Infinity;

  constructor(state: Pick<ChatState, 'activity' | 'resident' | 'log'>) {
    this.#state = state;
  }

  update(now: number): void {
    const activity = this.#state.activity.get();
    if (!activity || activity === this.#logged || now - this.#loggedAt < PAUSE_MS) return;
    // An idle resident or an old report when the page opens is not logged.
    const isNews = this.#logged !== undefined || (activity.state !== 'idle' && !isStale(activity, now));
    if (isNews && !sameLine(this.#logged, activity)) {
      const { name } = this.#state.resident.get();
      appendLog(this.#state, {
        ts: now,
        speaker: SYSTEM_SPEAKER,
        text: `${name}: ${occupationText(activity)}`,
      });
      this.#loggedAt = now;
    }
    this.#logged = activity;
  }
}
