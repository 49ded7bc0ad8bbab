import type { ColorName } from '../../../theme/theme.ts';
import { cutAtWord } from '../../../data/core/text.ts';
import { isBusy, isStale } from '../../../data/readings/schemas/activity-states.ts';
import type { ResidentActivity } from '../../../data/readings/schemas/resident-activity.ts';
import { sessionCountText } from '../../../data/readings/session-counts.ts';
import type { SessionCounts } from '../../../data/readings/schemas/agent-sessions.ts';
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

/** The two lines over the head: who and in which state, and what. `color` is that of the second line. */
export interface WorkWords {
  readonly caption: string;
  /** Empty if nothing is known. */
  readonly text: string;
  readonly color: ColorName;
}

const percent = (progress: number | null | undefined): string[] =>
  typeof progress === 'number' ? [`${Math.round(progress * 100)} %`] : [];

/**
 * The words for a record of the resident's agent: its task and progress. At rest: the counts of the agents'
 * sessions, otherwise the commits of the day.
 */
export function workWords(
  name: string,
  isConnected: boolean,
  activity: ResidentActivity | undefined,
  sessions: SessionCounts | undefined,
  commits: string | undefined,
  now: number,
): WorkWords {
  const isKnown = isConnected && activity !== undefined && !isStale(activity, now);
  const state: ResidentState = isConnected ? (isKnown ? activity.state : 'idle') : 'offline';
  const caption = `${name} · ${stateTexts[state]}`;
  if (isKnown && activity.state !== 'idle') {
    const { task, step, tool, progress } = activity;
    const color = state === 'waiting' ? 'zap' : state === 'failed' ? 'failed' : 'text';
    return {
      caption,
      text: [task ?? step ?? tool ?? '', ...percent(progress)].filter(Boolean).join(' · '),
      color,
    };
  }
  if (sessions && Object.values(sessions).some((count) => count > 0)) {
    const color = sessions.waiting > 0 ? 'zap' : sessions.failed > 0 ? 'failed' : 'text';
    return { caption, text: sessionCountText(sessions), color };
  }
  return { caption, text: commits ?? '', color: 'text' };
}

/** The reported progress, 0 to 1; undefined if there is none, and for a report that is no longer valid. */
export function workProgress(activity: ResidentActivity | undefined, now: number): number | undefined {
  if (!activity || activity.state === 'idle' || isStale(activity, now)) return undefined;
  return activity.progress ?? undefined;
}
