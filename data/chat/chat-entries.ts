import type { ChatStep } from './protocol.ts';

/** One entry of the conversation in the chat. */
export interface ChatEntry {
  readonly id: string;
  /** `notice`: a line of the page itself, for example that another resident answers. */
  readonly role: 'visitor' | 'resident' | 'notice';
  readonly speaker: string;
  readonly text: string;
  readonly ts: number;
  /** What the page showed when the visitor wrote it, of `seenBy`. */
  readonly seen?: string[] | undefined;
  /**
   * `sending`: not confirmed; `streaming`: the answer is arriving; the others are the values of `end` in the
   * protocol.
   */
  readonly status: 'sending' | 'streaming' | 'complete' | 'stopped' | 'failed';
  /** Why the message failed, in plain words. */
  readonly cause?: string | undefined;
  /** The tool calls of an answer, in order. */
  readonly steps?: readonly ChatStep[] | undefined;
}

/** The maximum number of entries on the page; the gateway keeps older ones. */
const MAX_CHAT_ENTRIES = 500;

/**
 * The list with an entry inserted at `at` (by default at the end), or replaced if its id is known. Beyond the
 * limit the oldest entries are dropped.
 */
export function withChatEntry(
  entries: readonly ChatEntry[],
  entry: ChatEntry,
  at = entries.length,
): readonly ChatEntry[] {
  const known = entries.findIndex(({ id }) => id === entry.id);
  if (known >= 0) return entries.with(known, entry);
  const next = entries.toSpliced(at, 0, entry);
  return next.length > MAX_CHAT_ENTRIES ? next.slice(next.length - MAX_CHAT_ENTRIES) : next;
}

/**
 * The text of an answer after a piece at `offset`. A known piece changes nothing; a different piece replaces
 * the text from there. Undefined if an earlier piece is missing: the whole text comes later.
 */
export function withPiece(text: string, offset: number, piece: string): string | undefined {
  if (offset > text.length) return undefined;
  if (text.startsWith(piece, offset)) return text;
  return text.slice(0, offset) + piece;
}

/** The steps with a step added or updated; undefined if there would be more than `max`. */
export function withStep(
  steps: readonly ChatStep[],
  step: ChatStep,
  max: number,
): readonly ChatStep[] | undefined {
  const known = steps.findIndex((one) => one.step === step.step);
  if (known >= 0) return steps.with(known, step);
  return steps.length < max ? [...steps, step] : undefined;
}

/** The steps of an entry as lines of the session log, for example `Read the weather (done)`. */
export const stepLines = ({ steps }: Pick<ChatEntry, 'steps'>): readonly string[] | undefined =>
  steps?.map(({ title, state }) => `${title.replace(/\s+/g, ' ').trim()} (${state})`);
