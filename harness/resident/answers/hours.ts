import { DAY_MS, HOUR_MS } from '../../../data/core/time.ts';
import { counted } from '../../../data/readings/format.ts';
import { currentValue } from '../../../data/readings/reading.ts';
import type { Commit } from '../../../data/readings/records.ts';
import type { Question } from '../question.ts';
import { markdownList, problemText, withProblem } from '../reply-text.ts';
import { reachText, within } from './commits.ts';
import { lastDay, spanOf } from './span.ts';

const WEEK_MS = 7 * DAY_MS;

/** `4–5 h`, or `4–7 h` for hours that follow each other. */
function hoursText(hours: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const hour of hours) {
    const last = runs.at(-1);
    if (last && last[1] === hour) last[1] = hour + 1;
    else runs.push([hour, hour + 1]);
  }
  return runs.map(([begin, end]) => `${begin}–${end} h`).join(', ');
}

const OF_DAYS =
  /\b(?:which|what|busiest|quietest|most|best)\b(?!.*\b(?:hours?|time|of the day)\b).*\bdays?\b/;

/** On which days the most commits were made, the busiest first. */
function days({ state, plain }: Pick<Question, 'state' | 'plain'>, commits: readonly Commit[]): string {
  const now = state.now.get();
  const span = spanOf(plain.replace(/\bdays?\b/, ''), now) ?? {
    ...lastDay(now),
    from: now - WEEK_MS,
    name: 'in the last 7 days',
  };
  const counts = new Map<number, number>();
  const those = commits.filter(({ authoredAt }) => within(span, authoredAt, now));
  for (const { authoredAt } of those) {
    const day = authoredAt - (authoredAt % DAY_MS);
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  const rows = [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([day, count]) => `${dayText(day)}: ${counted(count, 'commit')}`);
  return [
    those.length === 0
      ? `I see no commit ${span.name}.`
      : `Commits ${span.name} by day (UTC), the busiest first:`,
    markdownList(rows),
    reachText(state, commits, span),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** `Saturday 28 November` */
const dayText = (day: number): string =>
  new Date(day).toLocaleDateString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });

/** In which hours of the day the most commits were made, and in which none; or on which days. */
export function hours({ state, plain }: Pick<Question, 'state' | 'plain'>): string {
  const now = state.now.get();
  const reading = state.readings.commits.get();
  const problem = problemText('the commits', reading, now);
  // “The busiest hour of the day” names no time.
  const span = spanOf(plain.replace(/\b(?:hours?|time)(?: of (?:the )?day)?\b/g, ''), now) ?? lastDay(now);
  const all = currentValue(reading) ?? [];
  if (OF_DAYS.test(plain)) return withProblem(days({ state, plain }, all), problem);
  const those = all.filter(({ authoredAt }) => within(span, authoredAt, now));
  if (those.length === 0) return withProblem(`I see no commit ${span.name}.`, problem);
  const counts = Array.from({ length: 24 }, () => 0);
  for (const { authoredAt } of those) {
    const hour = Math.floor((authoredAt % DAY_MS) / HOUR_MS);
    counts[hour] = (counts[hour] ?? 0) + 1;
  }
  const most = Math.max(...counts);
  const hoursWith = (count: number): number[] =>
    counts.flatMap((own, hour) => {
      const midnight = now - (now % DAY_MS);
      // The hours of today that are still to come are left out.
      const isToCome = span.from >= midnight && midnight + hour * HOUR_MS > now;
      return own === count && !isToCome ? [hour] : [];
    });
  const none = hoursWith(0);
  const text = [
    `**${hoursText(hoursWith(most))}** (UTC) had the most commits ${span.name.replace(' (UTC)', '')}: ${most} of ${those.length}${hoursWith(most).length > 1 ? ' each' : ''}.`,
    none.length > 0
      ? `No commit: ${hoursText(none)}.`
      : `The fewest, ${Math.min(...counts)}: ${hoursText(hoursWith(Math.min(...counts)))}.`,
    reachText(state, all, span),
  ];
  return withProblem(text.filter(Boolean).join(' '), problem);
}
