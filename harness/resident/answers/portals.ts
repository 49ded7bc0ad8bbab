import { counted } from '../../../data/readings/format.ts';
import { portalStatus } from '../../../data/readings/portals.ts';
import { currentValue } from '../../../data/readings/reading.ts';
import type { Portal } from '../../../data/readings/records.ts';
import type { Question } from '../question.ts';
import { escapeMarkdown, markdownList } from '../markdown.ts';
import { portalNamed } from '../places.ts';
import { problemText, withProblem } from '../problem-text.ts';

function portalLine(portal: Portal, base: string): string {
  const { record, health, entrance } = portal;
  const status = portalStatus(portal);
  // A check has nothing to add to a portal that the registry calls offline.
  const last = status === health.status ? health.checks.at(-1) : undefined;
  const checked =
    status === 'unknown'
      ? `health unknown${health.cause ? `: ${health.cause}` : ''}`
      : `${status}${last?.latencyMs == null ? '' : `, ${Math.round(last.latencyMs)} ms`}`;
  const home = new URL(base).origin;
  const way = entrance.open
    ? `way in: ${entrance.href.startsWith(home) ? entrance.href.slice(home.length) : entrance.href}`
    : escapeMarkdown(entrance.reason).replace(/\.$/, '');
  return `**${escapeMarkdown(record.name)}** (${record.portal_type}, ${record.readiness_state}) — ${checked}; ${way}`;
}

export const portal = (one: Portal, base: string): string =>
  `${portalLine(one, base)}\n\n${escapeMarkdown(one.record.description)}`;

/** The portal that the question names. */
export function namedPortal({ state, words }: Question): string | undefined {
  const one = portalNamed(state, words, words.length <= 2);
  return one && portal(one, state.base);
}

/** All portals, or those that are online or offline. */
export function portals({ state, plain }: Pick<Question, 'state' | 'plain'>): string {
  const reading = state.derived.portals.get();
  const known = currentValue(reading) ?? [];
  const problem = problemText('the portals', reading, state.now.get());
  if (reading.state === 'loading') return problem;
  if (known.length === 0)
    return withProblem(reading.state === 'empty' ? 'There are no portals.' : 'PORTALS: ERROR', problem);
  const isOffline = /\b(?:offline|closed|broken|dead|down|shut)\b/.test(plain);
  const isOnline = /\b(?:online|working|answers?|reachable|up)\b/.test(plain);
  const status = isOffline ? 'offline' : isOnline ? 'online' : undefined;
  const those = known.filter((one) => status === undefined || portalStatus(one) === status);
  const count = `${those.length} of ${counted(known.length, 'portal')}${status === undefined ? '' : ` ${those.length === 1 ? 'is' : 'are'} ${status}`}`;
  const rows = markdownList(those.map((one) => portalLine(one, state.base)));
  const text = /^how many\b/.test(plain) || rows === '' ? `${count}.` : status ? `${count}:\n${rows}` : rows;
  return withProblem(text, problem);
}
