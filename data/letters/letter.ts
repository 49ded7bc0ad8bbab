import * as v from 'valibot';
import { agentSession, MAX_SHOWN_SESSIONS } from '../readings/schemas/agent-sessions.ts';
import { instant, text, word } from '../readings/schemas/bounds.ts';

/**
 * Letters: what the owner writes to a session of a coding agent, as the home shows it to the owner alone
 * (docs/door.md). A letter waits in the queue of its session until the agent’s program takes it.
 */

/**
 * `waiting`: in the queue. `handed`: sent to the program of the agent, which has not confirmed it. `delivered`:
 * the program has put it before the model. `read`: the model has gone on since. `withdrawn`: the owner took it
 * back. `missed`: the session ended before.
 */
export const letterStates = ['waiting', 'handed', 'delivered', 'read', 'withdrawn', 'missed'] as const;
export type LetterState = (typeof letterStates)[number];

/**
 * How letters reach a session. `turns`: its hooks take them while it works, and at its next turn. `wakes`: the
 * program also begins a turn for a letter. `hooks`: the program could take letters, but its hooks are installed
 * without them. `none`: the program takes no letters.
 */
export const letterWays = ['turns', 'wakes', 'hooks', 'none'] as const;

/**
 * The maximum length of a letter. Programs cut what a hook gives them at 10,000 characters or bytes, and a
 * character has at most three bytes.
 */
export const MAX_LETTER_CHARACTERS = 3_000;
export const MAX_ABOUT_CHARACTERS = 200;
/** The maximum number of letters in the queue of one session. */
export const MAX_QUEUE = 16;
/** The maximum number of letters in one answer. */
export const MAX_LISTED = 400;

export const letter = v.object({
  id: word(22),
  /** The pseudonym of the session, as in `AgentSession.key`, and its name when the letter was written. */
  session: word(24),
  name: word(120),
  text: word(MAX_LETTER_CHARACTERS),
  /** What the letter is about, such as a line of a file; may be empty. */
  about: text(MAX_ABOUT_CHARACTERS),
  /** The browser in which it was written: “Chrome on Android”. */
  by: text(80),
  state: v.picklist(letterStates),
  writtenAt: instant,
  /** When its state began. */
  since: instant,
});
export type Letter = v.InferOutput<typeof letter>;

/** A session to which the owner can write. */
export const letterBox = v.object({
  ...v.pick(agentSession, ['key', 'name', 'harness', 'state', 'needs', 'since', 'updatedAt']).entries,
  way: v.picklist(letterWays),
});
export type LetterBox = v.InferOutput<typeof letterBox>;

/** The answer of `GET /api/letters`: the sessions in the order of the queue, and the letters, the oldest first. */
export const lettersAnswer = v.object({
  sessions: v.pipe(v.array(letterBox), v.maxLength(MAX_SHOWN_SESSIONS)),
  letters: v.pipe(v.array(letter), v.maxLength(MAX_LISTED)),
  now: instant,
});
export type LettersAnswer = v.InferOutput<typeof lettersAnswer>;

/** The body of `POST /api/letters`. */
export const letterBody = v.object({
  session: word(24),
  text: text(MAX_LETTER_CHARACTERS),
  about: v.optional(text(MAX_ABOUT_CHARACTERS), ''),
});
export type LetterBody = v.InferInput<typeof letterBody>;
