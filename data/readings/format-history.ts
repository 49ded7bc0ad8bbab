import { DAY_MS, HOUR_MS, MINUTE_MS, localTime } from '../core/time.ts';
import { counted } from './format.ts';
import type { HistoryBar, HistorySpan, HistorySubject, Incident, Maintenance } from './schemas/history.ts';

/** The status history in words: for pages, widgets and feeds. */

export const spanText: Readonly<Record<HistorySpan, string>> = {
  '24h': '24 hours',
  '30d': '30 days',
  '90d': '90 days',
};

export const stateText: Readonly<Record<HistorySubject['state'], string>> = {
  up: 'answers',
  down: 'does not answer',
  maintenance: 'in maintenance',
  unknown: 'not checked',
};

const withState = (
  subjects: readonly Pick<HistorySubject, 'kind' | 'state'>[],
  state: HistorySubject['state'],
): number => subjects.filter((subject) => subject.kind === 'portal' && subject.state === state).length;

/** `1 is in maintenance`, `2 are not checked`; empty for none. */
const others = (count: number, what: string): string =>
  count === 0 ? '' : `, ${count} ${count === 1 ? 'is' : 'are'} ${what}`;

/**
 * The portals in one sentence: `All 6 portals answer`, `2 of 6 portals do not answer`. Those in
 * maintenance and those that are not checked are counted apart.
 */
export function headlineText(subjects: readonly Pick<HistorySubject, 'kind' | 'state'>[]): string {
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

/** `99.95 %`, never rounded up to 100; `no data` without a check. */
export const uptimeText = (uptime: number | null): string =>
  uptime === null ? 'no data' : `${Math.floor(uptime * 10_000) / 100} %`;

/** `median 42 ms, 95 % within 180 ms` */
export const latencyText = (latency: HistorySubject['latency']): string =>
  latency === null ? 'not measured' : `median ${latency.p50} ms, 95 % within ${latency.p95} ms`;

/** `21 Nov`, of the day in UTC. */
const utcDayText = (at: number): string =>
  new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** `21 Nov 14:03`, in the visitor's own time zone. */
const momentText = (at: number): string =>
  `${new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })} ${localTime(at)}`;

/** When a bar is: `21 Nov (UTC)`, or `14:00 to 14:30`. */
export const barTimeText = (begin: number, barSeconds: number): string =>
  barSeconds * 1000 >= DAY_MS
    ? `${utcDayText(begin)} (UTC)`
    : `${localTime(begin)} to ${localTime(begin + barSeconds * 1000)}`;

/** What happened in a bar: `30 checks answered`, `2 of 30 checks failed`, `no data`. */
export function barText(bar: HistoryBar): string {
  if (bar === null) return 'no data';
  const [up, down, maintenance] = bar;
  const checks = up + down;
  const planned = maintenance === 0 ? '' : `${counted(maintenance, 'check')} failed in maintenance`;
  if (checks === 0) return planned;
  const counts =
    down === 0 ? `${counted(up, 'check')} answered` : `${down} of ${counted(checks, 'check')} failed`;
  return planned === '' ? counts : `${counts}, ${planned}`;
}

/** The state that a bar shows: the worst of it that counts. */
export function barState(bar: HistoryBar): 'none' | 'up' | 'partly' | 'down' | 'maintenance' {
  if (bar === null) return 'none';
  const [up, down, maintenance] = bar;
  if (down > 0) return up > 0 ? 'partly' : 'down';
  return maintenance > 0 ? 'maintenance' : 'up';
}

/** `less than a minute`, `5 minutes`, `3 h 20 min`, `2 days 4 h` */
export function durationText(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 1) return 'less than a minute';
  if (minutes < 60) return counted(minutes, 'minute');
  if (ms < DAY_MS) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `${counted(Math.floor(ms / DAY_MS), 'day')} ${Math.floor((ms % DAY_MS) / HOUR_MS)} h`;
}

/** `21 Nov 14:03, 5 minutes: it answered 503`; what is not known is said so. */
export function incidentText({ begin, end, ending, cause }: Incident, now: number): string {
  const from = momentText(begin);
  switch (ending) {
    case 'ongoing':
      return `since ${from}, ${durationText(now - begin)}: ${cause}`;
    case 'not-known':
      return `${from}, last seen ${momentText(end ?? begin)}, its end is not known: ${cause}`;
    case 'answered':
    case 'maintenance': {
      const length = durationText((end ?? begin) - begin);
      return `${from}, ${length}${ending === 'maintenance' ? ', until maintenance began' : ''}: ${cause}`;
    }
  }
}

/** `21 Nov 22:00 to 21 Nov 23:30: new disks` */
export const maintenanceText = ({ begin, end, note }: Maintenance): string =>
  `${momentText(begin)} to ${momentText(end)}${note === '' ? '' : `: ${note}`}`;

/** One subject in a sentence, for readers who do not see its bars. */
export function subjectText(subject: HistorySubject, span: HistorySpan): string {
  const { name, state, cause, uptime, latency, incidents } = subject;
  const now = `${name} ${state === 'unknown' ? 'is not checked' : state === 'maintenance' ? 'is in maintenance' : stateText[state]}`;
  const why = cause === undefined || state === 'up' ? '' : `: ${cause}`;
  if (uptime === null) return `${now}${why}. No data of the last ${spanText[span]}.`;
  return [
    `${now}${why}.`,
    `${uptimeText(uptime)} of the checks of the last ${spanText[span]} were answered,`,
    `latency ${latencyText(latency)},`,
    `${counted(incidents.length, 'incident')}.`,
  ].join(' ');
}
