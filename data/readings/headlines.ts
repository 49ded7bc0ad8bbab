import type { ReadingConfig } from '../config/reading-config.ts';
import { DASH, ERROR, ageText, blockText } from './format.ts';
import { activeCount } from './format-agents.ts';
import { placeText } from './format-weather.ts';
import { portalStatus } from './portals.ts';
import { type Reading, type ReadingState, currentValue, isOff } from './reading.ts';
import type { AgentActivity, Commit, Portal, PortalHealth, Weather } from './records.ts';
import type { AgentSessions } from './schemas/agent-sessions.ts';
import type { OpenWork } from './schemas/open-work.ts';
import { sessionCountText } from './session-counts.ts';

/** What a panel shows to a distant visitor: one figure, and a few words below it. */
export interface PanelHeadline {
  readonly figure: string;
  readonly caption: string;
}

/** The word for each state of a reading on a panel. */
export const stateWords: Readonly<Record<ReadingState, string>> = {
  loading: 'Asking',
  live: 'Live',
  stale: 'Stale',
  empty: 'Empty',
  error: 'ERROR',
  offline: 'No network',
};

/** The figure of a headline without a value. */
export const withoutValue = (state: ReadingState): string =>
  state === 'error' ? ERROR : state === 'empty' ? 'NONE' : DASH;

/** How many sessions wait, or else are at work; without sessions, how many agents are active today. */
export function agentHeadline(
  sessions: AgentSessions | undefined,
  reading: Reading<readonly AgentActivity[]>,
): PanelHeadline {
  if (sessions) {
    const [figure = '', ...others] = sessionCountText(sessions.counts).split(' · ');
    // More would not fit below the figure.
    return { figure, caption: others.slice(0, 2).join(' · ') };
  }
  const agents = currentValue(reading);
  if (!agents) return { figure: withoutValue(reading.state), caption: '' };
  return { figure: activeCount(agents), caption: 'active today' };
}

/**
 * The age of the last commit, and its author or that its checks have failed. Its title would be too long to read
 * from a distance.
 */
export function commitHeadline(
  reading: Reading<readonly Commit[]>,
  now: number,
  openWork?: OpenWork,
): PanelHeadline {
  const last = currentValue(reading)?.[0];
  if (!last) return { figure: withoutValue(reading.state), caption: '' };
  const { author, authoredAt, repo } = last;
  const caption =
    openWork?.checks.state === 'failed' ? 'checks failed' : `by ${author}${repo ? `, ${repo}` : ''}`;
  return { figure: ageText(authoredAt, now), caption };
}

/** How many portals answer, and for how many the status is unknown. */
export function portalHeadline(reading: Reading<readonly Portal[]>): PanelHeadline {
  const portals = currentValue(reading);
  if (!portals) return { figure: withoutValue(reading.state), caption: '' };
  const count = (status: PortalHealth['status']): number =>
    portals.reduce((sum, portal) => sum + (portalStatus(portal) === status ? 1 : 0), 0);
  const unknown = count('unknown');
  const caption = unknown === 0 ? 'online' : `online · ${unknown} unknown`;
  return { figure: `${count('online')} of ${portals.length}`, caption };
}

/** The temperature; the rest of the weather and the block height below it. */
export function placeHeadline(
  weather: Reading<Weather>,
  block: Reading<number>,
  place: ReadingConfig['weather'],
): PanelHeadline {
  const now = currentValue(weather);
  const text = isOff(block) ? '' : blockText(block);
  const height = text === DASH ? '' : text;
  if (now)
    return { figure: `${now.temperatureF}°F`, caption: [now.label, height].filter(Boolean).join(' · ') };
  if (isOff(weather)) return { figure: height || DASH, caption: placeText(place) };
  return { figure: withoutValue(weather.state), caption: height && `block ${height}` };
}
