import { agentKey } from '../../../data/readings/activity.ts';
import { counted } from '../../../data/readings/format.ts';
import {
  lastingText,
  sessionCountsText,
  sessionRow,
  sessionWorkText,
} from '../../../data/readings/format-sessions.ts';
import { currentValue } from '../../../data/readings/reading.ts';
import { sessionCountText } from '../../../data/readings/session-counts.ts';
import type { AgentSession, SessionState } from '../../../data/readings/schemas/agent-sessions.ts';
import type { PageState } from '../../../data/core/page-state.ts';
import type { ReadingsState } from '../../../data/readings/readings-state.ts';
import type { Question } from '../question.ts';
import { escapeMarkdown, markdownList } from '../reply-text.ts';
import { plainWords } from '../words.ts';
import { TODAY, spanOf } from './span.ts';

type About = Pick<Question, 'plain'> & { readonly state: PageState & ReadingsState };

const all = ({ readings }: ReadingsState): readonly AgentSession[] =>
  currentValue(readings.sessions.get())?.sessions ?? [];

export const isNamed = ({ name, harness }: AgentSession, given: string): boolean =>
  agentKey(name) === agentKey(given) || agentKey(harness) === agentKey(given);

export const OF_SESSIONS = /\b(?:sessions?|branch|branches|folder|repository)\b/;
/** Words of the names of programs that name no session. */
const COMMON = new Set(['agent', 'cli', 'code']);
/** The sessions of which a question about sessions has a word: of the name, program, folder or branch. */
export function sessionsNamed({ state, plain }: About): readonly AgentSession[] {
  if (!OF_SESSIONS.test(plain)) return [];
  const words = plain.split(' ').filter((word) => !COMMON.has(word));
  return all(state).filter(({ name, harness, folder = '', branch = '', repository = '' }) =>
    plainWords(`${name} ${harness} ${folder} ${branch} ${repository}`).some((word) => words.includes(word)),
  );
}

const PLACE = /\b(?:branch|branches|folder|repository|directory)\b/;
const SINCE = /\b(?:since when|how long|when did)\b/;
const COUNTS = /\b(?:how many|tool calls|files|sub agents?)\b/;
/** A line for each session: what it does, if visitors may see that, and what else the question asks for. */
function linesOf(sessions: readonly AgentSession[], now: number, plain = ''): string[] {
  return sessions.map((session) => {
    const { branch, folder, state, since } = session;
    const isAtWork = state === 'thinking' || state === 'working';
    const more = [
      ...(SINCE.test(plain) && isAtWork
        ? [`for ${lastingText(since, now).replace('just now', 'less than a minute')}`]
        : []),
      ...(PLACE.test(plain) && branch !== undefined ? [`branch ${branch}`] : []),
      ...(PLACE.test(plain) && folder !== undefined ? [`folder ${folder}`] : []),
      ...(COUNTS.test(plain) ? [sessionCountsText(session)] : []),
    ];
    const work = [sessionWorkText(session), ...more].filter(Boolean).join(', ');
    return escapeMarkdown(`${sessionRow(session, now).text}${work && ` (${work})`}`);
  });
}

/** A line for each agent session, in the order of the queue. */
export const sessionLines = (
  state: PageState & ReadingsState,
  isMeant: (session: AgentSession) => boolean = () => true,
  plain = '',
): string[] => linesOf(all(state).filter(isMeant), state.now.get(), plain);

const PAST = /\b(?:did|was|were|had)\b/;
/** What an answer about sessions leaves out: it knows no past. “Did it finish?” asks for the state of now. */
export function beforeSessions({ state, plain }: About): string {
  const span = spanOf(plain, state.now.get());
  const isEarlier = span !== undefined && span.name !== TODAY;
  const isPast = PAST.test(plain) && !SINCE.test(plain) && !states.some(([, words]) => words.test(plain));
  return isEarlier || isPast
    ? `I see only what sessions do now, not what they did ${isEarlier ? span.name : 'before'}.\n\n`
    : '';
}

/** For each state that a question can ask for: its words in a question, and in the answer. */
const states: readonly (readonly [SessionState, RegExp, string])[] = [
  ['failed', /\b(?:fail\w*|crash\w*|errors?|broken?)\b/, 'has failed'],
  ['silent', /\b(?:silent|quiet|hang\w*|hung|stuck|no news)\b/, 'is silent'],
  ['waiting', /\b(?:wait\w*|blocked|stuck|needs?)\b/, 'waits'],
  ['done', /\b(?:done|finish\w*|complete\w*|ready)\b/, 'is done'],
];

/** The agent sessions in the states that a question asks for; undefined if it asks for none. */
export function sessionsInState({ state, plain }: About): string | undefined {
  const asked = states.filter(([, words]) => words.test(plain));
  const counts = currentValue(state.readings.sessions.get())?.counts;
  if (asked.length === 0 || !counts) return undefined;
  const those = all(state).filter((session) => asked.some(([of]) => of === session.state));
  const none = asked.filter(([of]) => those.every((session) => session.state !== of));
  const what = none.map(([, , text]) => text).join(' or ');
  if (those.length === 0) return `No agent session ${what}: ${sessionCountText(counts)}.`;
  const rows = markdownList(linesOf(those, state.now.get(), plain));
  const others = what === '' ? '' : `\n\nNo agent session ${what}.`;
  return `${counted(those.length, 'agent session')} of ${all(state).length}:\n${rows}${others}`;
}

/**
 * The agent sessions: those that the question names or whose state it asks for, or how many there are in each
 * state, and a line for each. Undefined if none are known.
 */
export function sessions({ state, plain }: About): string | undefined {
  const value = currentValue(state.readings.sessions.get());
  if (!value) return undefined;
  const now = state.now.get();
  const named = sessionsNamed({ state, plain });
  if (named.length > 0) return beforeSessions({ state, plain }) + markdownList(linesOf(named, now, plain));
  const inState = sessionsInState({ state, plain });
  if (inState !== undefined) return inState;
  const lines = linesOf(all(state), now, plain);
  const head = `Agent sessions: ${sessionCountText(value.counts)}`;
  return lines.length === 0 ? `${head}.` : `${head}\n${markdownList(lines)}`;
}
