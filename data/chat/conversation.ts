import { type ChatEntry, withChatEntry, withPiece } from './chat-entries.ts';
import type { ChatMessageFrame } from './protocol.ts';
import { type ChatHost, visitorName } from './chat.ts';
import type { PendingChat } from './outbox.ts';
import type { Signal } from '../core/signal.ts';
import { type LogEntry, appendLog } from './session-log.ts';

type ConversationHost = ChatHost & { readonly log: Signal<readonly LogEntry[]> };

/**
 * The conversation with the resident, as lines of the chat: every message once, in the session's
 * order, however often and in whatever pieces it arrives.
 */
export class Conversation {
  readonly #state: ConversationHost;
  readonly #seqs = new Map<string, number>();
  readonly #logged = new Set<string>();
  #cursor = 0;

  constructor(state: ConversationHost) {
    this.#state = state;
  }

  /** The newest `seq` this page holds. */
  get cursor(): number {
    return this.#cursor;
  }

  /** Another session: its numbers start again. */
  restart(): void {
    this.#cursor = 0;
    this.#seqs.clear();
  }

  #entry(id: string): ChatEntry | undefined {
    return this.#state.chat.entries.get().find((entry) => entry.id === id);
  }

  /** Shows and logs a message of the visitor that the bridge has not confirmed yet. */
  addPending(chat: PendingChat): void {
    const known = this.#entry(chat.id);
    const entry: ChatEntry = known ?? {
      ...chat,
      role: 'visitor',
      speaker: visitorName(this.#state),
      status: 'sending',
    };
    if (!known) this.#put(entry);
    this.#log(entry);
  }

  /**
   * Adds a piece of an answer. Where a piece before it is missing nothing is added: the whole text
   * will come with its message.
   */
  appendDelta(id: string, speaker: string, offset: number, piece: string, now: number): void {
    const before = this.#entry(id);
    // A finished answer does not grow: this is a late copy.
    if (before && before.status !== 'streaming') return;
    const text = withPiece(before?.text ?? '', offset, piece);
    if (text === undefined || before?.text === text) return;
    this.#put(
      before ? { ...before, text } : { id, role: 'resident', speaker, text, ts: now, status: 'streaming' },
    );
  }

  /**
   * A whole message. True if it was not known as finished yet. `replayed` messages take their place
   * among the session's own; a live one comes last.
   */
  finish(frame: ChatMessageFrame, replayed: boolean): boolean {
    const { id, seq, role, speaker, text, ts, end } = frame;
    this.#cursor = Math.max(this.#cursor, seq);
    if (this.#seqs.has(id)) return false;
    const at = replayed ? this.#placeOf(seq) : undefined;
    this.#seqs.set(id, seq);
    const entry: ChatEntry = { id, role, speaker, text, ts, status: end };
    this.#put(entry, at);
    // A live answer of the resident is logged with the effects of `chat-message`.
    if (replayed || role === 'visitor') this.#log(entry);
    return true;
  }

  /** For an entry that is still sending or streaming: what became of it. */
  setStatus(id: string, status: ChatEntry['status'], cause?: string): void {
    const entry = this.#entry(id);
    if (entry && (entry.status === 'sending' || entry.status === 'streaming'))
      this.#put({ ...entry, status, ...(cause !== undefined && { cause }) });
  }

  #put(entry: ChatEntry, at?: number): void {
    const { entries } = this.#state.chat;
    entries.set(withChatEntry(entries.get(), entry, at));
  }

  #log({ id, ts, speaker, text, status }: ChatEntry): void {
    if (text === '' || this.#logged.has(id)) return;
    this.#logged.add(id);
    const broken = status === 'stopped' || status === 'failed';
    appendLog(this.#state, { ts, speaker, text, ...(broken && { end: status }) });
  }

  /** After the last entry with a smaller number. Entries without one stay below. */
  #placeOf(seq: number): number {
    const entries = this.#state.chat.entries.get();
    const last = entries.findLastIndex(({ id }) => (this.#seqs.get(id) ?? Infinity) < seq);
    return last + 1;
  }
}
