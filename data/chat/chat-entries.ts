import type { ChatStep } from './protocol.ts';

/** One line of the conversation, as the chat shows it. */
export interface ChatEntry {
  readonly id: string;
  /** `notice`: a quiet line of the page itself, such as that another resident answers. */
  readonly role: 'visitor' | 'resident' | 'notice';
  readonly speaker: string;
  readonly text: string;
  readonly ts: number;
  /** `sending`: not confirmed; `streaming`: the answer grows; the rest as `end` in the protocol. */
  readonly status: 'sending' | 'streaming' | 'complete' | 'stopped' | 'failed';
  /** Why it failed, in plain words. */
  readonly cause?: string | undefined;
  /** The tool calls of an answer, in their order. */
  readonly steps?: readonly ChatStep[] | undefined;
}

/** Lines of the conversation that are kept on the page; the gateway keeps the rest. */
const MAX_CHAT_ENTRIES = 500;

/**
 * The list with an entry added at `at` (the end by default), or replaced where its id is known; the
 * oldest go beyond the limit.
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
 * The text of an answer after a piece that begins at `offset`. A known piece changes nothing; a
 * different one replaces the text from there on. Undefined if a piece before it is missing: the
 * whole text comes later.
 */
export function withPiece(text: string, offset: number, piece: string): string | undefined {
  if (offset > text.length) return undefined;
  if (text.startsWith(piece, offset)) return text;
  return text.slice(0, offset) + piece;
}

/** The steps with a new one, or with the new state of one that is known; undefined beyond `max`. */
export function withStep(
  steps: readonly ChatStep[],
  step: ChatStep,
  max: number,
): readonly ChatStep[] | undefined {
  const known = steps.findIndex((one) => one.step === step.step);
  if (known >= 0) return steps.with(known, step);
  return steps.length < max ? [...steps, step] : undefined;
}

/** The steps of an entry as lines of the session log, as in `Read the weather (done)`. */
export const stepLines = ({ steps }: Pick<ChatEntry, 'steps'>): readonly string[] | undefined =>
  steps?.map(({ title, state }) => `${title.replace(/\s+/g, ' ').trim()} (${state})`);
