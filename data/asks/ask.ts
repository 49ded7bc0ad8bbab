import * as v from 'valibot';
import { count, instant, text, word } from '../readings/schemas/bounds.ts';

/**
 * Asks: what a coding agent asks its owner, as the home shows it to the owner alone (docs/door.md). An agent never
 * waits longer than its deadline: without a decision its own terminal asks.
 */

/** A call of a tool, a question with or without options, or a plan. */
export const askKinds = ['permission', 'question', 'plan'] as const;
/**
 * `open` until the ask ends in one of these ways: `decided` in the home, decided `elsewhere` (in the terminal
 * of the agent), `undecided` at the deadline, `gone` if the agent left or the home restarted.
 */
export const askStates = ['open', 'decided', 'elsewhere', 'undecided', 'gone'] as const;
/** What the owner can say. `always` names a rule of the agent, `choose` options, `write` has a text. */
export const choices = ['allow', 'always', 'refuse', 'choose', 'write'] as const;

/**
 * The maximum number of characters of a command, a diff or a plan. Of a longer text, characters in the middle
 * are left out and counted.
 */
export const MAX_DETAIL_CHARACTERS = 64 * 1024;
/** The maximum number of characters that the owner may write. */
export const MAX_REASON_CHARACTERS = 2000;
export const MAX_OPTIONS = 12;
export const MAX_RULES = 8;

const id = word(64);
/** What a command, a diff or a plan says, with masked secrets and without invisible characters. */
const detail = v.object({ text: text(MAX_DETAIL_CHARACTERS), left: count });

export const decision = v.object({
  choice: v.picklist(choices),
  /** The ids of the chosen options, or the id of the rule. */
  chosen: v.array(id),
  /** Why the owner refuses, or the written answer. */
  text: text(MAX_REASON_CHARACTERS),
  /** The browser in which the owner decided: “Chrome on Android”. */
  by: text(80),
  at: instant,
});

export const ask = v.object({
  id: word(22),
  /** An answer has to repeat this value; agents never see it. */
  nonce: word(43),
  kind: v.picklist(askKinds),
  state: v.picklist(askStates),
  /** The pseudonym of the session, as in `AgentSession.key`; empty if the home does not know it. */
  session: text(24),
  /** The name of the session, and its program. */
  name: word(120),
  harness: word(40),
  /** The name of the agent key: the machine. */
  machine: text(40),
  /** One line that the agent wrote: the tool, or the question. */
  title: word(200),
  /** A second line that the agent wrote, such as the description of a command. */
  note: text(400),
  command: v.optional(detail),
  /** A unified diff. */
  diff: v.optional(detail),
  plan: v.optional(detail),
  folder: text(200),
  options: v.pipe(v.array(v.object({ id, label: word(200), note: text(400) })), v.maxLength(MAX_OPTIONS)),
  /** Whether several options may be chosen. */
  several: v.boolean(),
  /** Whether the owner may answer in own words. */
  mayWrite: v.boolean(),
  /** The agent’s own rules for “always allow”. */
  rules: v.pipe(v.array(v.object({ id, label: word(400) })), v.maxLength(MAX_RULES)),
  askedAt: instant,
  deadline: instant,
  decision: v.optional(decision),
});
export type Ask = v.InferOutput<typeof ask>;
export type Decision = v.InferOutput<typeof decision>;

/** The answer of `GET /api/asks`, and each event of `GET /api/asks/stream`: open asks first, oldest first. */
export const asksAnswer = v.object({ asks: v.pipe(v.array(ask), v.maxLength(200)), now: instant });

/** The body of `POST /api/asks/:id/answer`. */
export const answerBody = v.object({
  nonce: word(43),
  choice: v.picklist(choices),
  chosen: v.optional(v.pipe(v.array(id), v.maxLength(MAX_OPTIONS)), []),
  text: v.optional(text(MAX_REASON_CHARACTERS), ''),
});
export type AnswerBody = v.InferInput<typeof answerBody>;
