import * as v from 'valibot';
import { count, instant, text, word } from '../readings/schemas/bounds.ts';

/**
 * What coding agents have used, as the home shows it to its owner alone (docs/usage.md). All of it is an estimate: the
 * programs of the agents count, and the home adds up.
 */

/**
 * What the program has sent: a record of each request, its counters, or the input of its status line. The first of
 * them that a session has counts.
 */
export const usageSources = ['requests', 'counters', 'status-line'] as const;
export type UsageSource = (typeof usageSources)[number];

export const usageWindows = ['five-hour', 'seven-day'] as const;
export type UsageWindow = (typeof usageWindows)[number];

/** How many days the home keeps. */
export const MAX_USAGE_DAYS = 90;
/** The maximum number of sessions in one answer: the newest. */
export const MAX_USAGE_SESSIONS = 24;

const day = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/));
const percentage = v.pipe(v.number(), v.minValue(0), v.maxValue(100));
const money = v.pipe(v.number(), v.minValue(0), v.maxValue(1e12));

const tokens = v.object({
  /** Without what was read from the cache of the provider, or written to it. */
  input: count,
  output: count,
  cacheRead: count,
  cacheWrite: count,
});
export type Tokens = v.InferOutput<typeof tokens>;

const spending = {
  tokens,
  /** What the program says that it cost; null if it says nothing of any request. */
  dollars: v.nullable(money),
  /** The tokens whose price the program does not tell. They are not in `dollars`. */
  unpriced: count,
  sources: v.array(v.picklist(usageSources)),
  /** When the newest of it was received. */
  updatedAt: instant,
};

export const usageRow = v.object({
  day,
  harness: word(40),
  /** Empty if the program has not named it. */
  model: text(80),
  /** The name of the folder; absent if the home does not know it. */
  folder: v.optional(text(80)),
  ...spending,
});
export type UsageRow = v.InferOutput<typeof usageRow>;

const usageSession = v.object({
  /** The pseudonym of the session, as in `AgentSession.key`. */
  key: word(24),
  name: word(120),
  harness: word(40),
  model: text(80),
  /** How much of the context is left, in percent, and its size in tokens. */
  context: v.optional(v.object({ left: percentage, size: v.optional(count), at: instant })),
  ...spending,
});
export type UsageSession = v.InferOutput<typeof usageSession>;

const usageLimit = v.object({
  harness: word(40),
  /** The name of the key that sent it; empty for the token of the home. */
  machine: text(40),
  window: v.picklist(usageWindows),
  /** How much of the window is used, in percent. */
  used: percentage,
  resetsAt: instant,
  /** When the agent knew it. */
  at: instant,
});
export type UsageLimit = v.InferOutput<typeof usageLimit>;

/** The answer of `GET /api/usage`. */
export const usageAnswer = v.object({
  now: instant,
  /** The day of the home now, and the time zone that its days have. */
  today: day,
  timeZone: text(60),
  /** How many days the answer has, today included. */
  days: v.pipe(count, v.maxValue(MAX_USAGE_DAYS)),
  /** The newest day first. */
  rows: v.array(usageRow),
  sessions: v.pipe(v.array(usageSession), v.maxLength(MAX_USAGE_SESSIONS)),
  limits: v.array(usageLimit),
  /** The budget of a day, if the owner has set one. */
  budget: v.optional(v.object({ dollars: money, spent: money })),
});
export type UsageAnswer = v.InferOutput<typeof usageAnswer>;

export const totalOf = ({ input, output, cacheRead, cacheWrite }: Tokens): number =>
  input + output + cacheRead + cacheWrite;
