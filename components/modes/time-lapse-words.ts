import type { Video } from '../../data/time-lapse/time-lapse-state.ts';
import { NO_SESSIONS } from '../../data/readings/sources/sessions.ts';
import { sessionCountText } from '../../data/readings/session-counts.ts';
import type { AgentSessions } from '../../data/readings/schemas/agent-sessions.ts';
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import {
  type LapseDay,
  type LapseRun,
  areUnknown,
  dayText,
  localDay,
} from '../../data/time-lapse/time-lapse.ts';
import { counted } from '../../data/readings/format.ts';

const commits = (count: number): string => counted(count, 'commit');

/** For example `21 Nov · 31 commits`. */
export const dayChoice = ({ day, commits: count, isPart }: LapseDay, now: number): string => {
  const none = isPart ? 'no commits known' : 'no commits';
  return `${dayText(day, now)} · ${count === 0 ? none : `${isPart ? 'at least ' : ''}${commits(count)}`}`;
};

/** The short form: `21 Nov (31)`, or `21 Nov (31+)` if there may be more. */
export const dayChoiceShort = ({ day, commits: count, isPart }: LapseDay, now: number): string =>
  `${dayText(day, now)} (${count}${isPart ? '+' : ''})`;

/** For example `12 of 31 commits`, or `12 of at least 31 commits` if there may be more. */
export const countText = (passed: number, run: LapseRun): string =>
  `${passed} of ${run.knownFrom === undefined ? '' : 'at least '}${commits(run.commits.length)}`;

/** For example `1 waits · 3 at work`; empty for a day without sessions, and for a home that stores none. */
export function agentsText(reading: Reading<AgentSessions> | undefined, agents: LapseRun['agents']): string {
  const { day, hasContent = false } = agents ?? {};
  if (day && !hasContent && day.knownSince !== null && day.knownSince <= day.from) return '';
  const value = reading && currentValue(reading);
  if (value) return `${sessionCountText(value.counts)}${reading.recorded ? ', recorded' : ''}`;
  if (reading?.state === 'error') return reading.cause === '' ? '' : 'agents could not be read';
  if (reading?.state !== 'empty') return '';
  return reading.cause === NO_SESSIONS ? 'no agents' : 'agents not stored';
}

/** Why there is nothing to replay. `run` is undefined while the commits are loading. */
export function absenceText(run: LapseRun | undefined, reading: Reading<unknown>, now: number): string {
  if (!run) return 'Loading the commits…';
  if (areUnknown(reading)) {
    const cause = reading.cause ?? 'the cause is unknown';
    return reading.state === 'offline'
      ? `Offline, and no commits are known yet: ${cause}.`
      : `The commits cannot be read: ${cause}.`;
  }
  if (!currentValue(run.reading)?.length) return `There are no commits yet in ${run.reading.source}.`;
  const some = run.days.some(({ commits: count }) => count > 0);
  const none =
    run.day === localDay(now)
      ? `No commits so far on ${run.dayText}.`
      : `No commits are known for ${run.dayText}.`;
  return some ? `${none} Other days with commits:` : none;
}

/** For example `3.2 MB`. */
const sizeText = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const secondsText = (seconds: number): string => {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};

/** The note about the clip; empty without a clip. */
export function clipText(clip: Video): string {
  switch (clip.phase) {
    case 'idle':
    case 'impossible':
      return '';
    case 'recording':
      return `Recording ${secondsText(clip.seconds)} · ${sizeText(clip.bytes)}`;
    case 'finishing':
      return 'Saving the clip…';
    case 'done':
      return `Saved ${clip.fileName}, ${sizeText(clip.file.size)}${clip.note && `; ${clip.note}`}.`;
    case 'failed':
      return `No clip: ${clip.cause}.`;
  }
}
