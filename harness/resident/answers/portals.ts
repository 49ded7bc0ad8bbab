import { counted } from '../../../data/readings/format.ts';
import { isOver } from '../../../data/games/play-record.ts';
import { portalStatus } from '../../../data/readings/portals.ts';
import { currentValue } from '../../../data/readings/reading.ts';
import type { Portal } from '../../../data/readings/records.ts';
import type { Question } from '../question.ts';
import { escapeMarkdown, markdownList, problemText, withProblem } from '../reply-text.ts';
import { colourNamed, portalNamed } from '../places.ts';
import { LISTS } from './commits.ts';

function portalLine(portal: Portal, base: string): string {
  const { record, health, entrance } = portal;
  const status = portalStatus(portal);
  // The last check. It is left out if the registry calls the portal offline, because then it adds nothing.
  const last = status === health.status ? health.checks.at(-1) : undefined;
  const checked =
    status === 'unknown'
      ? `health unknown${health.cause ? `: ${health.cause}` : ''}`
      : `${status}${last?.latencyMs == null ? '' : `, ${Math.round(last.latencyMs)} ms`}`;
  const home = new URL(base).origin;
  // Whether the registry calls the portal offline, and not a check.
  const isDeclared = status === 'offline' && health.status !== 'offline';
  const way = isDeclared
    ? `its owner lists it as offline in \`portals.json\`${health.cause ? `; it is not checked: ${escapeMarkdown(health.cause)}` : ''}`
    : entrance.open
      ? `way in: ${entrance.href.startsWith(home) ? entrance.href.slice(home.length) : entrance.href}`
      : escapeMarkdown(entrance.reason).replace(/\.$/, '');
  return `**${escapeMarkdown(record.name)}** (${record.portal_type}, ${record.readiness_state}) — ${checked}; ${way}`;
}

export const portal = (one: Portal, base: string): string =>
  `${portalLine(one, base)}\n\n${escapeMarkdown(one.record.description)}`;

/** The portal that the question names. */
export function namedPortal({ state, plain, words }: Question): string | undefined {
  const one = portalNamed(state, words, true);
  if (!one) return undefined;
  const asks = /^(?:can|could|may|am|is it)\b.*\b(?:play|enter|visit|go|walk|travel|get)\b/.test(plain);
  const can = one.entrance.open ? 'Yes, through its portal' : 'No, not through its portal';
  const colour = colourNamed(one, words);
  const named = colour === undefined ? '' : `The ${colour} one: `;
  return `${asks ? `${can}. ` : ''}${named}${portal(one, state.base)}`;
}

const PORTAL_WORD = '(?:portal|gate|door|arch)';
const UNKNOWN_PORTAL = [
  new RegExp(`\\b${PORTAL_WORD} (?:to|called|named|for) (?:the )?([\\p{L}\\d]{3,})`, 'iu'),
  // Only with a capital letter: “the orange portal” is one of this home.
  new RegExp(`\\b(\\p{Lu}[\\p{L}\\d]{2,}) ${PORTAL_WORD}\\b`, 'u'),
];
/**
 * If the question names a portal that this home does not have: a sentence that says so and lists the portals.
 * Otherwise undefined.
 */
export function noPortal(
  { state, text, words }: Question,
  isKnown: (word: string) => boolean,
): string | undefined {
  const names = (currentValue(state.derived.portals.get()) ?? []).map(({ record }) => record.name);
  const isNamed = UNKNOWN_PORTAL.some((pattern) => {
    const [, name] = pattern.exec(text.slice(0, 300)) ?? [];
    return name !== undefined && !isKnown(name.toLowerCase());
  });
  return isNamed && names.length > 0 && portalNamed(state, words, true) === undefined
    ? `I see no portal of that name, only ${names.map(escapeMarkdown).join(', ')}.`
    : undefined;
}

const NOT_ONLINE =
  /\bnot (?:\w+ )?(?:online|work\w*|reachable|up|answer\w*)\b|\bworks? not\b|\b(?:are|is|do|does) not$|\b(?:offline|closed|broken|dead|down|shut)\b/g;
const ONLINE = /\b(?:online|work(?:s|ing)?|answers?|reachable|up)\b/;

const UNCHECKED = /\b(?:not (?:being )?checked|unchecked|unknown)\b/;
const ENTER = /\b(?:enter|walk through|go through|go into|get into|visit|play)\b/;

/**
 * The portals that the question asks for: all, those to games, those that are online or offline, or those
 * that can be entered.
 */
export function portals({ state, plain }: Pick<Question, 'state' | 'plain'>): string {
  const reading = state.derived.portals.get();
  const known = currentValue(reading) ?? [];
  const problem = problemText('the portals', reading, state.now.get());
  if (reading.state === 'loading') return problem;
  if (known.length === 0)
    return withProblem(reading.state === 'empty' ? 'There are no portals.' : 'PORTALS: ERROR', problem);
  const ofGames = /\bgames?\b|\bplay something\b/.test(plain);
  const all = known.filter(({ record }) => !ofGames || record.portal_type === 'game-world');
  const rest = plain.replace(NOT_ONLINE, '');
  const [isOffline, isOnline] = [rest !== plain, ONLINE.test(rest)];
  const status = UNCHECKED.test(plain)
    ? 'unknown'
    : isOffline === isOnline
      ? undefined
      : isOffline
        ? 'offline'
        : 'online';
  const asksToEnter = status === undefined && ENTER.test(plain);
  const those = all.filter((one) =>
    asksToEnter ? one.entrance.open : status === undefined || portalStatus(one) === status,
  );
  const online = all.filter((one) => portalStatus(one) === 'online').length;
  const unknown = all.filter((one) => portalStatus(one) === 'unknown').length;
  const total = counted(all.length, ofGames ? 'game portal' : 'portal');
  const count = status
    ? `${those.length} of ${total} ${those.length === 1 ? 'is' : 'are'} ${status === 'unknown' ? 'of unknown health' : status}`
    : asksToEnter
      ? `${those.length} of ${total} can be entered`
      : `${total}, ${online} of them online${unknown > 0 ? `, ${unknown} of unknown health` : ''}`;
  const rows = markdownList(those.map((one) => portalLine(one, state.base)));
  const isAll = status === undefined && !ofGames && !asksToEnter;
  const text =
    (/^how many\b/.test(plain) && !LISTS.test(plain)) || rows === ''
      ? `${count}.`
      : isAll
        ? rows
        : `${count}:\n${rows}`;
  return withProblem(text, problem);
}

/** What the resident plays. */
export function plays({ state, plain, words }: Question): string {
  const named = portalNamed(state, words);
  const known = currentValue(state.derived.portals.get()) ?? [];
  const running = state.games.plays
    .get()
    .filter((play) => !isOver(play))
    .map(({ portal: id, state: how, step }) => {
      const name = known.find(({ record }) => record.id === id)?.record.name ?? id;
      return `I play **${escapeMarkdown(name)}** now: ${how}, step ${step}.`;
    });
  return [
    ...(/\bwith (?:me|us)\b/.test(plain) ? ['Visitors cannot play along.'] : []),
    ...(running.length > 0 ? running : ['I play no game now.']),
    'A play begins when the owner starts it, with a model; `docs/games.md` says how. “Plays” in the header’s menu “More” lists the earlier ones. “stop playing” in this chat, or “Stop the play” on its card, ends one before its next action.',
    ...(/\bgames\b/.test(plain) ? [portals({ state, plain: 'games' })] : []),
    ...(named ? [portalLine(named, state.base)] : []),
  ].join('\n\n');
}
