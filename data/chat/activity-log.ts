import { isBusy, isStale } from '../readings/schemas/activity-states.ts';
import { occupationText } from '../readings/format-activity.ts';
import type { ResidentActivity } from '../readings/schemas/resident-activity.ts';
import type { ChatState } from './chat-state.ts';
import { SYSTEM_SPEAKER, appendLog } from './session-log.ts';

/** At most one line in this time; the newest record is never left out. */
const PAUSE_MS = 5_000;

/** Thinking and working follow each other every few seconds: that is one line, until the task changes. */
const sameLine = (one: ResidentActivity | undefined, other: ResidentActivity): boolean =>
  one !== undefined &&
  one.task === other.task &&
  (one.state === other.state || (isBusy(one.state) && isBusy(other.state)));

/** A line of the session log when the resident begins something else. */
export class ActivityLog {
  readonly #state: Pick<ChatState, 'activity' | 'resident' | 'log'>;
  /** The record of the last line. */
  #logged: ResidentActivity | undefined;
  #loggedAt = -Infinity;

  constructor(state: Pick<ChatState, 'activity' | 'resident' | 'log'>) {
    this.#state = state;
  }

  update(now: number): void {
    const activity = this.#state.activity.get();
    if (!activity || activity === this.#logged || now - this.#loggedAt < PAUSE_MS) return;
    // If the resident is idle, or the report is old, when the page opens, there is nothing to log.
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
