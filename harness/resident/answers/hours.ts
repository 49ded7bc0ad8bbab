import { DAY_MS, HOUR_MS } from '../../../data/core/time.ts';
import { currentValue } from '../../../data/readings/reading.ts';
import type { Question } from '../question.ts';
import { problemText, withProblem } from '../reply-text.ts';
import { reachText, within } from './commits.ts';
import { lastDay, spanOf } from './span.ts';

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

/** In which hours of the day the most commits were made, and in which none. */
export function hours({ state, plain }: Pick<Question, 'state' | 'plain'>): string {
  const now = state.now.get();
  const reading = state.readings.commits.get();
  const problem = problemText('the commits', reading, now);
  // “The busiest hour of the day” names no time.
  const span = spanOf(plain.replace(/\b(?:hours?|time)(?: of (?:the )?day)?\b/g, ''), now) ?? lastDay(now);
  const all = currentValue(reading) ?? [];
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
      // The hours of today that are still to come say nothing.
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
