import { agentKey } from '../../../data/readings/activity.ts';
import { knownSince } from '../../../data/readings/commit-hours.ts';
import { commitRows } from '../../../data/readings/format-commits.ts';
import { ageText, counted } from '../../../data/readings/format.ts';
import { currentValue } from '../../../data/readings/reading.ts';
import type { Commit, MergedPull } from '../../../data/readings/records.ts';
import { MAX_AHEAD_MS } from '../../../data/core/time.ts';
import type { DerivedState } from '../../../data/derived.ts';
import type { PageState } from '../../../data/core/page-state.ts';
import type { Question } from '../question.ts';
import { escapeMarkdown, markdownList, fixPunctuation, problemText, withProblem } from '../reply-text.ts';
import { plainWords } from '../words.ts';
import { isLoginOf, personsNamed, withoutPersons } from './names.ts';
import { ALL, type Span, lastDay, numberOf, spanOf, spansToCompare } from './span.ts';
import { type Scope, findScope } from './titles.ts';

const MAX_ROWS = 5;
/** The maximum number of rows that a question can ask for. */
const MAX_WANTED_ROWS = 25;
const MAX_AUTHORS = 5;
const MAX_AREAS = 8;
/** A list with this many merged pull requests may have left out older ones. */
const FULL_LIST = 30;

/** Limits an answer to the work of one author, with some titles or of one time. */
interface Only {
  readonly author?: string | undefined;
  readonly scope?: Scope | undefined;
  readonly span?: Span | undefined;
}

type About = Pick<Question, 'state' | 'plain' | 'rows' | 'rare'> & { readonly text?: string };

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
  /\b(?:last|latest|newest|(?:most )?recent) (?:merged )?(?:commit|pull request)\b|\b(?:commit|pull request) is the (?:last|latest|newest)\b|\blast thing\b|^(?:who|which (?:of \w+ )?(?:agents?|authors?|one))\b.* (?:last|most recently)$/;
/** The number of rows that the question asks for: `the last 3 commits`. */
function wantedRows({ plain, rows }: Pick<Question, 'plain' | 'rows'>): number {
  if (rows !== undefined) return rows;
  if (ONE.test(plain)) return 1;
  const words = plain.split(' ');
  const things = words.findIndex((word) => /^(?:commits|pull)$/.test(word));
  const count = words
    .slice(Math.max(0, things - 2), Math.max(0, things))
    .map(numberOf)
    .find((one) => one !== undefined);
  return Math.min(count ?? MAX_ROWS, MAX_WANTED_ROWS);
}

/** Whether a question about a number also asks for a list: “How many were there, and which?” */
export const LISTS = /\b(?:which|what (?:were|are)|list)\b/;
const isCount = (plain: string): boolean => /^(?:how many|number of|count)\b/.test(plain);

/** Matches a question that compares: “more commits today than yesterday?”, “who did more, Ada or Bob?” */
export const COMPARES =
  /\b(?:more|most|fewer|less|as many|busier|quieter|better|worse)\b.*?\b(?:than|as|or)\b(?! (?:\d|an?\b|one\b|two\b|three\b))|\bcompar\w+\b.*?\b(?:and|with|to)\b|\b(?:vs|versus)\b|\bor\b(?=.*\b(?:more|most|fewer|less|busier|quieter)\b)/;

const OF_COMMITS = /\bcommit/;
const OF_PULLS = /\b(?:merge[sd]?|merging|pull requests?)\b/;
/** Things that are not work, but not if they are the topic of work: “commits about zaps”, “portal commits”. */
const OTHER_THINGS =
  /(?<!\b(?:about|in|on) (?:the )?)\b(?:zaps?|visitors?|guests?|blocks?|incidents?|events?|notes?|portals?|sessions?)\b(?! (?:commit|merge|pull))|\b(?:more|fewer|less|many) (?:\w+ )?agents?\b/;

/** Whether a question compares things that are not in an answer about commits and merged work. */
export const comparesOther = (question: Pick<Question, 'state' | 'plain'>): boolean =>
  COMPARES.test(question.plain) && OTHER_THINGS.test(question.plain) && personsNamed(question).length < 2;

/** One of the two parts that a question compares. */
interface Part {
  readonly name: string;
  readonly only: Only;
  readonly isOfPulls: boolean;
}

