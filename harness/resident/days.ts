import { agentKey } from '../../data/readings/activity.ts';
import { MAX_AHEAD_MS, HOUR_MS, DAY_MS } from '../../data/core/time.ts';
import { knownSince } from '../../data/readings/commit-hours.ts';
import { currentValue } from '../../data/readings/reading.ts';
import type { Commit } from '../../data/readings/records.ts';
import type { State } from '../../data/state.ts';
import { ageText, counted } from '../../data/readings/format.ts';
import { markdownList, escapeMarkdown } from './markdown.ts';
import { fixPunctuation, problemText, withProblem } from './problem-text.ts';
import { ZAP_KIND } from '../../data/core/nostr-kinds.ts';

const MAX_TITLES = 5;
const MAX_AUTHORS = 5;

/** A time since a moment, with its name: `in the last 7 days`. */
interface Span {
  readonly from: number;
  readonly name: string;
}

const UNITS: Readonly<Record<string, number>> = {
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
};
const NUMBERS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
};
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * The time that a question names, as plain words; the last 24 hours if it names none. Days are
 * those of UTC, as in the home's other figures.
 */
function spanOf(plain: string, now: number): Span {
  const midnight = Math.floor(now / DAY_MS) * DAY_MS;
  const [, count = '1', unit] =
    /\b(\d{1,3}|an?|one|two|three|four|five|six|seven)? ?(hour|day|week|month)s?\b/.exec(plain) ?? [];
  if (/\b(?:today|this morning|tonight)\b/.test(plain)) return { from: midnight, name: 'today (UTC)' };
  if (unit !== undefined) {
    const many = Math.max(1, NUMBERS[count] ?? Number(count));
    const hours = (many * (UNITS[unit] ?? DAY_MS)) / HOUR_MS;
    const length =
      hours === 1 ? 'hour' : hours > 24 && hours % 24 === 0 ? `${hours / 24} days` : `${hours} h`;
    return { from: now - hours * HOUR_MS, name: `in the last ${length}` };
  }
  const weekday = WEEKDAYS.findIndex((day) => plain.includes(day));
  if (weekday >= 0) {
    const back = (new Date(midnight).getUTCDay() - weekday + 7) % 7;
    return { from: midnight - back * DAY_MS, name: `since ${capital(WEEKDAYS[weekday] ?? '')} 00:00 UTC` };
  }
  return { from: now - DAY_MS, name: 'in the last 24 h' };
}

/** The authors with the number of their commits, most commits first. */
function authorsOf(commits: readonly Commit[]): string[] {
  const counts = new Map<string, { name: string; count: number }>();
  for (const { author } of commits) {
    const entry = counts.get(agentKey(author)) ?? { name: author, count: 0 };
    entry.count += 1;
    counts.set(agentKey(author), entry);
  }
  const rows = [...counts.values()].sort((a, b) => b.count - a.count);
  const named = rows.slice(0, MAX_AUTHORS).map(({ name, count }) => `${escapeMarkdown(name)} (${count})`);
  return rows.length > MAX_AUTHORS ? [...named, counted(rows.length - MAX_AUTHORS, 'other')] : named;
}

const within =
  ({ from }: Span, now: number) =>
  (at: number): boolean =>
    at >= from && at <= now + MAX_AHEAD_MS;

/** A note for the case that the list of commits does not reach back over the whole span. */
function reachText(state: State, commits: readonly Commit[], span: Span, now: number): string {
  const known = state.derived.shownSince.get() ?? knownSince(commits);
  return known !== undefined && known > span.from
    ? `I see only the latest ${commits.length} commits, which reach back to ${ageText(known, now)}.`
    : '';
}

/** Which author committed most. */
export function mostActiveAnswer(state: State, plain: string): string {
  const now = state.now.get();
  const reading = state.readings.commits.get();
  const commits = currentValue(reading);
  const span = spanOf(plain, now);
  if (!commits) {
    const problem = problemText('the commits', reading, now);
    return problem === '' ? 'There are no commits.' : fixPunctuation(problem);
  }
  const those = commits.filter(({ authoredAt }) => within(span, now)(authoredAt));
  const [first, ...others] = authorsOf(those);
  const text =
    first === undefined
      ? `There are no commits ${span.name}.`
      : `${capital(span.name)}, of ${counted(those.length, 'commit')}: most by ${first}${others.length > 0 ? `, then ${others.join(', ')}` : ''}.`;
  return withProblem(
    [text, reachText(state, commits, span, now)].filter(Boolean).join(' '),
    problemText('the commits', reading, now),
  );
}

/**
 * What is new in a span: commits, merged work and relay events.
 * @param author Leaves out the work of others, and the relay events.
 */
export function newsAnswer(state: State, plain: string, author?: string): string {
  const now = state.now.get();
  const span = spanOf(plain, now);
  const isNew = within(span, now);
  const isTheirs = (name: string): boolean => author === undefined || agentKey(name) === agentKey(author);
  const commitReading = state.readings.commits.get();
  const mergedReading = state.readings.merged.get();
  const all = currentValue(commitReading) ?? [];
  const commits = all.filter(({ authoredAt, author: by }) => isNew(authoredAt) && isTheirs(by));
  const merged = (currentValue(mergedReading) ?? []).filter(
    ({ mergedAt, author: by }) => isNew(mergedAt) && isTheirs(by),
  );
  const events =
    author === undefined ? state.relay.events.get().filter(({ created_at: at }) => isNew(at * 1000)) : [];
  const zaps = events.filter(({ kind }) => kind === ZAP_KIND).length;
  const parts = [
    ...(currentValue(commitReading) || commitReading.state === 'empty'
      ? [
          `**${counted(commits.length, 'commit')}**${commits.length > 0 && author === undefined ? ` by ${authorsOf(commits).join(', ')}` : ''}${
            commits.length > 0
              ? `:\n${markdownList(commits.slice(0, MAX_TITLES).map(({ title, authoredAt }) => `${escapeMarkdown(title)} (${ageText(authoredAt, now)})`))}`
              : '.'
          }`,
        ]
      : []),
    ...(commits.length > MAX_TITLES ? [`and ${commits.length - MAX_TITLES} more.`] : []),
    ...(merged.length > 0
      ? [
          `**${counted(merged.length, 'pull request')}** merged:\n${markdownList(merged.slice(0, MAX_TITLES).map(({ number, title }) => `#${number} ${escapeMarkdown(title)}`))}`,
        ]
      : []),
    ...(events.length > 0
      ? [`**${counted(events.length, 'relay event')}**, ${counted(zaps, 'zap')} among them.`]
      : []),
    reachText(state, all, span, now),
    fixPunctuation(problemText('the commits', commitReading, now)),
  ].filter(Boolean);
  return [`${author === undefined ? 'New' : `By ${escapeMarkdown(author)}`} ${span.name}:`, ...parts].join(
    '\n\n',
  );
}
