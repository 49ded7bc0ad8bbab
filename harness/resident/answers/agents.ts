import { agentKey } from '../../../data/readings/activity.ts';
import {
  agentCountText,
  agentDetails,
  agentRows,
  agentStatusText,
  activeNowFirst,
  workText,
} from '../../../data/readings/format-agents.ts';
import { activityText } from '../../../data/readings/format-activity.ts';
import { ageText, counted } from '../../../data/readings/format.ts';
import { currentValue } from '../../../data/readings/reading.ts';
import { sessionCountText } from '../../../data/readings/session-counts.ts';
import type { AgentSession } from '../../../data/readings/schemas/agent-sessions.ts';
import type { AgentActivity } from '../../../data/readings/records.ts';
import type { ChatState } from '../../../data/chat/chat-state.ts';
import type { ConfigState } from '../../../data/config/config-state.ts';
import type { DerivedState } from '../../../data/derived.ts';
import type { PageState } from '../../../data/core/page-state.ts';
import type { ReadingsState } from '../../../data/readings/readings-state.ts';
import type { Question } from '../question.ts';
import { escapeMarkdown, markdownList, problemText, withProblem } from '../reply-text.ts';
import { nearlyEqual, plainWords } from '../words.ts';
import { knownNames, missingPrograms, personsNamed, repositoriesText } from './names.ts';
import { COMPARES, commits, merged, mostActive, reachText, within } from './commits.ts';
import { OF_SESSIONS, beforeSessions, isNamed, sessionLines, sessions, sessionsInState } from './sessions.ts';
import { TODAY, lastDay, spanOf } from './span.ts';

const residentName = (state: ConfigState): string => escapeMarkdown(state.config.get().resident.name);

function agentLine(agent: AgentActivity, { now, derived }: DerivedState & PageState): string {
  const { name, status, issue } = agent;
  // The issue's title comes from another system, so it is escaped.
  const details = agentDetails(
    { ...agent, issue: issue === null ? null : `on ${escapeMarkdown(issue)}` },
    now.get(),
  );
  const all = [workText(agent, derived.activeNow.get()), ...details].filter(Boolean);
  return `${escapeMarkdown(name)}: ${agentStatusText(status)} (${all.join(', ')})`;
}

/** What the resident itself does, if its agent has reported it. */
export function activityRows(state: ChatState & ConfigState & PageState): string[] {
  const activity = state.activity.get();
  return activity
    ? [`${residentName(state)}: ${escapeMarkdown(activityText(activity, state.now.get()))}`]
    : [];
}

/** The title of the last commit of an author, in brackets; empty without one. */
function lastTitle({ readings }: ReadingsState, name: string): string {
  const commits = currentValue(readings.commits.get()) ?? [];
  const last = commits.find(({ author }) => agentKey(author) === agentKey(name));
  return last ? ` (${escapeMarkdown(last.title)})` : '';
}

const IDLE =
  /\b(?:idle|idling|sitting around|resting|quiet|least|not working|inactive|lazy|laziest|slacking|asleep|nothing|unused)\b/;
const ACTIVE_NOW =
  /\b(?:at work|active (?:right )?now|(?<!not )(?:working|running)|works?|busy|coding|worked on)\b/;
/**
 * For each status that a question can name: its pattern, its word in the answer, and which agents have it.
 */
const filters: readonly (readonly [RegExp, string, (agent: AgentActivity) => boolean])[] = [
  [IDLE, 'idle', ({ status }) => status === 'idle' || status === 'dormant'],
  [/\bdormant\b/, 'dormant', ({ status }) => status === 'dormant'],
  [/\b(?:dead|broken)\b/, 'dead', ({ status }) => status === 'dead'],
  [/\bactive\b(?! (?:right )?now)|\bnot active\b/, 'active today', ({ status }) => status === 'working'],
];

const MAX_LONGEST = 3;
/** The agents whose last commit is the oldest. */
const longestQuiet = (agents: readonly AgentActivity[], now: number): string =>
  `Longest without a commit:\n${markdownList(
    agents
      .flatMap(({ name, lastCommitAt: at }) => (at === undefined ? [] : [{ name, at }]))
      .sort((one, other) => one.at - other.at)
      .slice(0, MAX_LONGEST)
      .map(({ name, at }) => `${escapeMarkdown(name)}: last commit ${ageText(at, now)}`),
  )}`;

