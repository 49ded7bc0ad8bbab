import { agentKey } from '../../../data/readings/activity.ts';
import { knownSince } from '../../../data/readings/commit-hours.ts';
import { commitRows } from '../../../data/readings/format-commits.ts';
import { ageText, counted } from '../../../data/readings/format.ts';
import { currentValue } from '../../../data/readings/reading.ts';
import type { Commit, MergedPull } from '../../../data/readings/records.ts';
import { MAX_AHEAD_MS } from '../../../data/core/time.ts';
import { ZAP_KIND } from '../../../data/readings/schemas/relay-feed.ts';
import type { DerivedState } from '../../../data/derived.ts';
import type { PageState } from '../../../data/core/page-state.ts';
import type { Question } from '../question.ts';
import { escapeMarkdown, markdownList, fixPunctuation, problemText, withProblem } from '../reply-text.ts';
import { isLoginOf, personsNamed } from './names.ts';
import { plainWords } from '../words.ts';
import { ALL, MONTHS, type Span, WEEKDAYS, lastDay, numberOf, spanOf, spansToCompare } from './span.ts';

const MAX_ROWS = 5;
/** The maximum number of rows that a question can ask for. */
const MAX_WANTED_ROWS = 25;
const MAX_AUTHORS = 5;
const MAX_AREAS = 8;
/** A list with this many merged pull requests may have left out older ones. */
const FULL_LIST = 30;

/** Limits an answer to the work of one author or of one time. */
interface Only {
  readonly author?: string;
  readonly span?: Span;
}

type About = Pick<Question, 'state' | 'plain' | 'text' | 'rows'>;

export const within = ({ from, to }: Span, at: number, now: number): boolean =>
  at >= from && at < Math.min(to, now + MAX_AHEAD_MS);

/** The authors with the number of their commits, most commits first. */
function authorsText(commits: readonly Commit[]): string {
  const counts = new Map<string, { name: string; count: number }>();
  for (const { author: name } of commits) {
    const entry = counts.get(agentKey(name)) ?? { name, count: 0 };
    entry.count += 1;
    counts.set(agentKey(name), entry);
  }
  const rows = [...counts.values()].sort((one, other) => other.count - one.count);
  const named = rows.slice(0, MAX_AUTHORS).map(({ name, count }) => `${escapeMarkdown(name)} (${count})`);
  const others = rows.length > MAX_AUTHORS ? [counted(rows.length - MAX_AUTHORS, 'other')] : [];
  return [...named, ...others].join(', ');
}

/** The time since which all commits are known. */
const sinceOf = ({ derived }: DerivedState, commits: readonly Commit[]): number | undefined =>
  derived.shownSince.get() ?? knownSince(commits);

/** Returns a note if the list of commits does not reach back over the whole span; otherwise an empty text. */
export function reachText(
  state: DerivedState & PageState,
  commits: readonly Commit[],
  { from }: Span,
): string {
  const known = sinceOf(state, commits);
  return known !== undefined && known > from
    ? `I see only the latest ${commits.length} commits, which reach back to ${ageText(known, state.now.get())}.`
    : '';
}

const ONE =
  /\b(?:last|latest|newest|(?:most )?recent) (?:merged )?(?:commit|pull request)\b|\b(?:commit|pull request) is the (?:last|latest|newest)\b|\blast thing\b|^who\b.* last$/;
/** The number of rows that the question asks for: `the last 3 commits`. */
function wantedRows({ plain, rows }: Pick<Question, 'plain' | 'rows'>): number {
  if (rows !== undefined) return rows;
  if (ONE.test(plain)) return 1;
  const words = plain.split(' ');
  const things = words.findIndex((word) => /^(?:commits|pull)$/.test(word));
  const count = words
    .slice(Math.max(0, things - 2), things)
    .map(numberOf)
    .find((one) => one !== undefined);
  return Math.min(count ?? MAX_ROWS, MAX_WANTED_ROWS);
}

/** Finds a path that a commit’s title must have: `what changed in labs/ssr`. */
const PATH = /(?:^|\s)@?((?:[a-z][\w.-]{0,30}\/)+(?:[\w.-]{1,30}\w)?)/i;
/** Finds a word that a commit’s title must have: `commits about tides`. */
const SUBJECT =
  /\b(?:about|around|regarding|concerning|mention(?:ing|s)?|with the word|touch(?:ing|ed)?) (?:the )?(?:word )?([a-z][a-z\d]{2,30})\b/g;
