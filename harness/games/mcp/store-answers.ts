import * as v from 'valibot';
import { cutText } from '../../../data/core/text.ts';
import type { Achievement } from '../desktop.ts';
import { type Answer, oneLine } from './answer.ts';
import { count } from '../../../data/readings/schemas/bounds.ts';

/** The bodies of the Steam Web API, which a statistics server forwards. All of it is text from outside. */

const MAX_ENTRIES = 500;
const name = v.pipe(
  v.string(),
  v.transform((text) => cutText(text.replaceAll(/[\p{C}\s]+/gu, ' ').trim(), 120)),
  v.minLength(1),
);
/** Steam sends a percentage as a number or as a text. */
const figure = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,15}(?:\.\d{1,20})?$/), v.transform(Number))]),
  v.finite(),
);

const players = v.object({
  response: v.object({ player_count: count }),
});
const playerStats = <const E extends v.ObjectEntries>(entries: E) =>
  v.object({ playerstats: v.object(entries) });
const refusal = playerStats({ error: v.string() });
const achievementList = playerStats({
  // A game without achievements has no such field.
  achievements: v.optional(v.array(v.unknown()), []),
});
const achievement = v.object({
  apiname: name,
  name: v.optional(name),
  achieved: v.union([
    v.boolean(),
    v.pipe(
      v.number(),
      v.transform((value) => value === 1),
    ),
  ]),
  unlocktime: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(8e9))),
});
const statisticsList = playerStats({ stats: v.optional(v.array(v.unknown()), []) });
const statistic = v.object({ name, value: figure });
const shareList = v.object({
  achievementpercentages: v.object({ achievements: v.optional(v.array(v.unknown()), []) }),
});
const share = v.object({ name, percent: figure });

/** The entries that fit the schema; others, for example in a newer format, are skipped. */
const entries = <S extends v.GenericSchema>(schema: S, list: readonly unknown[]): v.InferOutput<S>[] =>
  list.slice(0, MAX_ENTRIES).flatMap((entry) => {
    const parsed = v.safeParse(schema, entry);
    return parsed.success ? [parsed.output] : [];
  });

/** The data of an answer, or a note that says why it has none. */
export type Reading<T> = { readonly value: T } | { readonly note: string };

function read<S extends v.GenericSchema, T>(
  answer: Answer,
  schema: S,
  take: (body: v.InferOutput<S>) => T,
): Reading<T> {
  const refused = v.safeParse(refusal, answer.fields);
  if (refused.success) return { note: `the store says “${oneLine(refused.output.playerstats.error)}”` };
  if (answer.isError) return { note: oneLine(answer.text) || 'the server refused it' };
  const body = v.safeParse(schema, answer.fields);
  return body.success ? { value: take(body.output) } : { note: 'its answer has an unknown format' };
}

export const readPlayers = (answer: Answer): Reading<number> =>
  read(answer, players, ({ response }) => response.player_count);

export const readAchievements = (answer: Answer): Reading<Achievement[]> =>
  read(answer, achievementList, ({ playerstats }) =>
    entries(achievement, playerstats.achievements).map((entry) => ({
      name: entry.name ?? entry.apiname,
      achieved: entry.achieved,
      // Steam writes 0 where it does not know the time.
      ...(entry.achieved &&
        entry.unlocktime && { unlockedAt: new Date(entry.unlocktime * 1_000).toISOString() }),
    })),
  );

export const readStatistics = (answer: Answer): Reading<Record<string, number>> =>
  read(answer, statisticsList, ({ playerstats }) =>
    Object.fromEntries(entries(statistic, playerstats.stats).map((entry) => [entry.name, entry.value])),
  );

/** The percentage of all players who have each achievement, as statistics. */
export const readShares = (answer: Answer): Reading<Record<string, number>> =>
  read(answer, shareList, ({ achievementpercentages }) =>
    Object.fromEntries(
      entries(share, achievementpercentages.achievements).map((entry) => [
        `${entry.name} (% of all players)`,
        Math.round(entry.percent * 10) / 10,
      ]),
    ),
  );
