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

/** `99.95 %`, never rounded up to 100; `no data` without a check. */
export const uptimeText = (uptime: number | null): string =>
  // 0.57 times 10,000 is a little less than 5,700.
  uptime === null ? 'no data' : `${Math.floor(uptime * 10_000 + 1e-6) / 100} %`;

/** `median 42 ms, 95 % within 180 ms` */
export const latencyText = ({ p50, p95 }: NonNullable<HistorySubject['latency']>): string =>
  `median ${p50} ms, 95 % within ${p95} ms`;

/** `21 Nov, 14:03`, in the visitor's own time zone. */
const momentText = (at: number): string =>
  new Date(at).toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });

/** The state that a bar shows: the worst of it that counts. */
export function barState(bar: HistoryBar): 'none' | 'up' | 'partly' | 'down' | 'maintenance' {
  if (bar === null) return 'none';
  const [up, down, maintenance] = bar;
  if (down > 0) return up > 0 ? 'partly' : 'down';
  return maintenance > 0 ? 'maintenance' : 'up';
}

/** `21 Nov, 14:03 to 21 Nov, 14:08: it answered 503`; it says if the end is not known. */
export function incidentText({ begin, end, ending, cause }: Incident): string {
  const from = momentText(begin);
  if (end === null) return `since ${from}: ${cause}`;
  const until = ending === 'not-known' ? 'its end is not known, last seen' : 'to';
  return `${from}${ending === 'not-known' ? ',' : ''} ${until} ${momentText(end)}: ${cause}`;
}

/** `21 Nov, 22:00 to 21 Nov, 23:30: new disks` */
export const maintenanceText = ({ begin, end, note }: Maintenance): string =>
  `${momentText(begin)} to ${momentText(end)}${note === '' ? '' : `: ${note}`}`;