/** Finds a word that is used only if some title has it: “in harness”, “the signals package”. */
const SCOPE =
  /\b(?:in|to|work\w* on) (?:the )?(?:folder )?([a-z][a-z\d]{2,30})\b|\b([a-z][a-z\d]{2,30}) (?:package|folder|module|directory|part|component)s?\b/g;
const NO_SCOPE = new Set([
  ...MONTHS,
  ...WEEKDAYS,
  ...(
    'right what these those my last past total all this that your our the here there commit commits ' +
    'home repository main master today yesterday git detail order general world code project you everyone history words short utc time now day week month hour'
  ).split(' '),
]);
/** The word or path that a commit’s title must have; undefined if the question is about all commits. */
export function findScope({
  plain,
  text,
  state,
}: Pick<Question, 'plain' | 'text' | 'state'>): string | undefined {
  const path = PATH.exec(text.replaceAll(/https?:\S+/g, ''))?.[1]?.toLowerCase();
  if (path !== undefined) return path.replace(/\/$/, '');
  const wordsOf = (pattern: RegExp): string[] =>
    [...plain.matchAll(pattern)]
      .flatMap(([, one, other]) => one ?? other ?? [])
      .filter((word) => !NO_SCOPE.has(word));
  const titles = (currentValue(state.readings.commits.get()) ?? []).map(({ title }) => title);
  // As it is written: “ssr-client” is one word in a title.
  const joined = (text.toLowerCase().match(/\b[a-z]\w*(?:-\w+)+/g) ?? []).find((word) =>
    titles.some((title) => isIn(title, word)),
  );
  return (
    joined ?? wordsOf(SUBJECT)[0] ?? wordsOf(SCOPE).find((word) => titles.some((title) => isIn(title, word)))
  );
}

/** Whether a title names a path, or has a word. */
const isIn = (title: string, scope: string): boolean =>
  scope.includes('/')
    ? title
        .toLowerCase()
        .split(/[^\w./-]+/)
        .some((part) => part === scope || part.startsWith(`${scope}/`))
    : scope.includes('-')
      ? title.toLowerCase().includes(scope)
      : plainWords(title).includes(scope);

/** Whether a question about a number also asks for a list: “How many were there, and which?” */
export const LISTS = /\b(?:which|what (?:were|are)|list)\b/;
const isCount = (plain: string): boolean => /^(?:how many|number of|count)\b/.test(plain);

/** Matches a question that compares two times: “more commits today than yesterday?” */
const COMPARES =
  /\b(?:more|fewer|less|as many|busier|quieter)\b.*?\b(?:than|as)\b(?! \d)|\bcompare\b.*?\b(?:and|with|to)\b/;

/**
 * Splits a question that compares two times or names several persons into one question for each: its text and
 * its filter. Empty for other questions.
 */
function comparedIn(question: About, only: Only): readonly (readonly [plain: string, only: Only])[] {
  const { state, plain } = question;
  const found = only.span === undefined ? COMPARES.exec(plain) : null;
  const end = found ? found.index + found[0].length : 0;
  const spans = found ? spansToCompare(plain.slice(0, end), plain.slice(end), state.now.get()) : [];
  if (spans.length > 0) return spans.map((span) => ['how many', { ...only, span }]);
  const persons = only.author === undefined ? personsNamed(question) : [];
  return persons.length > 1 ? persons.map((author) => [`how many ${plain}`, { ...only, author }]) : [];
}