const NOT_STATUS =
  /\bnot (?:\w+ )?(?:idle|idling|resting|inactive|lazy|slacking|asleep|dormant|dead|active)\b/;

/** The agents without a commit in the time that the question names. */
export function inactive({ state, plain }: Pick<Question, 'state' | 'plain'>): string {
  const now = state.now.get();
  const known = currentValue(state.derived.agents.get());
  const commits = currentValue(state.readings.commits.get());
  if (!known || !commits) return agents({ state, plain: '' });
  if (/\blong(?:est|er)\b/.test(plain)) return longestQuiet(known, now);
  const span = spanOf(plain, now) ?? lastDay(now);
  const those = commits.filter(({ authoredAt }) => within(span, authoredAt, now));
  const asksForAge = /\b(?:long\w*|when|last|since)\b/.test(plain);
  const active = new Set(those.map(({ author }) => agentKey(author)));
  const names = known
    .filter(({ name }) => !active.has(agentKey(name)))
    .sort((one, other) => (one.lastCommitAt ?? 0) - (other.lastCommitAt ?? 0))
    .map(({ name, lastCommitAt: at }) =>
      escapeMarkdown(at === undefined || !asksForAge ? name : `${name} (last commit ${ageText(at, now)})`),
    );
  const head =
    names.length === 0
      ? `No agent of ${known.length} is without a commit ${span.name}`
      : `${names.length} of ${counted(known.length, 'agent')} without a commit ${span.name}`;
  return withProblem(
    `${head}${names.length > 0 ? `: ${names.join(', ')}` : ''}.`,
    [reachText(state, commits, span), problemText('the commits', state.readings.commits.get(), now)]
      .filter(Boolean)
      .join(' '),
  );
}

/** The sessions whose name or program a question names; undefined if there is none. */
function namedSessions({ state, plain }: Pick<Question, 'state' | 'plain'>): string | undefined {
  const named = personsNamed({ state, plain });
  const lines = sessionLines(state, (session) => named.some((name) => isNamed(session, name)), plain);
  return lines.length === 0 ? undefined : beforeSessions({ state, plain }) + markdownList(lines);
}

/** All agents, or the agents that the question is about. */
export function agents({ state, plain }: Pick<Question, 'state' | 'plain'>): string {
  const now = state.now.get();
  const ofNamed = namedSessions({ state, plain });
  if (ofNamed !== undefined) return ofNamed;
  const ofSessions = OF_SESSIONS.test(plain) ? sessions({ state, plain }) : undefined;
  if (ofSessions !== undefined) return ofSessions;
  const span = spanOf(plain, now);
  if (span && span.name !== TODAY && !/\bdead\b/.test(plain))
    return IDLE.test(plain) ? inactive({ state, plain }) : mostActive({ state, plain });
  const reading = state.derived.agents.get();
  const known = currentValue(reading);
  const problem = problemText('the agents', reading, now);
  const own = [...activityRows(state), ...sessionLines(state)];
  if (!known)
    return withProblem(markdownList([...own, ...agentRows(reading).map(({ text }) => text)]), problem);
  // “Is anyone working, or is everyone asleep?” asks who works.
  const isOfBoth = ACTIVE_NOW.test(plain) && IDLE.test(plain);
  const [, named = '', fits = () => true] = filters.find(([words]) => !isOfBoth && words.test(plain)) ?? [];
  const isOthers = NOT_STATUS.test(plain);
  const status = isOthers ? `not ${named}` : named;
  const activeNow = state.derived.activeNow.get();
  const asksForWork = /\bon\b/.test(plain);
  const those = activeNowFirst(known, activeNow).filter((agent) => fits(agent) !== isOthers);
  const names =
    activeNow.length > 0
      ? activeNow.map((name) => escapeMarkdown(name) + (asksForWork ? lastTitle(state, name) : '')).join(', ')
      : 'no one';
  const isAboutNow = status === '' && ACTIVE_NOW.test(plain);
  const verb = those.length === 1 || known.length === 1 ? 'is' : 'are';
  const count =
    status === ''
      ? `Agents: ${agentCountText(known, activeNow)}.`
      : `${those.length} of ${counted(known.length, 'agent')} ${verb} ${status}.`;
  const head = isAboutNow
    ? `Active now, by a commit of the last half hour or a report: ${names}. ${count}`
    : `${OF_PEOPLE.test(plain) ? personLimits({ state, plain }) : ''}${count}`;
  const rows = [...(status === '' ? own : []), ...those.map((agent) => agentLine(agent, state))];
  const isShort =
    (isAboutNow && !isOfBoth) || rows.length === 0 || (status === '' && /^how many\b/.test(plain));
  const team = isAboutNow && isShort ? sessions({ state, plain: '' }) : undefined;
  const short = team === undefined ? head : `${head}\n\n${team}`;
  return withProblem(isShort ? short : `${head}\n\n${markdownList(rows)}`, problem);
}

