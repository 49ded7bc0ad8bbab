import type { FastifyPluginAsync } from 'fastify';
import { type Reading, currentValue } from '../../../data/readings/reading.ts';
import type { State } from '../../../data/state.ts';
import { blockText, weatherText } from '../../../data/readings/format.ts';
import { agentRows, agentStatusText } from '../../../data/readings/format-agents.ts';
import { commitRows } from '../../../data/readings/format-commits.ts';
import { sovereigntyTexts } from '../../../data/readings/format-sovereignty.ts';
import { theme } from '../../../theme/theme.ts';
import { type Badge, badgeSvg } from './badge-svg.ts';

/** More agents than this are counted, not named. */
const MAX_NAMED_AGENTS = 3;
const { panelText, text, textQuiet, error, sovereigntyHigh, sovereigntyMid, sovereigntyLow } = theme.colors;

/** The panels' colour for a live reading, red for a failed one, and a quiet one for all others. */
const colorOf = ({ state }: Reading<unknown>): string =>
  state === 'live' ? panelText : state === 'error' ? error : textQuiet;

function sovereignty(state: State): Badge {
  const reading = state.readings.sovereignty.get();
  const { score, label, level } = sovereigntyTexts(reading);
  const levels: Readonly<Record<string, string>> = {
    high: sovereigntyHigh,
    mid: sovereigntyMid,
    low: sovereigntyLow,
  };
  const value = score === label ? score : `${score} ${label}`;
  return { label: 'sovereignty', value, color: levels[level] ?? colorOf(reading) };
}

function agents(state: State): Badge {
  const reading = state.derived.agents.get();
  const rows = agentRows(reading).map((row) => row.text);
  const known = reading.state === 'error' ? undefined : currentValue(reading);
  const color = colorOf(reading);
  if (!known || known.length <= MAX_NAMED_AGENTS) return { label: 'agents', value: rows.join(' · '), color };
  const counts = new Map<string, number>();
  for (const { status } of known)
    counts.set(agentStatusText(status), (counts.get(agentStatusText(status)) ?? 0) + 1);
  return {
    label: 'agents',
    value: [...counts].map(([word, count]) => `${count} ${word}`).join(' · '),
    color,
  };
}

function commits(state: State): Badge {
  const reading = state.derived.lastCommits.get();
  const [row] = commitRows(reading);
  return {
    label: 'commits',
    value: row?.text ?? '',
    color: reading.state === 'live' ? text : colorOf(reading),
  };
}

const badges: Readonly<Record<string, (state: State) => Badge>> = {
  sovereignty,
  agents,
  commits,
  weather: (state) => {
    const reading = state.readings.weather.get();
    return { label: 'weather', value: weatherText(reading), color: colorOf(reading) };
  },
  'block-height': (state) => {
    const reading = state.readings.blockHeight.get();
    return { label: 'block height', value: blockText(reading), color: colorOf(reading) };
  },
};

/** `/badge/<name>.svg`: a reading as an image, with the texts of the pages. */
export const badgeRoutes =
  (state: State): FastifyPluginAsync =>
  async (app) => {
    for (const [name, make] of Object.entries(badges))
      app.get(`/badge/${name}.svg`, async (_request, reply) =>
        reply
          .header('cache-control', 'no-cache')
          .type('image/svg+xml; charset=utf-8')
          .send(badgeSvg(make(state))),
      );
  };
