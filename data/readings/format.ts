import { MAX_AHEAD_MS, MINUTE_MS, HOUR_MS, DAY_MS } from '../core/time.ts';
import { type Reading, currentValue, isOff } from './reading.ts';
import type { AdapterRecord } from './records.ts';

/**
 * Readings in words: one place for the heartbeat page, the widgets, the badges, the 3D panels and
 * the resident. The texts of specification 7 are exact. Agents, commits, weather and sovereignty have
 * their own files, so that a widget loads only what it shows.
 */
export const DASH = '—';
export const ERROR = 'ERROR';

/** One row with its class: `working`, `idle`, `dead` … on agents, `dead` on errors. */
export interface Row {
  readonly text: string;
  readonly className: string;
}

/** The value in words, `ERROR` after a failure, why there is none, or a dash before the first answer. */
export const fieldText = <T>(reading: Reading<T>, format: (value: T) => string): string => {
  if (reading.state === 'error') return ERROR;
  if (reading.state === 'empty') return reading.cause ?? DASH;
  const value = currentValue(reading);
  return value === undefined ? DASH : format(value);
};

/** Plain digits, as the chain sends them. */
export const blockText = (reading: Reading<number>): string => fieldText(reading, String);

/** `1 commit`, `2 commits` */
export const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;

/** Instead of rows that are missing: `AGENTS: ERROR`, `NO AGENTS`, `AGENTS: —`. */
export const absenceText = (name: string, { state }: Pick<Reading<unknown>, 'state'>): string =>
  state === 'error' ? `${name}: ${ERROR}` : state === 'empty' ? `NO ${name}` : `${name}: ${DASH}`;

/** The same as the only row of a list. */
export const absenceRows = (name: string, reading: Reading<unknown>): Row[] => [
  { text: absenceText(name, reading), className: reading.state === 'error' ? 'dead' : 'quiet' },
];

/** `<name>: ACTIVE` a row. */
export function adapterRows(reading: Reading<readonly AdapterRecord[]>): Row[] {
  const adapters = currentValue(reading);
  if (!adapters) return absenceRows('ADAPTERS', reading);
  return adapters.map(({ name, status }) => ({
    text: `${name}: ${status.toUpperCase()}`,
    className: status,
  }));
}

/** What the dual-brain panel says until something reports to it. */
export const AWAITING_DEPLOYMENT = 'AWAITING DEPLOYMENT';
export const dualBrainCategories = [
  'Triage',
  'Tool Use',
  'Code Gen',
  'Planning',
  'Communication',
  'Reasoning',
] as const;
export const DUAL_BRAIN_SOURCE = 'no source is connected';

/** `just now`, `4 min ago`, `3 h ago`, `12 d ago`; `in the future` for a wrong date. */
export function ageText(at: number, now: number): string {
  if (at - now > MAX_AHEAD_MS) return 'in the future';
  const age = Math.max(0, now - at);
  if (age < MINUTE_MS) return 'just now';
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min ago`;
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)} h ago`;
  return `${Math.floor(age / DAY_MS)} d ago`;
}

/**
 * The foot of each panel and the tooltip of each row: source, age, and the cause of a problem. A
 * past moment replaces the age, because the age of the answer says nothing about it.
 */
export function provenanceText(reading: Reading<unknown>, now: number): string {
  const { source, fetchedAt, moment } = reading;
  const age = moment ?? (fetchedAt === undefined ? undefined : ageText(fetchedAt, now));
  switch (reading.state) {
    case 'loading':
      return `${source} · asking`;
    case 'live':
      return `${source} · ${age}`;
    case 'empty':
      return [source, !isOff(reading) && age, reading.cause ?? 'nothing yet'].filter(Boolean).join(' · ');
    case 'stale':
    case 'error':
    case 'offline': {
      const { cause } = reading;
      // Most causes name the upstream themselves: "api.open-meteo.com cannot be reached".
      return [
        !cause.startsWith(source) && source,
        reading.state,
        cause,
        moment ?? (age && `last answer ${age}`),
      ]
        .filter(Boolean)
        .join(' · ');
    }
  }
}

/** A size in bytes, as a person reads it. */
export const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