/** What the resident's agent does, and the other sessions. */
export const occupation = ({ state }: Pick<Question, 'state'>): string =>
  [activityRows(state)[0], sessions({ state, plain: '' })].filter(Boolean).join('\n\n') ||
  'I answer visitors. No agent has reported what it works on here; “agents” shows who has committed.';

/** The issues that the agents’ file names. */
export function issues({ state }: Pick<Question, 'state'>): string {
  const rows = (currentValue(state.derived.agents.get()) ?? []).flatMap(({ name, issue }) =>
    issue === null ? [] : [`${escapeMarkdown(issue)}: ${escapeMarkdown(name)}`],
  );
  return rows.length === 0
    ? 'I see no list of issues, only those that the agents’ file names beside an agent: none now.'
    : `I see only the issues that the agents’ file names beside an agent:\n${markdownList(rows)}`;
}

const OWNERS =
  'I tell all who ask only what visitors may see. You are signed in: **Today** has all that your agent sessions report.';

/**
 * Who waits for the owner, as far as visitors may see it. The answer to the owner also says where the rest
 * is.
 */
export function waiting(question: Question): string {
  const seesAll = currentValue(question.state.readings.sessions.get())?.audience === 'all';
  const text = waitingText(question);
  return question.isOwner && !seesAll ? `${text}\n\n${OWNERS}` : text;
}

function waitingText({ state, plain }: Pick<Question, 'state' | 'plain'>): string {
  const ofNamed = namedSessions({ state, plain });
  if (ofNamed !== undefined) return ofNamed;
  const doing = state.activity.get()?.state;
  const [row] = activityRows(state);
  const asksFailed = /\bfail/.test(plain) && !/\bwait/.test(plain);
  const ofState = asksFailed && doing !== 'failed' ? sessionsInState({ state, plain }) : undefined;
  if (ofState !== undefined) return ofState;
  const isOwners = ({ state: of }: AgentSession): boolean =>
    of === 'failed' || (of === 'waiting' && !asksFailed);
  const those = sessionLines(state, isOwners);
  const counts = currentValue(state.readings.sessions.get())?.counts;
  const no = doing === 'waiting' || (counts && counts.waiting > 0) ? '' : 'No one waits for the owner';
  if (those.length > 0) {
    const list = markdownList([...(doing === 'waiting' || doing === 'failed' ? [row ?? ''] : []), ...those]);
    return no === '' ? list : `${no}. Failed:\n${list}`;
  }
  if (counts && (counts.waiting > 0 || counts.failed > 0))
    return `${no && `${no}: `}${sessionCountText(counts)}.`;
  if (counts && row === undefined) return `No one waits for the owner: ${sessionCountText(counts)}.`;
  if (row === undefined)
    return `No agent has reported what it does, so I cannot see whether one ${asksFailed ? 'has failed' : 'waits'}. \`docs/agents.md\` says how an agent reports.`;
  // “What are you waiting for?” is not answered with “yes”.
  const yes = /^(?:what|how long|since|who)\b/.test(plain) ? '' : 'Yes. ';
  return doing === 'waiting' || doing === 'failed' ? `${yes}${row}.` : `No one waits for the owner. ${row}.`;
}