/** The persons, the two times, or the commits and the merged work that a question compares. */
function comparedIn(question: About, only: Only): readonly Part[] {
  const { state, plain } = question;
  const isOfPulls = OF_PULLS.test(plain);
  const persons = personsNamed(question);
  if (persons.length > 1)
    return persons.map((author) => ({ name: author, only: { ...only, author }, isOfPulls }));
  const found = COMPARES.exec(plain);
  if (!found) return [];
  const now = state.now.get();
  const end = found.index + found[0].length;
  const [first, second] = [plain.slice(0, end), plain.slice(end)];
  const firstSpan = spanOf(first, now);
  const isOfTwoKinds =
    OF_COMMITS.test(first) !== OF_PULLS.test(first) &&
    OF_COMMITS.test(first) === OF_PULLS.test(second) &&
    OF_PULLS.test(first) === OF_COMMITS.test(second);
  if (isOfTwoKinds)
    return [first, second].map((text) => ({
      name: OF_PULLS.test(text) ? 'merged pull requests' : 'commits',
      only: { ...only, span: spanOf(text, now) ?? only.span ?? lastDay(now) },
      isOfPulls: OF_PULLS.test(text),
    }));
  // “More commits or merges today?” and “more commits than releases today” name one time only.
  const isOfOneTime = found[0].endsWith(' or') || OF_COMMITS.test(second) || OF_PULLS.test(second);
  if (isOfOneTime && firstSpan === undefined) return [];
  return spansToCompare(first, second, now).map((span) => ({
    name: span.name,
    only: { ...only, span },
    isOfPulls,
  }));
}

/** The answer to a question that compares, with the figure of each and the larger one; otherwise undefined. */
function comparison(question: About, only: Only): string | undefined {
  if (only.author !== undefined || only.span !== undefined) return undefined;
  const { author, scope, span } = limitsOf(question, only);
  const each = comparedIn(question, { author, scope, span });
  if (each.length === 0) return undefined;
  const part = { ...question, plain: 'how many', rows: 0 };
  const rows = each.map(({ name, only: one, isOfPulls }) =>
    isOfPulls
      ? { name, count: pullsOf(part, one).length, text: merged(part, one) }
      : { name, count: commitsOf(part, one).length, text: commits(part, one) },
  );
  const [first, second] = rows.toSorted((one, other) => other.count - one.count);
  const isUnseen = rows.some(({ text }) => text.startsWith('I cannot see'));
  const verdict =
    first?.count === second?.count
      ? 'As many.'
      : `More: ${escapeMarkdown(first?.name ?? '')} (${first?.count} to ${second?.count}).`;
  return [...(isUnseen ? [] : [verdict]), ...rows.map(({ text }) => text)].join('\n\n');
}

/** The one of several repositories that a question names: “what happened in tools?” */
function repositoryIn({ state, plain }: About): Scope | undefined {
  const named = state.config.get().repositories.filter((full) => {
    const name = plainWords(full.slice(full.lastIndexOf('/') + 1)).join(' ');
    return new RegExp(`\\b(?:in|of|at|to|on|for|from) (?:the )?(?:repository |repo )?${name}\\b`).test(plain);
  });
  const [full] = named;
  if (full === undefined || named.length > 1) return undefined;
  const name = full.slice(full.lastIndexOf('/') + 1);
  return { words: [name], has: (title) => title.startsWith(`[${name}] `), isRepository: true };
}

/** The author, the titles and the time to which a question limits its answer. */
function limitsOf(question: About, only: Only) {
  const { state, plain, text = plain } = question;
  const now = state.now.get();
  const author = only.author ?? personsNamed({ state, plain })[0];
  // “Everything about Ada” asks for no title with her name.
  const about = author === undefined ? plain : withoutPersons({ state, plain }, plain);
  const scope = only.scope ?? repositoryIn(question) ?? findScope({ ...question, plain: about, text });
  const isOfAll = author === undefined && scope === undefined;
  const counting = isCount(plain) && isOfAll ? lastDay(now) : undefined;
  const isOfEver = /\b(?:total|altogether|ever|overall)\b/.test(plain);
  const span = only.span ?? spanOf(plain, now) ?? (isOfEver ? ALL : counting);
  return { author, scope, span, isOfAll };
}

const SHA = /\b(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,40}\b/;

/** The commit whose SHA, or the beginning of it, is in the question. */
export function commitWithSha({ state, plain }: Pick<Question, 'state' | 'plain'>): Commit | undefined {
  const [sha] = SHA.exec(plain) ?? [];
  return sha === undefined
    ? undefined
    : currentValue(state.readings.commits.get())?.find((commit) => commit.sha.startsWith(sha));
}

