import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time.ts';
import { counted } from './format.ts';
import { latencyText, spanText, stateText, uptimeText } from './format-history.ts';
import type { HistorySpan, HistorySubject } from './schemas/history.ts';

/** Sentences of the status history. The gateway creates them, so that a page does not need this code. */

/** For example `less than a minute`, `5 minutes`, `3 h 20 min`, `2 days 4 h`. */
export function durationText(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 1) return 'less than a minute';
  if (minutes < 60) return counted(minutes, 'minute');
  if (ms < DAY_MS) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `${counted(Math.floor(ms / DAY_MS), 'day')} ${Math.floor((ms % DAY_MS) / HOUR_MS)} h`;
}

type Standing = Pick<HistorySubject, 'kind' | 'state'>;

const withState = (subjects: readonly Standing[], state: HistorySubject['state']): number =>
  subjects.filter((subject) => subject.kind === 'portal' && subject.state === state).length;

/** For example `, 1 is in maintenance`, `, 2 are not checked`; empty for 0. */
const others = (count: number, what: string): string =>
  count === 0 ? '' : `, ${count} ${count === 1 ? 'is' : 'are'} ${what}`;

/**
 * The portals in one sentence: `All 6 portals answer`, `2 of 6 portals do not answer`. Portals in maintenance
 * and unchecked portals are counted separately.
 */
export function headlineText(subjects: readonly Standing[]): string {
  const [up, down] = [withState(subjects, 'up'), withState(subjects, 'down')];
  const maintenance = withState(subjects, 'maintenance');
  const unchecked = others(withState(subjects, 'unknown'), 'not checked');
  const checked = up + down;
  if (checked === 0)
    return maintenance === 0
      ? 'No portal is checked'
      : `${counted(maintenance, 'portal')} in maintenance${unchecked}`;
  const rest = others(maintenance, 'in maintenance') + unchecked;
  if (checked === 1)
    return `${rest === '' ? 'The' : 'One'} portal ${down === 0 ? 'answers' : 'does not answer'}${rest}`;
  if (down === 0) return `${rest === '' ? 'All ' : ''}${checked} portals answer${rest}`;
  return `${down} of ${checked} portals ${down === 1 ? 'does' : 'do'} not answer${rest}`;
}

/** One subject in a sentence, for readers who do not see the bars. */
export function subjectText(subject: Omit<HistorySubject, 'text' | 'bars'>, span: HistorySpan): string {
  const { name, state, cause, uptime, latency, incidents } = subject;
  const now = `${name} ${state === 'unknown' ? 'is not checked' : state === 'maintenance' ? 'is in maintenance' : stateText[state]}`;
  const why = cause === undefined || state === 'up' ? '' : `: ${cause}`;
  if (uptime === null) return `${now}${why}. No data of the last ${spanText[span]}.`;
  return [
    `${now}${why}.`,
    `${uptimeText(uptime)} of the checks of the last ${spanText[span]} were answered,`,
    `latency ${latency ? latencyText(latency) : 'not measured'},`,
    `${counted(incidents.length, 'incident')}.`,
  ].join(' ');
}