/** What an agent or its sessions do, with its last commit; undefined for an author who is no agent. */
function agentNamed({ state, plain }: Pick<Question, 'state' | 'plain'>, name: string): string | undefined {
  const isTheirs = (other: string): boolean => agentKey(other) === agentKey(name);
  const own = sessionLines(state, (session) => isNamed(session, name), plain);
  if (own.length > 0) return markdownList(own);
  const agent = currentValue(state.derived.agents.get())?.find((one) => isTheirs(one.name));
  const last = currentValue(state.readings.commits.get())?.find(({ author }) => isTheirs(author));
  const title = last ? `. Last commit: ${escapeMarkdown(last.title)}` : '';
  return agent && agentLine(agent, state) + title;
}

const DID =
  /\b(?:everything|log|logged|shipped|put|landed|did|do|done|commits?|committed|changed?|wrote|made|make|push\w*|contribut\w*|been up to|been working|worked|fix\w*)\b/;

const MIN_LIKE_CHARACTERS = 4;
/** The name that a mistyped word of the question may mean. */
function meantName(words: readonly string[], names: readonly string[]): string | undefined {
  const isLike = (part: string): boolean =>
    part.length >= MIN_LIKE_CHARACTERS &&
    words.some((word) => word[0] === part[0] && nearlyEqual(word, part));
  return names.find((name) => plainWords(name).some(isLike));
}

const MAX_NAMES = 12;
/** The answer to a question about a person who is not in the readings. */
export function stranger({ state, words, plain }: Question): string {
  const missing = missingPrograms({ state, plain });
  const others = sessions({ state, plain: '' });
  if (missing.length > 0 && others !== undefined)
    return `I know of no session of ${missing.join(' or ')}.\n\n${others}`;
  const known = knownNames(state);
  const meant = meantName(words, known);
  if (meant !== undefined)
    return `I see no author or agent of that name. Do you mean ${escapeMarkdown(meant)}?`;
  const names = known.map(escapeMarkdown);
  const more = names.length > MAX_NAMES ? ` and ${counted(names.length - MAX_NAMES, 'other')}` : '';
  return names.length === 0
    ? 'I see no author or agent of that name.'
    : `I see no author or agent of that name, only ${names.slice(0, MAX_NAMES).join(', ')}${more}.`;
}

const hasCommits = ({ readings }: ReadingsState, name: string): boolean =>
  (currentValue(readings.commits.get()) ?? []).some(({ author }) => agentKey(author) === agentKey(name));

/** What a person did, or what is known of an agent. */
export function person(question: Question): string {
  const named = personsNamed(question);
  if (named.length === 0) return stranger(question);
  if (named.length > 1 && COMPARES.test(question.plain)) return commits(question);
  const limits = personLimits(question);
  const texts = named
    .map((name) => {
      if (/\b(?:pull|merged?)\b/.test(question.plain)) return merged(question, { author: name });
      const { plain, state } = question;
      const own = sessionLines(state, (session) => isNamed(session, name), plain);
      // A session rarely has the name of an author of commits. If it does not, its lines are the answer.
      if (own.length > 0 && !hasCommits(state, name))
        return beforeSessions({ state, plain }) + markdownList(own);
      const asksForWork = DID.test(plain) || spanOf(plain, state.now.get()) !== undefined;
      const known = asksForWork ? undefined : agentNamed(question, name);
      return known ?? commits(question, { author: name });
    })
    .join('\n\n');
  return limits + texts;
}

const OF_PEOPLE = /\b(?:people|names|lives?|living)\b/;
/** What a question asks of a person that is not among the readings. */
function personLimits({ state, plain }: Pick<Question, 'state' | 'plain'>): string {
  return /\bhours?\b.*\b(?:log\w*|work\w*|put|spen[dt]\w*|did|done)\b/.test(plain)
    ? 'I see no working hours, only commits. '
    : /^(?:is|are) .*\b(?:bots?|robots?|humans?|persons?|people|programs?|real|ai)\b/.test(plain)
      ? 'I do not know which author is a person and which a program. '
      : OF_PEOPLE.test(plain) || /^(?:and )?who (?:is|are)\b/.test(plain)
        ? `The names here are those of agents and of authors of commits to ${repositoriesText(state)}; only I live here, and I know no more of them.\n\n`
        : '';
}
