import * as v from 'valibot';
import { count, instant, text, word } from '../readings/schemas/bounds.ts';
import { gameAction } from './game-action.ts';
import { isOver, playId, playOrder, playRecord } from './play-record.ts';

/**
 * The log of a play: `<data>/plays/<id>/log.jsonl`, one entry a line, written by `home-world play` and
 * append-only. The screenshots are files beside the log, in `screens/`. A replay and a resumed play read
 * nothing else.
 */

const line = text(300);
const { approval, state } = playRecord.entries;
export const gameActionNames = gameAction.options.map(({ entries }) => entries.action.literal);

/** The name of a screenshot's file in `screens/`: its number, `0001.png`. */
const screenFile = v.pipe(v.string(), v.regex(/^\d{4,6}\.(?:png|jpg)$/));

/** The store's data about the game when the screenshot was taken. It is text from outside. */
const storeStatistics = v.object({
  players: v.optional(v.number()),
  statistics: v.optional(v.record(text(200), v.number())),
  achievements: v.optional(
    v.pipe(
      v.array(v.object({ name: text(300), achieved: v.boolean(), unlockedAt: v.optional(text(40)) })),
      v.maxLength(2_000),
    ),
  ),
  notes: v.pipe(v.array(text(1_000)), v.maxLength(50)),
});

const entry = <const N extends string, const E extends v.ObjectEntries>(type: N, entries: E) =>
  v.object({ type: v.literal(type), at: instant, ...entries });

export const playLogEntry = v.variant('type', [
  /** The first entry of every log. */
  entry('start', {
    id: playId,
    portal: word(80),
    /** `groq/llama-4-scout`. */
    model: word(240),
    dryRun: v.boolean(),
    approval,
    /** With the policy `listed`, the actions that need no approval. */
    allowed: v.optional(v.pipe(v.array(v.picklist(gameActionNames)), v.maxLength(20))),
    limits: v.object({ steps: count, seconds: count, tokens: count }),
    goal: v.optional(text(2_000)),
    /** Private: the home neither lists nor shows this play. */
    private: v.optional(v.boolean()),
    /** Title of the game's window, as the portal names it. */
    window: v.optional(line),
  }),
  entry('screen', {
    /**
     * Counts the different screenshots. An unchanged screenshot has the number and the file of the previous
     * one.
     */
    number: count,
    file: screenFile,
    /** Pixels. */
    width: count,
    height: count,
    /** ISO 8601. */
    takenAt: text(40),
    /** SHA-256 of what the screenshot shows, in hexadecimal digits. */
    sha: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)),
    unchanged: v.optional(v.boolean()),
    /** The game's window, in pixels of the screen. */
    window: v.object({ title: line, x: v.number(), y: v.number(), width: v.number(), height: v.number() }),
    /** Absent if it is the same as in the last entry that has it. */
    store: v.optional(storeStatistics),
  }),
  /** The text of the model before its actions, and the tokens of the request. */
  entry('thought', { step: count, text: text(4_000), tokens: count }),
  entry('action', {
    step: count,
    action: gameAction,
    /** The number of the screenshot that the points refer to. */
    screen: count,
    /** `dry`: a dry run did not send it. `refused`: by the owner, or by a rule. */
    outcome: v.picklist(['done', 'failed', 'dry', 'refused']),
    /** Only for an action that was sent (specification 2.9). */
    result: v.optional(
      v.object({
        success: v.boolean(),
        action: text(40),
        params: v.record(text(40), v.unknown()),
        timestamp: text(40),
      }),
    ),
    /** Why it failed or was refused. */
    cause: v.optional(line),
    /** Who approved it: the policy (`free`, `listed`), or the owner from one of three places. */
    approvedBy: v.optional(v.picklist(['free', 'listed', 'terminal', 'page', 'chat'])),
  }),
  /** The model waited. */
  entry('wait', { step: count, seconds: v.pipe(v.number(), v.minValue(0), v.maxValue(60)) }),
  entry('order', {
    order: playOrder,
    from: v.picklist(['terminal', 'page', 'chat']),
    /** False if it had no effect: it was late, repeated, or for another play. */
    taken: v.boolean(),
  }),
  entry('error', { step: count, from: v.picklist(['model', 'desktop', 'home', 'player']), message: line }),
  /** The play continues after its player stopped without an `end`. */
  entry('resume', { step: count }),
  entry('end', {
    step: count,
    state: v.pipe(
      state,
      v.check((ended) => isOver({ state: ended }), 'The state of a play that is over.'),
    ),
    note: line,
  }),
]);
export type PlayLogEntry = v.InferOutput<typeof playLogEntry>;
export type PlayLogEntryOf<T extends PlayLogEntry['type']> = Extract<PlayLogEntry, { type: T }>;

function parseLine(json: string): PlayLogEntry | undefined {
  try {
    const parsed = v.safeParse(playLogEntry, JSON.parse(json));
    return parsed.success ? parsed.output : undefined;
  } catch {
    // If the player was killed, the last line of its log is incomplete.
    return undefined;
  }
}

/** The entries of a log. Invalid lines are skipped: a crash leaves the last line incomplete. */
export const readPlayLog = (log: string): PlayLogEntry[] =>
  log.split('\n').flatMap((json) => (json.trim() === '' ? [] : (parseLine(json) ?? [])));
