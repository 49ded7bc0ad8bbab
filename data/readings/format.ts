import { MAX_AHEAD_MS, MINUTE_MS, HOUR_MS, DAY_MS } from '../core/time.ts';
import type { CommitHours } from './commit-hours.ts';
import { type Reading, currentValue } from './reading.ts';
import {
  type AdapterRecord,
  type AgentActivity,
  type Commit,
  type MergedPull,
  type RelayStatus,
  type Sovereignty,
  type Weather,
  sovereigntyLevel,
} from './records.ts';

/**
 * How readings are put into words: one place for the heartbeat page, the widgets, the badges, the 3D panels and the resident.
 * The texts of specification 7 are exact.
 */
export const DASH = '—';
export const ERROR = 'ERROR';

/** One row with the class it is styled by (`working`, `idle`, `dead` … on agents, `dead` on errors). */
export interface Row {
  readonly text: string;
  readonly className: string;
}

const fieldText = <T>(reading: Reading<T>, say: (value: T) => string): string => {
  if (reading.state === 'error') return ERROR;
  const value = currentValue(reading);
  return value === undefined ? DASH : say(value);
};

/** `71.7°F Clear` */
export const weatherText = (reading: Reading<Weather>): string =>
  fieldText(reading, ({ temperatureF, label }) => `${temperatureF}°F ${label}`);

/** `51.48° N, 0.00° E` */
export const placeText = (place: { readonly latitude: number; readonly longitude: number }): string => {
  const { latitude, longitude } = place;
  const north = `${Math.abs(latitude).toFixed(2)}° ${latitude < 0 ? 'S' : 'N'}`;
  const east = `${Math.abs(longitude).toFixed(2)}° ${longitude < 0 ? 'W' : 'E'}`;
  return `${north}, ${east}`;
};

/** Plain digits, as the chain sends them. */
export const blockText = (reading: Reading<number>): string => fieldText(reading, String);

/** Score as `72%` and the label in capitals; both `ERROR` when the file cannot be read. */
export const sovereigntyTexts = (
  reading: Reading<Sovereignty>,
): { score: string; label: string; level: string } => {
  const value = currentValue(reading);
  return {
    score: fieldText(reading, ({ score }) => `${score}%`),
    label: fieldText(reading, ({ label }) => label.toUpperCase()),
    level: value ? sovereigntyLevel(value.score) : reading.state,
  };
};

/** `1 commit`, `2 commits` */
export const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;

/** `4 of 7 parts are the owner’s own: pages, …; not own: weather (api.open-meteo.com), …`; empty for a figure that names no parts. */
export function sovereigntyPartsText(reading: Reading<Sovereignty>): string {
  const parts = currentValue(reading)?.parts ?? [];
  const names = (areOwn: boolean): string =>
    parts
      .filter(({ own }) => own === areOwn)
      .map(({ name, where }) => (where ? `${name} (${where})` : name))
      .join(', ');
  const count = parts.filter(({ own }) => own).length;
  const others = names(false);
  if (parts.length === 0) return '';
  return `${count} of ${parts.length} parts are the owner’s own: ${names(true) || 'none'}${others && `; not own: ${others}`}`;
}

/** What stands in place of rows that are not there: `AGENTS: ERROR`, `NO AGENTS`, `AGENTS: —`. */
export const absenceText = (name: string, { state }: Reading<unknown>): string =>
  state === 'error' ? `${name}: ${ERROR}` : state === 'empty' ? `NO ${name}` : `${name}: ${DASH}`;

/** The same as the only row of a list. */
export const absenceRows = (name: string, reading: Reading<unknown>): Row[] => [
  { text: absenceText(name, reading), className: reading.state === 'error' ? 'dead' : 'quiet' },
];

/** Idle and dormant agents both read IDLE; the class keeps them apart (specification 3.1). */
const agentClasses = { working: 'working', idle: 'idle', dormant: 'idle dormant', dead: 'dead' } as const;
export const agentStatusText = (status: AgentActivity['status']): string =>
  status === 'dormant' ? 'IDLE' : status.toUpperCase();

