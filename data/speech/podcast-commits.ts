import { sentenceCase } from '../core/text.ts';
import { MAX_AHEAD_MS, HOUR_MS, DAY_MS } from '../core/time.ts';
import { agentKey } from '../readings/activity.ts';
import { knownSince } from '../readings/commit-hours.ts';
import { type Sentence, detail } from './sentence.ts';
import { type Reading, currentValue } from '../readings/reading.ts';
import type { AgentActivity, Commit, MergedPull } from '../readings/records.ts';
import { timeAgo, countedInWords, listText, numberWord, speechText } from './speech-text.ts';

/** The maximum number of authors, of titles per author, and of pull requests that are named. */
const AUTHORS_NAMED = 3;
const TITLES_EACH = 2;
const PULLS_NAMED = 2;
const TITLE_CHARACTERS = 80;
const NAME_CHARACTERS = 40;

const CONVENTIONAL =
  /^(feat|fix|perf|refactor|docs|test|tests|style|build|ci|chore|wip|release)(?:\([^)]*\))?!?:\s*/iu;
/** An area at the beginning of a title, for example `[labs/ssr]`. */
const AREA = /^\[[^\]]{1,40}\]\s*/u;
/** Titles of routine work, which are named last. */
const HOUSEKEEPING =
  /^(?:merge\b|bump\b|wip\b|typo|release\b|v?\d+\.\d+|update (?:dependenc|lock)|format\b)/iu;
const weights: Readonly<Record<string, number>> = {
  feat: 3,
  fix: 2,
  perf: 2,
  refactor: 1,
  docs: 1,
  test: 1,
  tests: 1,
};

/** How notable a title is: 3 for new features, 0 for routine work. */
function notability(title: string): number {
  if (HOUSEKEEPING.test(title)) return 0;
  const type = CONVENTIONAL.exec(title)?.[1]?.toLowerCase();
  return type === undefined ? 2 : (weights[type] ?? 0);
}

/** The title in quotation marks, without its type and numbers; empty if nothing is left. */
function titleText(raw: string): string {
  const bare = raw
    .replace(AREA, '')
    .replace(CONVENTIONAL, '')
    .replace(/(?:\s*\((?:closes |fixes )?#\d+\))+\s*$/iu, '');
  const words = speechText(bare, TITLE_CHARACTERS).replace(/["“”„«»]/gu, '');
  return words === '' ? '' : `“${sentenceCase(words)}”`;
}

/** The most notable titles, each once; of equally notable ones the newest first. */
function notable(commits: readonly Commit[]): string[] {
  const ranked = [...commits].sort(
    (a, b) => notability(b.title) - notability(a.title) || b.authoredAt - a.authoredAt,
  );
  return [...new Set(ranked.map(({ title }) => titleText(title)).filter(Boolean))].slice(0, TITLES_EACH);
}

interface Author {
  readonly name: string;
  readonly isAgent: boolean;
  readonly commits: Commit[];
}

/** The authors: agents first, then by number of commits, then by the newest commit. */
function authorsOf(commits: readonly Commit[], agents: readonly AgentActivity[]): Author[] {
  const names = new Map(agents.map(({ name }) => [agentKey(name), name]));
  const authors = new Map<string, Author>();
  for (const commit of commits) {
    const key = agentKey(commit.author);
    const author = authors.get(key) ?? {
      name: speechText(names.get(key) ?? commit.author, NAME_CHARACTERS) || 'an unnamed author',
      isAgent: names.has(key),
      commits: [],
    };
    author.commits.push(commit);
    authors.set(key, author);
  }
  return [...authors.values()].sort(
    (a, b) => Number(b.isAgent) - Number(a.isAgent) || b.commits.length - a.commits.length,
  );
}

function authorSentence({ name, commits }: Author): Sentence {
  const titles = notable(commits);
  const wrote = `${name} wrote ${numberWord(commits.length)}`;
  if (titles.length === 0) return detail(`${wrote}.`);
  return detail(`${wrote}${titles.length < commits.length ? ', among them' : ':'} ${listText(titles)}.`);
}

/** The commits of the last day by author. All commits since `since` are known. */
export function commitSentences(
  all: readonly Commit[],
  agents: Reading<readonly AgentActivity[]>,
  now: number,
  since = knownSince(all),
): Sentence[] {
  // A date far in the future is invalid.
  const dated = all.filter(({ authoredAt }) => authoredAt - now <= MAX_AHEAD_MS);
  const commits = dated.filter(({ authoredAt }) => now - authoredAt < DAY_MS);
  const newest = dated.reduce((latest, { authoredAt }) => Math.max(latest, authoredAt), 0);
  if (commits.length === 0)
    return [
      `Nothing was committed in the last 24 hours.${newest > 0 ? ` The last commit was ${timeAgo(newest, now)}.` : ''}`,
    ];
  const authors = authorsOf(commits, currentValue(agents) ?? []);
  const named = authors.slice(0, AUTHORS_NAMED);
  const others = authors.slice(AUTHORS_NAMED);
  const rest = others.reduce((sum, author) => sum + author.commits.length, 0);
  const hours = since === undefined ? 24 : Math.max(1, Math.floor((now - since) / HOUR_MS));
  const span =
    hours < 24
      ? `The last ${countedInWords(all.length, 'commit')}, which is as far as I can see, reach back ${countedInWords(hours, 'hour')}.`
      : `In the last 24 hours there ${commits.length === 1 ? 'was' : 'were'} ${countedInWords(commits.length, 'commit')}.`;
  return [
    span,
    ...named.map(authorSentence),
    ...(rest > 0
      ? [detail(`Another ${numberWord(rest)} came from ${countedInWords(others.length, 'other', 'others')}.`)]
      : []),
  ];
}

/** Pull requests merged in the last day; if there are none, when the last one was merged. */
export function pullRequestSentences(pulls: readonly MergedPull[], now: number): Sentence[] {
  const newestFirst = [...pulls].sort((a, b) => b.mergedAt - a.mergedAt);
  const today = newestFirst.filter(({ mergedAt }) => now - mergedAt < DAY_MS);
  const titles = (list: readonly MergedPull[]): string[] =>
    list.map(({ title }) => titleText(title)).filter(Boolean);
  if (today.length > 0) {
    const named = titles(today).slice(0, PULLS_NAMED);
    const [only] = named;
    if (today.length === 1) return [`One pull request was merged${only === undefined ? '' : `: ${only}`}.`];
    const more = today.length - named.length;
    const names = listText(more > 0 ? [...named, `${numberWord(more)} more`] : named);
    return [
      `${sentenceCase(countedInWords(today.length, 'pull request'))} were merged.`,
      ...(only === undefined ? [] : [detail(`${more > 0 ? 'Among them are' : 'They are'} ${names}.`)]),
    ];
  }
  const [last] = newestFirst;
  if (!last) return ['No pull request was merged in the last day.'];
  const [title] = titles([last]);
  return [
    'No pull request was merged in the last day.',
    detail(
      `The last one${title === undefined ? '' : `, ${title},`} was merged ${timeAgo(last.mergedAt, now)}.`,
    ),
  ];
}
