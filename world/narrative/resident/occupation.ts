import { cutAtWord } from '../../../data/core/text.ts';
import { isBusy, isStale } from '../../../data/readings/schemas/activity-states.ts';
import type { ResidentActivity } from '../../../data/readings/schemas/resident-activity.ts';
import type { Occupied, ResidentState } from './resident-state.ts';

/** Thinking and working follow each other with each tool: the figure changes at most this often. */
const HOLD_SECONDS = 4;
/** About as long as a hint is on a phone. */
const TASK_CHARACTERS = 60;

/** The states in the hint, after the resident's name. */
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

/** What the figure shows of the agent's reports. */
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
 * The hint of the resident: `Timmy — working: tests of the bridge`. The task stands there only while
 * the figure shows it, and not while it talks.
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
