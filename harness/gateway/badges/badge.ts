import { agentKey } from '../../../data/readings/activity.ts';
import { absenceText, blockText } from '../../../data/readings/format.ts';
import { weatherText } from '../../../data/readings/format-weather.ts';
import { sessionsText } from '../../../data/readings/session-counts.ts';
import { agentRows, agentStatusText } from '../../../data/readings/format-agents.ts';
import { commitRows } from '../../../data/readings/format-commits.ts';
import { checksBadgeText } from '../../../data/readings/format-open-work.ts';
import { sovereigntyTexts } from '../../../data/readings/format-sovereignty.ts';
import { portalStatus } from '../../../data/readings/portals.ts';
import { type Reading, currentValue } from '../../../data/readings/reading.ts';
import { spanText, uptimeText } from '../../../data/readings/format-history.ts';
import type { HistorySpan, HistorySubject } from '../../../data/readings/schemas/history.ts';
import type { DerivedState } from '../../../data/derived.ts';
import type { ReadingsState } from '../../../data/readings/readings-state.ts';
import { theme } from '../../../theme/theme.ts';
import { type HomePart, homeParts } from '../../config/access.ts';

type StateSlice = DerivedState & ReadingsState;

/** What a badge says: the label on the left, the message on the right. */
export interface Badge {
  readonly label: string;
  readonly message: string;
  /** The colour behind the message: a hex value or a name of Shields. */
  readonly color: string;
  /** Whether the reading failed: then no other colour may replace this one. */
  readonly isError: boolean;
}

/** More agents than this are counted, not named. */
const MAX_NAMED_AGENTS = 3;
/** Names of Shields: they have enough contrast to white text. */
const FAILED = 'red';
const QUIET = 'grey';

const { panelText, sovereigntyHigh, sovereigntyMid, connected } = theme.colors;
const { agentWorking, agentIdle, agentDormant, agentDead } = theme.colors;
const sovereigntyColors: Readonly<Record<string, string>> = {
  high: sovereigntyHigh,
  mid: sovereigntyMid,
  low: FAILED,
};
const agentColors = {
  working: agentWorking,
  idle: agentIdle,
  dormant: agentDormant,
  dead: agentDead,
} as const;
/** The minimum share of answered checks for each colour. */
const uptimeColors = [
  [0.99, connected],
  [0.95, sovereigntyMid],
  [0, FAILED],
] as const;
const checksColors = {
  passed: connected,
  failed: FAILED,
  pending: sovereigntyMid,
  none: QUIET,
  unknown: QUIET,
} as const;
const portalColors = { online: connected, offline: FAILED, unknown: QUIET } as const;

/** The badge of a reading; `color` is used if the reading is live. */
const badgeOf = (
  label: string,
  message: string,
  { state, value }: Reading<unknown>,
  color: string = panelText,
): Badge => ({
  label,
  message: state === 'offline' && value === undefined ? 'no network' : message,
  color: state === 'error' ? FAILED : state === 'live' ? color : QUIET,
  isError: state === 'error',
});

function sovereignty(state: StateSlice): Badge {
  const reading = state.readings.sovereignty.get();
  const { score, label, level } = sovereigntyTexts(reading);
  const message = score === label ? score : `${score} ${label}`;
  return badgeOf('sovereignty', message, reading, sovereigntyColors[level]);
}

function agents(state: StateSlice): Badge {
  const reading = state.derived.agents.get();
  const known = currentValue(reading);
  const rows = agentRows(reading).map(({ text }) => text);
  if (!known || known.length <= MAX_NAMED_AGENTS) return badgeOf('agents', rows.join(' · '), reading);
  const counts = new Map<string, number>();
  for (const { status } of known)
    counts.set(agentStatusText(status), (counts.get(agentStatusText(status)) ?? 0) + 1);
  return badgeOf('agents', [...counts].map(([word, count]) => `${count} ${word}`).join(' · '), reading);
}

function commits(state: StateSlice): Badge {
  const reading = state.derived.lastCommits.get();
  return badgeOf('commits', commitRows(reading)[0]?.text ?? '', reading);
}

/** The badge of each reading, by its name in the address. */
const readings: Readonly<Record<string, (state: StateSlice) => Badge>> = {
  sovereignty,
  agents,
  team: ({ readings: { sessions } }) => {
    const reading = sessions.get();
    const { waiting = 0, failed = 0 } = currentValue(reading)?.counts ?? {};
    const color = waiting > 0 || failed > 0 ? sovereigntyMid : undefined;
    return badgeOf('agent sessions', sessionsText(reading), reading, color);
  },
  commits,
  checks: ({ readings: { openWork } }) => {
    const reading = openWork.get();
    const state = currentValue(reading)?.checks.state ?? 'none';
    return badgeOf('checks', checksBadgeText(reading), reading, checksColors[state]);
  },
  weather: ({ readings: { weather } }) => badgeOf('weather', weatherText(weather.get()), weather.get()),
  'block-height': ({ readings: { blockHeight } }) =>
    badgeOf('block height', blockText(blockHeight.get()), blockHeight.get()),
};
export const badgeNames = Object.keys(readings);

/** The parts of badges that have another name. */
const otherParts: Readonly<Record<string, HomePart>> = { team: 'sessions', checks: 'open-work' };

/** The part of the home to which the badge of a reading belongs; undefined for an unknown name. */
export const badgePart = (name: string): HomePart | undefined =>
  otherParts[name] ?? homeParts.find((part) => part === name && Object.hasOwn(readings, name));

export const readingBadge = (name: string, state: StateSlice): Badge | undefined =>
  Object.hasOwn(readings, name) ? readings[name]?.(state) : undefined;

/**
 * The badge of one agent, whose name may be in upper or lower case. Undefined if the home has no
 * such agent.
 */
export function agentBadge(name: string, state: StateSlice): Badge | undefined {
  const reading = state.derived.agents.get();
  const known = currentValue(reading);
  // Without a list, it is not known whether there is such an agent.
  if (!known) return badgeOf('agent', absenceText('AGENTS', reading), reading);
  const agent = known.find((one) => agentKey(one.name) === agentKey(name));
  return agent && badgeOf(agent.name, agentStatusText(agent.status), reading, agentColors[agent.status]);
}

/** The badge of one portal by its id; undefined if the home has no such portal. */
export function portalBadge(id: string, state: StateSlice): Badge | undefined {
  const reading = state.derived.portals.get();
  const known = currentValue(reading);
  if (!known) return badgeOf('portal', absenceText('PORTALS', reading), reading);
  const portal = known.find(({ record }) => record.id === id);
  if (!portal) return undefined;
  const status = portalStatus(portal);
  return badgeOf(portal.record.name, status.toUpperCase(), reading, portalColors[status]);
}

/** The uptime of a portal, upstream or relay over a span: the share of its checks that were answered. */
export const uptimeBadge = ({ name, uptime }: HistorySubject, span: HistorySpan): Badge => ({
  label: `${name}, ${spanText[span]}`,
  message: uptimeText(uptime),
  color: uptimeColors.find(([least]) => uptime !== null && uptime >= least)?.[1] ?? QUIET,
  isError: false,
});