/** `<name>: WORKING` a row. */
export function agentRows(reading: Reading<readonly AgentActivity[]>): Row[] {
  const agents = currentValue(reading);
  if (!agents) return absenceRows('AGENTS', reading);
  return agents.map(({ name, status }) => ({
    text: `${name}: ${agentStatusText(status)}`,
    className: agentClasses[status],
  }));
}

/** `<title> — <author>` a row, newest first. */
export function commitRows(reading: Reading<readonly Commit[]>): Row[] {
  const commits = currentValue(reading);
  if (!commits) return absenceRows('COMMITS', reading);
  return commits.map(({ title, author }) => ({ text: `${title} — ${author}`, className: 'commit' }));
}

/** `1 of 3 relays connected` */
export const relaysText = (relays: readonly RelayStatus[]): string =>
  `${relays.filter(({ state }) => state === 'open').length} of ${counted(relays.length, 'relay')} connected`;

/** How much of what the relays sent is not shown: looked at and found wrong, or too much to be looked at. */
export const relayLosses = (relays: readonly RelayStatus[]): { rejected: number; dropped: number } => ({
  rejected: relays.reduce((sum, { rejected }) => sum + rejected, 0),
  dropped: relays.reduce((sum, { dropped }) => sum + dropped, 0),
});

/** The same as sentences: one for each count that is not zero. */
export function relayLossTexts(relays: readonly RelayStatus[]): string[] {
  const { rejected, dropped } = relayLosses(relays);
  return [
    ...(rejected > 0
      ? [`${counted(rejected, 'frame')} rejected: forged, malformed, too large or dated in the future.`]
      : []),
    ...(dropped > 0 ? [`${counted(dropped, 'frame')} dropped unread: more came than could be checked.`] : []),
  ];
}

/** Where the list of commits ends before the day does; empty where it does not. */
export const commitReachText = ({ reach, listed }: Pick<CommitHours, 'reach' | 'listed'>): string =>
  reach < 24 ? `the last ${listed} commits reach back ${reach} h` : '';

const atLeast = ({ reach }: Pick<CommitHours, 'reach'>): string => (reach < 24 ? 'at least ' : '');

/** `31 by 3 of 17 agents, 2 by others`, and how far the list reaches where that is less than the day. */
export const commitHoursText = (hours: CommitHours): string =>
  [
    `${atLeast(hours)}${hours.commits} by ${hours.active} of ${counted(hours.agents.length, 'agent')}`,
    hours.others > 0 && `${hours.others} by others`,
    commitReachText(hours),
  ]
    .filter(Boolean)
    .join(', ');

/** `<name>: 4 commits` for each agent that wrote one in the last day, the most active first. */
export const commitHoursRows = (day: CommitHours): Row[] =>
  day.agents
    .filter(({ commits }) => commits > 0)
    .map(({ name, commits }) => ({
      text: `${name}: ${atLeast(day)}${counted(commits, 'commit')}`,
      className: 'working',
    }));

/** `#12 <title> — <author>` a row: one for each book on the shelves. */
export function mergedRows(reading: Reading<readonly MergedPull[]>): Row[] {
  const pulls = currentValue(reading);
  if (!pulls) return absenceRows('MERGED PULL REQUESTS', reading);
  return pulls.map(({ number, title, author }) => ({
    text: `#${number} ${title} — ${author}`,
    className: '',
  }));
}

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

/** `just now`, `4 min ago`, `3 h ago`, `12 d ago`; `in the future` for a date that no clock's error explains */
export function ageText(at: number, now: number): string {
  if (at - now > MAX_AHEAD_MS) return 'in the future';
  const age = Math.max(0, now - at);
  if (age < MINUTE_MS) return 'just now';
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min ago`;
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)} h ago`;
  return `${Math.floor(age / DAY_MS)} d ago`;
}

/**
 * The foot of every panel and the tooltip of every row: source, age, and the cause where something is wrong. In place of the age stands
 * the moment, where a past one is shown: how old the answer is says nothing about it.
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
      return `${source} · ${age} · ${reading.cause ?? 'nothing yet'}`;
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
