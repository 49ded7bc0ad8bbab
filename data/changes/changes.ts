import * as v from 'valibot';
import { agentSession } from '../readings/schemas/agent-sessions.ts';
import { count, instant, text, word } from '../readings/schemas/bounds.ts';

/**
 * What a live session has changed: the diff of its working tree. The owner asks for it, the program of the agent sends
 * it with its next report, and the home shows it to the owner alone, and keeps it in memory only (docs/door.md).
 */

/** The longest diff that a program may send. Characters. */
export const MAX_SENT_CHARACTERS = 500_000;
const MAX_NAMED = 200;
/** How long the home keeps a diff, and waits for one. */
export const KEPT_MINUTES = 10;
/**
 * A program that was told that the owner asks may have been killed: after this time, or at the end of its turn, it is
 * told again. It takes at most ten seconds for the diff, and as many to send it.
 */
export const TELL_AGAIN_MS = 25_000;

export const sentDiff = v.object({
  /** In the form of git. */
  diff: text(MAX_SENT_CHARACTERS),
  /** The files that are not in the diff as a whole, and why. */
  notShown: v.pipe(v.array(v.object({ path: text(400), why: text(200) })), v.maxLength(MAX_NAMED)),
  /** How many other such files there are. */
  more: count,
  /** Whether there are files that are not even named, because the list was too long. */
  isCut: v.boolean(),
});
export type SentDiff = v.InferOutput<typeof sentDiff>;

/** What a program sends: the diff, or why it cannot send one. */
export const sentChanges = v.union([sentDiff, v.object({ problem: word(400) })]);
export type SentChanges = v.InferOutput<typeof sentChanges>;

/**
 * How the home gets the changes of a session. `reports`: its program sends them when it reports next. `hooks`: the
 * program could, but has not said that it does. `none`: the program cannot.
 */
export const changesWays = ['reports', 'hooks', 'none'] as const;

/** The answer of `GET /api/changes/<session>`. */
export const changesAnswer = v.object({
  ...v.pick(agentSession, ['name', 'harness', 'state']).entries,
  way: v.picklist(changesWays),
  /** When the owner asked, while the program has not sent anything. */
  askedAt: v.optional(instant),
  /** When the program was told that the owner asks. */
  toldAt: v.optional(instant),
  /** What it has sent, and when. */
  taken: v.optional(v.object({ at: instant, changes: sentChanges })),
  now: instant,
});
export type ChangesAnswer = v.InferOutput<typeof changesAnswer>;
