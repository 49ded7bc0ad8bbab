import { cutAtWord } from '../../../data/core/text.ts';
import { isBusy, isStale } from '../../../data/readings/schemas/activity-states.ts';
import type { ResidentActivity } from '../../../data/readings/schemas/resident-activity.ts';
import { sessionCountText } from '../../../data/readings/session-counts.ts';
import type { SessionCounts } from '../../../data/readings/schemas/agent-sessions.ts';
import type { Occupied, ResidentState } from './resident-state.ts';

/** The shortest time between changes from thinking to working and back: they alternate with each tool. */
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

/**
 * The two lines over the head: the resident's name and state, and what it does. `color` is that of the second
 * line.
 */
export interface WorkWords {
  readonly caption: string;
  /** Empty if nothing is known. */
  readonly text: string;
  readonly color: 'text' | 'zap' | 'failed';
}

/**
 * The words for a valid report of the resident's agent: its task and progress. At rest: the counts of the
 * agents' sessions, otherwise the commits of the day.
 */
export function workWords(
  name: string,
  isConnected: boolean,
  activity: ResidentActivity | undefined,
  sessions: SessionCounts | undefined,
  commits: string | undefined,
): WorkWords {
  const reported = isConnected && activity?.state !== 'idle' ? activity : undefined;
  const state: ResidentState = isConnected ? (reported?.state ?? 'idle') : 'offline';
  // One word for both: thinking and working alternate with each tool.
  const caption = `${name} · ${isBusy(reported?.state) ? 'at work' : stateTexts[state]}`;
  const colorOf = (waits: boolean, failed: boolean): WorkWords['color'] =>
    waits ? 'zap' : failed ? 'failed' : 'text';
  if (reported) {
    const { task, step, tool, progress } = reported;
    const share = typeof progress === 'number' ? `${Math.round(progress * 100)} %` : '';
    return {
      caption,
      text: [task ?? step ?? tool, share].filter(Boolean).join(' · '),
      color: colorOf(state === 'waiting', state === 'failed'),
    };
  }
  if (sessions && Object.values(sessions).some((count) => count > 0))
    return {
      caption,
      text: sessionCountText(sessions),
      color: colorOf(sessions.waiting > 0, sessions.failed > 0),
    };
  return { caption, text: commits ?? '', color: 'text' };
}