/** The newest commits, the commits of a time or an author, or the commits whose title has a word or path. */
export function commits(question: About, only: Only = {}): string {
  const { state, plain } = question;
  const now = state.now.get();
  const each = comparedIn(question, only);
  if (each.length > 0)
    return each.map(([part, one]) => commits({ ...question, plain: part }, one)).join('\n\n');
  const reading = state.readings.commits.get();
  const all = currentValue(reading);
  const problem = problemText('the commits', reading, now);
  if (!all) return withProblem(markdownList(commitRows(reading).map(({ text }) => text)), problem);
  const [person] = personsNamed(question);
  const author = only.author ?? person;
  const scope = author === undefined ? findScope(question) : undefined;
  const isOfAll = author === undefined && scope === undefined;
  const isOfEver = /\b(?:total|altogether|ever|overall)\b/.test(plain);
  const counting = isCount(plain) && isOfAll ? lastDay(now) : undefined;
  const span = only.span ?? spanOf(plain, now) ?? (isOfEver ? ALL : counting);
  const those = all.filter(
    (commit) =>
      (!span || within(span, commit.authoredAt, now)) &&
      (scope === undefined || isIn(commit.title, scope)) &&
      (author === undefined || agentKey(commit.author) === agentKey(author)),
  );
  const by = author === undefined ? '' : ` by ${escapeMarkdown(author)}`;
  const named = scope === undefined ? '' : ` with “${escapeMarkdown(scope)}” in the title`;
  const authors = span && author === undefined && those.length > 0 ? `: ${authorsText(those)}` : '';
  const reach = span ? reachText(state, all, span) : '';
  // If the span ends before the list begins, the list does not show whether there were commits.
  const isUnseen = span !== undefined && those.length === 0 && span.to <= (sinceOf(state, all) ?? -Infinity);
  const head = isUnseen
    ? `I cannot see commits ${span.name}.`
    : `**${reach !== '' && those.length > 0 ? 'At least ' : ''}${counted(those.length, 'commit')}**${by}${named}${span ? ` ${span.name}` : isOfAll ? '' : ' that I see'}${authors}.`;
  const isFirst = /\b(?:first|oldest|earliest) commit\b|\bcommit\b.*\b(?:first|oldest|earliest)\b/.test(
    plain,
  );
  const rows = (
    isFirst
      ? those.slice(-1)
      : those.slice(0, isCount(plain) && !LISTS.test(plain) ? 0 : wantedRows(question))
  ).map(
    (one) => `${escapeMarkdown(one.title)} — ${escapeMarkdown(one.author)} (${ageText(one.authoredAt, now)})`,
  );
  const isPart = rows.length > 1 && rows.length < those.length && !isFirst;
  const text = [
    span || !isOfAll || rows.length === 0 ? `${head}${isPart ? ` The newest ${rows.length}:` : ''}` : '',
    isFirst && !span && rows.length > 0 ? `The oldest of those that I see:` : '',
    markdownList(rows),
    scope === undefined ? '' : 'I see the titles of commits, not their files.',
    reach,
  ];
  return withProblem(text.filter(Boolean).join('\n\n'), problem);
}

/** The authors and the number of their commits in a time, most commits first. */
export const mostActive = ({ state, plain }: Pick<Question, 'state' | 'plain'>): string =>
  commits({ state, plain: `how many ${plain}`, text: plain });

/** The part that a title names before a colon or in brackets: `docs: …`, `[labs/ssr] …`, `fix(ui): …`. */
const AREA = /^(?:\[([^\]]{1,60})\]|(?:\w+\()?([\w@./-]{2,60})\)?!?:)/;

/** Counts the commits in a time span by the part of the repository that each title names (see `AREA`). */
export function areas({ state, plain }: About): string {
  const now = state.now.get();
  const reading = state.readings.commits.get();
  const problem = problemText('the commits', reading, now);
  const span = spanOf(plain, now) ?? lastDay(now);
  const all = currentValue(reading) ?? [];
  const those = all.filter(({ authoredAt }) => within(span, authoredAt, now));
  const counts = new Map<string, number>();
  for (const { title } of those) {
    const [, inBrackets, beforeColon] = AREA.exec(title) ?? [];
    const area = inBrackets ?? beforeColon;
    if (area !== undefined) counts.set(area, (counts.get(area) ?? 0) + 1);
  }
  const rows = [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_AREAS)
    .map(([area, count]) => `${escapeMarkdown(area)}: ${counted(count, 'commit')}`);
  const text = [
    `**${counted(those.length, 'commit')}** ${span.name}${rows.length === 0 && those.length > 0 ? ', none of which names a part in its title' : ''}.`,
    markdownList(rows),
    rows.length > 0 ? 'I see the titles of commits, not their files.' : '',
    reachText(state, all, span),
  ];
  return withProblem(text.filter(Boolean).join('\n\n'), problem);
}

