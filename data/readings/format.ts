import { MAX_AHEAD_MS, MINUTE_MS, HOUR_MS, DAY_MS } from '../core/time.ts';
import { PRIVATE, type Reading, currentValue, isOff } from './reading.ts';
import type { AdapterRecord } from './records.ts';

/**
 * Texts for readings, for the heartbeat page, the widgets, the badges, the 3D panels and the resident. The
 * texts of specification 7 are exact. Agents, commits, weather and sovereignty have their own files, so that
 * a widget loads only what it shows.
 */
export const DASH = '—';
export const ERROR = 'ERROR';

/** A row with its class: `working`, `idle`, `dead` … for agents, `dead` for errors. */
export interface Row {
  readonly text: string;
  readonly className: string;
}

/**
 * The formatted value; `ERROR` after a failure; the reason if there is no value; a dash before the first
 * answer.
 */
export const fieldText = <T>(reading: Reading<T>, format: (value: T) => string): string => {
  if (reading.state === 'error') return ERROR;
  if (reading.state === 'empty') return reading.cause ?? DASH;
  const value = currentValue(reading);
  return value === undefined ? DASH : format(value);
};

/** A title after the name of its repository, if the home shows several. */
export const inRepository = (title: string, repo: string | undefined): string =>
  repo ? `[${repo}] ${title}` : title;

/** Digits without separators, as the chain sends them. */
export const blockText = (reading: Reading<number>): string => fieldText(reading, String);

/** For example `1 commit`, `2 commits`. */
export const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;

/** The text if there are no rows: `AGENTS: ERROR`, `NO AGENTS`, `AGENTS: PRIVATE`, `AGENTS: —`. */
export function absenceText(
  name: string,
  { state, cause }: Pick<Reading<unknown>, 'state' | 'cause'>,
): string {
  if (cause === PRIVATE) return `${name}: PRIVATE`;
  return state === 'error' ? `${name}: ${ERROR}` : state === 'empty' ? `NO ${name}` : `${name}: ${DASH}`;
}

/** `absenceText` as the only row of a list. */
export const absenceRows = (name: string, reading: Reading<unknown>): Row[] => [
  { text: absenceText(name, reading), className: reading.state === 'error' ? 'dead' : 'quiet' },
];

/** One row per adapter: `<name>: ACTIVE`. */
export function adapterRows(reading: Reading<readonly AdapterRecord[]>): Row[] {
  const adapters = currentValue(reading);
  if (!adapters) return absenceRows('ADAPTERS', reading);
  return adapters.map(({ name, status }) => ({
    text: `${name}: ${status.toUpperCase()}`,
    className: status,
  }));
}

/** The text of the dual-brain panel until something reports to it. */
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

/** `just now`, `4 min ago`, `3 h ago`, `12 d ago`; `in the future` for an invalid date. */
export function ageText(at: number, now: number): string {
  if (at - now > MAX_AHEAD_MS) return 'in the future';
  const age = Math.max(0, now - at);
  if (age < MINUTE_MS) return 'just now';
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min ago`;
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)} h ago`;
  return `${Math.floor(age / DAY_MS)} d ago`;
}

/**
 * The foot of each panel and the tooltip of each row: source, age, and the cause of a problem. For a past
 * moment the text names the moment instead of the age of the answer.
 */
export function provenanceText(reading: Reading<unknown>, now: number): string {
  const { source, fetchedAt, moment } = reading;
  const age = moment ?? (fetchedAt === undefined ? undefined : ageText(fetchedAt, now));
  switch (reading.state) {
    case 'loading':
      return `${source} · asking`;
    case 'live':
    case 'empty':
      return [source, !isOff(reading) && age, reading.cause ?? (reading.state === 'empty' && 'nothing yet')]
        .filter(Boolean)
        .join(' · ');
    case 'stale':
    case 'error':
    case 'offline': {
      const { cause } = reading;
      // Most causes begin with the source, which is then left out: “api.open-meteo.com cannot be reached”.
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

/** The name of the source, and the problem of its reading, if any. */
export const sourceText = (reading: Reading<unknown>, now: number): string =>
  reading.state === 'live' ? reading.source : provenanceText(reading, now);

/** A size in bytes in words. */
export const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
