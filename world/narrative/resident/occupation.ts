import { cutAtWord } from '../../../data/core/text.ts';
import { isBusy, isStale } from '../../../data/readings/schemas/activity-states.ts';
import type { ResidentActivity } from '../../../data/readings/schemas/resident-activity.ts';
import { sessionCountText } from '../../../data/readings/session-counts.ts';
import type { AgentSessions } from '../../../data/readings/schemas/agent-sessions.ts';
import type { Occupied, ResidentState } from './resident-state.ts';

/** The shortest time between changes from thinking to working and back: they alternate with each tool. */
const HOLD_SECONDS = 4;
/** About the length of a hint on a phone. */
const TASK_CHARACTERS = 60;
const NAME_CHARACTERS = 24;

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

/** A text that is cut after a word, with a mark. */
function shortened(text: string, max: number): string {
  const short = cutAtWord(text, max);
  return short === text ? text : `${short} …`;
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
  return `${text}: ${shortened(task, TASK_CHARACTERS)}`;
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
  /** Whether the second line is about a session of an agent, and not about the resident. */
  readonly isOfSession?: boolean;
}

/**
 * The session that needs the owner, by its name: `shop waits`, `shop waits · 1 more`. Without its name, which
 * visitors may not see, the number of such sessions. Undefined if no session waits or has failed.
 */
function neededText({ counts, sessions }: AgentSessions): Omit<WorkWords, 'caption'> | undefined {
  const state = counts.waiting > 0 ? 'waiting' : counts.failed > 0 ? 'failed' : undefined;
  if (state === undefined) return undefined;
  const color = state === 'waiting' ? 'zap' : 'failed';
  const first = sessions.find((session) => session.state === state);
  const more = counts[state] > 1 ? ` · ${counts[state] - 1} more` : '';
  const text = first
    ? // A long name is cut, so that the word that says what is needed never is.
      `${shortened(first.name, NAME_CHARACTERS)} ${state === 'waiting' ? 'waits' : 'failed'}${more}`
    : sessionCountText({ ...counts, atWork: 0, done: 0, silent: 0 });
  return { text, color, isOfSession: true };
}

/**
 * The words over the head. A session that needs the owner comes first, in its colour; the work of the resident
 * is then in the upper line. Otherwise the task and progress of a valid report of the resident's agent. At
 * rest: the counts of the agents' sessions, otherwise the commits of the day.
 */
export function workWords(
  name: string,
  isConnected: boolean,
  activity: ResidentActivity | undefined,
  sessions: AgentSessions | undefined,
  commits: string | undefined,
): WorkWords {
  const reported = isConnected && activity?.state !== 'idle' ? activity : undefined;
  const state: ResidentState = isConnected ? (reported?.state ?? 'idle') : 'offline';
  // One word for both: thinking and working alternate with each tool.
  const caption = `${name} · ${isBusy(reported?.state) ? 'at work' : stateTexts[state]}`;
  const needed = sessions && neededText(sessions);
  if (reported) {
    const { task, step, tool, progress } = reported;
    const share = typeof progress === 'number' ? `${Math.round(progress * 100)} %` : '';
    const text = [task ?? step ?? tool, share].filter(Boolean).join(' · ');
    if (state === 'waiting' || state === 'failed')
      return { caption, text, color: state === 'waiting' ? 'zap' : 'failed' };
    if (!needed) return { caption, text, color: 'text' };
    return { caption: text === '' ? caption : `${name} · ${text}`, ...needed };
  }
  if (needed) return { caption, ...needed };
  if (sessions && Object.values(sessions.counts).some((count) => count > 0))
    return { caption, text: sessionCountText(sessions.counts), color: 'text' };
  return { caption, text: commits ?? '', color: 'text' };
}