/** The newest merged pull requests, or the merged pull requests of a time. */
export function merged(
  { state, plain, rows: wanted }: Pick<Question, 'state' | 'plain' | 'rows'>,
  { author, span: given }: Only = {},
): string {
  const now = state.now.get();
  const reading = state.readings.merged.get();
  const known = currentValue(reading) ?? [];
  const problem = problemText('the merged work', reading, now);
  if (known.length === 0)
    return reading.state === 'empty' || problem === ''
      ? 'Nothing has been merged yet.'
      : fixPunctuation(problem);
  const span = given ?? spanOf(plain, now);
  const those = known.filter(
    (pull) =>
      (!span || within(span, pull.mergedAt, now)) && (author === undefined || isLoginOf(pull.author, author)),
  );
  const rows = those.slice(0, wantedRows({ plain, rows: wanted })).map((one) => pullRow(one, now));
  const head = `**${counted(those.length, 'pull request')}** merged${author === undefined ? '' : ` of ${escapeMarkdown(author)}`}${span ? ` ${span.name}` : ' that I see'}${span && rows.length === those.length ? '' : `, the newest ${rows.length}`}`;
  const oldest = known.at(-1)?.mergedAt ?? now;
  const isCut = span !== undefined && oldest > span.from && known.length >= FULL_LIST;
  const reach = isCut
    ? `\n\nI see only the latest ${known.length}, which reach back to ${ageText(oldest, now)}.`
    : '';
  if (isCut && rows.length === 0 && span.to <= oldest)
    return withProblem(`I cannot see pull requests merged ${span.name}.${reach}`, problem);
  const unseen = /\breview/.test(plain) ? 'I do not see reviews. ' : '';
  return withProblem(
    `${unseen}${rows.length > 0 ? `${head}:\n${markdownList(rows)}` : `${head}.`}${reach}`,
    problem,
  );
}

const pullRow = ({ number, title, author, mergedAt }: MergedPull, now: number): string =>
  `#${number} ${escapeMarkdown(title)} — ${escapeMarkdown(author)}, merged ${ageText(mergedAt, now)}`;

export const openPulls = ({ state }: Question): string =>
  `I see only merged pull requests, not open ones or reviews. ${merged({ state, plain: '' })}`;

/** The number of a pull request, in an address or after a `#`. */
export const pullNumber = (text: string): number | undefined => {
  const found = /(?:pulls?\/|#|\b(?:pr|pull request) )#?(\d{1,9})\b/i.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
};

/** The merged pull request with this number, or a sentence that it is not among the known pull requests. */
export function namedPull(question: Pick<Question, 'text' | 'state' | 'plain'>): string {
  const { text, state } = question;
  const number = pullNumber(text);
  if (number === undefined) return merged(question);
  const known = currentValue(state.readings.merged.get())?.find((one) => one.number === number);
  const unseen = /\bwho merged\b/.test(question.plain) ? ' I do not see who merged it.' : '';
  return known
    ? `${pullRow(known, state.now.get())}.${unseen}`
    : `#${number} is not among the merged pull requests I know.`;
}

export const link = (question: Question): string =>
  `I do not open links. ${pullNumber(question.text) === undefined ? 'I see only the readings of this home.' : namedPull(question)}`;

/** What is new in a time: commits, merged work and relay events. */
export function news(question: Question): string {
  const { state, plain } = question;
  const now = state.now.get();
  if (COMPARES.test(plain)) return commits(question);
  const named = spanOf(plain, now);
  const span = named ?? lastDay(now);
  const pulls = currentValue(state.readings.merged.get()) ?? [];
  const events = state.relay.events.get().filter(({ created_at: at }) => within(span, at * 1000, now));
  const zaps = events.filter(({ kind }) => kind === ZAP_KIND).length;
  return [
    named === undefined && /\bmy last\b|\b(?:since|while|when) i\b/.test(plain)
      ? 'I remember no visitor, so I do not know when that was.'
      : '',
    commits(question, { span }),
    pulls.some(({ mergedAt }) => within(span, mergedAt, now)) ? merged(question, { span }) : '',
    events.length > 0
      ? `**${counted(events.length, 'relay event')}**, ${counted(zaps, 'zap')} among them.`
      : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}
