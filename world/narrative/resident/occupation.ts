import { cutAtWord } from '../../../data/core/text.ts';
import { isBusy, isStale } from '../../../data/readings/schemas/activity-states.ts';
import type { ResidentActivity } from '../../../data/readings/schemas/resident-activity.ts';
import type { Occupied, ResidentState } from './resident-state.ts';

/** The shortest time between two changes: thinking and working alternate with each tool. */
const HOLD_SECONDS = 4;
/** About the length of a hint on a phone. */
const TASK_CHARACTERS = 60;

/** The texts for the states in the hint, after the resident's name. */
const stateTexts: Readonly<Record<ResidentState, string>> = {
  idle: 'at rest',
  listening: 'listening',
  thinking: 'thinking',
  speaking: 'speaking',
  working: 'working',
  waiting: 'waiting for its owner',
  failed: 'failed',
  offline: 'not connected',
};

/** The occupation that the figure shows, from the agent's reports. */
export class Occupation {
  #shown: Occupied | undefined;
  #shownSeconds = Infinity;

  /** The occupation to show; undefined at rest, without a report, and while the report is stale. */
  update(activity: ResidentActivity | undefined, now: number, delta: number): Occupied | undefined {
    this.#shownSeconds += delta;
    const next =
      activity && activity.state !== 'idle' && !isStale(activity, now) ? activity.state : undefined;
    const isHeld = this.#shownSeconds < HOLD_SECONDS && isBusy(this.#shown) && isBusy(next);
    if (next !== this.#shown && !isHeld) {
      this.#shown = next;
      this.#shownSeconds = 0;
    }
    return this.#shown;
  }
}

/**
 * The hint of the resident: `Timmy — working: tests of the bridge`. It contains the task only while the
 * figure shows that occupation, and not during a conversation.
 */
export function residentLabel(
  name: string,
  state: ResidentState,
  occupied: Occupied | undefined,
  task: string | undefined,
): string {
  const text = `${name} — ${stateTexts[state]}`;
  if (task === undefined || state !== occupied) return text;
  const short = cutAtWord(task, TASK_CHARACTERS);
  return `${text}: ${short}${short.length < task.length ? ' …' : ''}`;
}