/** The commits that a question asks for. */
function commitsOf(question: About, only: Only): readonly Commit[] {
  const all = currentValue(question.state.readings.commits.get()) ?? [];
  const named = commitWithSha(question);
  if (named) return [named];
  const { author, scope, span } = limitsOf(question, only);
  const now = question.state.now.get();
  return all.filter(
    (commit) =>
      (!span || within(span, commit.authoredAt, now)) &&
      (!scope || scope.has(commit.title)) &&
      (author === undefined || agentKey(commit.author) === agentKey(author)),
  );
}

/** ` with “ssr” in the title`, or ` in tools` */
const scopeText = (scope: Scope | undefined): string =>
  scope === undefined
    ? ''
    : scope.isRepository
      ? ` in ${escapeMarkdown(scope.words.join())}`
      : ` with ${scope.words.map((word) => `“${escapeMarkdown(word)}”`).join(' and ')} in the title`;

/** The newest commits, the commits of a time or an author, or the commits whose title has a word or path. */
export function commits(question: About, only: Only = {}): string {
  const { state, plain } = question;
  const now = state.now.get();
  const both = comparison(question, only);
  if (both !== undefined) return both;
  const reading = state.readings.commits.get();
  const all = currentValue(reading);
  const problem = problemText('the commits', reading, now);
  if (!all) return withProblem(markdownList(commitRows(reading).map(({ text }) => text)), problem);
  const { author, scope, span, isOfAll } = limitsOf(question, only);
  const those = commitsOf(question, only);
  // A title may be known of a merged pull request only.
  if (scope && !only.scope && those.length === 0 && pullsOf(question, only).length > 0)
    return merged(question, only);
  const by = author === undefined ? '' : ` by ${escapeMarkdown(author)}`;
  const authors =
    (span || isCount(plain)) && author === undefined && those.length > 0 ? `: ${authorsText(those)}` : '';
  const reach = span ? reachText(state, all, span) : '';
  // If the span ends before the list begins, the list does not show whether there were commits.
  const isUnseen = span !== undefined && those.length === 0 && span.to <= (sinceOf(state, all) ?? -Infinity);
  const head = isUnseen
    ? `I cannot see commits ${span.name}.`
    : `**${reach !== '' && those.length > 0 ? 'At least ' : ''}${counted(those.length, 'commit')}**${by}${scopeText(scope)}${span ? ` ${span.name}` : isOfAll ? '' : ' that I see'}${authors}.`;
  const isFirst =
    /\b(?:first|oldest|earliest) (?:commit|one)\b|\bcommit\b.*\b(?:first|oldest|earliest)\b/.test(plain);
  const asksSha = /\b(?:sha|hash|commit id)\b/.test(plain) || commitWithSha(question) !== undefined;
  const rows = (
    isFirst
      ? those.slice(-1)
      : those.slice(0, isCount(plain) && !LISTS.test(plain) ? 0 : wantedRows(question))
  ).map(
    ({ title, author: by, authoredAt, sha }) =>
      `${escapeMarkdown(title)} — ${escapeMarkdown(by)} (${ageText(authoredAt, now)})${asksSha ? `, ${escapeMarkdown(sha)}` : ''}`,
  );
  const isPart = rows.length > 1 && rows.length < those.length && !isFirst;
  const text = [
    span || !isOfAll || rows.length === 0 ? `${head}${isPart ? ` The newest ${rows.length}:` : ''}` : '',
    isFirst && !span && rows.length > 0 ? `The oldest of those that I see:` : '',
    markdownList(rows),
    scope === undefined || scope.isRepository ? '' : 'I see the titles of commits, not their files.',
    reach,
  ];
  return withProblem(text.filter(Boolean).join('\n\n'), problem);
}

/** The authors and the number of their commits in a time, most commits first. */
export function mostActive(question: About): string {
  const text = commits({ ...question, plain: `how many ${question.plain}` });
  return /\b(?:least|fewest)\b/.test(question.plain)
    ? `I count those with most first, and see no author without a commit.\n\n${text}`
    : text;
}

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

/** The merged pull requests that a question asks for. */
function pullsOf(question: About, only: Only): readonly MergedPull[] {
  const { readings, now } = question.state;
  const { author, scope, span } = limitsOf(question, only);
  return (currentValue(readings.merged.get()) ?? []).filter(
    (pull) =>
      (!span || within(span, pull.mergedAt, now.get())) &&
      (!scope || scope.has(pull.title)) &&
      (author === undefined || isLoginOf(pull.author, author)),
  );
}

