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

/** British English: the day before the month, and 24 hours. */
export const DEFAULT_LOCALE = 'en-GB';

/** `99.95 %`, rounded down so that it is never wrongly 100; `no data` without a check. */
export const uptimeText = (uptime: number | null, locale = DEFAULT_LOCALE): string =>
  // The small number corrects rounding: 0.57 × 10,000 is slightly less than 5,700.
  uptime === null ? 'no data' : `${(Math.floor(uptime * 10_000 + 1e-6) / 100).toLocaleString(locale)} %`;

/** For example `median 42 ms, 95 % within 180 ms`. */
export const latencyText = ({ p50, p95 }: NonNullable<HistorySubject['latency']>): string =>
  `median ${p50} ms, 95 % within ${p95} ms`;

/** One format per locale, because creating a format is slow, and a page can show hundreds of moments. */
const moments: Record<string, Intl.DateTimeFormat> = {};

/** `21 Nov, 14:03`, in the visitor's time zone. */
const momentText = (at: number, locale: string): string =>
  (moments[locale] ??= new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })).format(at);

/** The state that a bar shows. Failures have priority over maintenance. */
export function barState(bar: HistoryBar): 'none' | 'up' | 'partly' | 'down' | 'maintenance' {
  if (bar === null) return 'none';
  const [up, down, maintenance] = bar;
  if (down > 0) return up > 0 ? 'partly' : 'down';
  return maintenance > 0 ? 'maintenance' : 'up';
}

/** `21 Nov, 14:03 to 21 Nov, 14:08: it answered 503`; the text says so if the end is not known. */
export function incidentText({ begin, end, ending, cause }: Incident, locale = DEFAULT_LOCALE): string {
  const from = momentText(begin, locale);
  if (end === null) return `since ${from}: ${cause}`;
  const until = ending === 'not-known' ? ', its end is not known, last seen' : ' to';
  return `${from}${until} ${momentText(end, locale)}: ${cause}`;
}

/** For example `21 Nov, 22:00 to 21 Nov, 23:30: new disks`. */
export const maintenanceText = ({ begin, end, note }: Maintenance, locale = DEFAULT_LOCALE): string =>
  `${momentText(begin, locale)} to ${momentText(end, locale)}${note === '' ? '' : `: ${note}`}`;