/** The newest merged pull requests, those of a time or an author, or those whose title has a word or path. */
export function merged(question: About, only: Only = {}): string {
  const { state, plain, rows: wanted } = question;
  const now = state.now.get();
  const reading = state.readings.merged.get();
  const known = currentValue(reading) ?? [];
  const problem = problemText('the merged work', reading, now);
  if (known.length === 0)
    return reading.state === 'empty' || problem === ''
      ? 'Nothing has been merged yet.'
      : fixPunctuation(problem);
  const both = comparison(question, only);
  if (both !== undefined) return both;
  const { author, scope, span } = limitsOf(question, only);
  const those = pullsOf(question, only);
  // The list of commits may reach back further.
  if (scope && !only.scope && those.length === 0 && commitsOf(question, only).length > 0)
    return commits(question, only);
  const rows = those.slice(0, wantedRows({ plain, rows: wanted })).map((one) => pullRow(one, now));
  const head = `**${counted(those.length, 'pull request')}** merged${author === undefined ? '' : ` of ${escapeMarkdown(author)}`}${scopeText(scope)}${span ? ` ${span.name}` : ' that I see'}${rows.length === 0 || (span && rows.length === those.length) ? '' : `, the newest ${rows.length}`}`;
  const oldest = known.at(-1)?.mergedAt ?? now;
  const isCut = span !== undefined && oldest > span.from && known.length >= FULL_LIST;
  const reach = isCut
    ? `\n\nI see only the latest ${known.length}, which reach back to ${ageText(oldest, now)}.`
    : '';
  if (isCut && rows.length === 0 && span.to <= oldest)
    return withProblem(`I cannot see pull requests merged ${span.name}.${reach}`, problem);
  const unseen = /\breview/.test(plain)
    ? 'I do not see reviews. '
    : /\b(?:books?|shel\w+|bookshel\w+)\b/.test(plain)
      ? 'Each book on the shelves is a merged pull request. '
      : '';
  return withProblem(
    `${unseen}${rows.length > 0 ? `${head}:\n${markdownList(rows)}` : `${head}.`}${reach}`,
    problem,
  );
}

const pullRow = ({ number, title, author, mergedAt }: MergedPull, now: number): string =>
  `#${number} ${escapeMarkdown(title)} — ${escapeMarkdown(author)}, merged ${ageText(mergedAt, now)}`;

/** “Which of those is the oldest?” is not answered by those that are merged. */
const OF_WHICH = /\b(?:oldest|longest|how many|which of)\b/;
export const openPulls = ({ state, plain }: Question): string =>
  `I see only merged pull requests, not open ones or reviews.${OF_WHICH.test(plain) ? '' : ` ${merged({ state, plain: '' })}`}`;

/**
 * The numbers of pull requests in a question: in an address, after a `#`, or without a mark if a known pull
 * request has that number.
 */
export function pullNumbers({ text, plain, state }: Pick<Question, 'text' | 'plain' | 'state'>): number[] {
  const known = currentValue(state.readings.merged.get()) ?? [];
  const isOnlyNumber = /^(?:and )?(?:(?:what|how) about )?\d{3,9}$/.test(plain);
  const marked = [...text.matchAll(/(?:pulls?\/|#|\b(?:pr|pull request) )#?(\d{1,9})\b/gi)].map(
    ([, number]) => Number(number),
  );
  const alone = plain
    .split(' ')
    .filter((word) => /^\d{3,9}$/.test(word))
    .map(Number)
    .filter((number) => isOnlyNumber || known.some((pull) => pull.number === number));
  return [...new Set([...marked, ...alone])];
}

/** The merged pull requests with these numbers, or a sentence that one is not among the known pull requests. */
export function namedPull(question: Question): string {
  const { state, plain } = question;
  const known = currentValue(state.readings.merged.get()) ?? [];
  const unseen = /\bwho merged\b/.test(plain) ? ' I do not see who merged it.' : '';
  const texts = pullNumbers(question).map((number) => {
    // Several repositories can have the same number.
    const pulls = known.filter((one) => one.number === number);
    return pulls.length > 0
      ? pulls.map((pull) => `${pullRow(pull, state.now.get())}.${unseen}`).join('\n\n')
      : `#${number} is not among the merged pull requests I know.`;
  });
  return texts.length === 0 ? merged(question) : texts.join('\n\n');
}

export const link = (question: Question): string =>
  `I do not open links. ${pullNumbers(question).length === 0 ? 'I see only the readings of this home.' : namedPull(question)}`;
