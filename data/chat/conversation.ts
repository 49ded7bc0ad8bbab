import type { Signal } from '@lit-labs/signals';
import { answeredBy } from './answered-by.ts';
import { type ChatEntry, stepLines, withChatEntry, withPiece, withStep } from './chat-entries.ts';
import { type ChatMessageFrame, MAX_STEPS, type ServerFrame } from './protocol.ts';
import type { ChatState, ResidentInfo } from './chat-state.ts';
import { type ChatHost, visitorName } from './chat.ts';
import type { PendingChat } from './outbox.ts';
import { type LogEntry, appendLog, residentSpeaker } from './session-log.ts';

type Frame<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>;
type ConversationHost = ChatHost &
  Pick<ChatState, 'resident'> & { readonly log: Signal.State<readonly LogEntry[]> };

/**
 * The conversation with the resident, as entries of the chat: each message once, in the order of the session,
 * also if it arrives several times or in pieces.
 */
export class Conversation {
  readonly #state: ConversationHost;
  readonly #seqs = new Map<string, number>();
  readonly #logged = new Set<string>();
  #cursor = 0;
  #notices = 0;

  constructor(state: ConversationHost) {
    this.#state = state;
  }

  /** The newest `seq` on this page. */
  get cursor(): number {
    return this.#cursor;
  }

  /** Call it for another session, whose numbers start again. */
  restart(): void {
    this.#cursor = 0;
    this.#seqs.clear();
  }

  #entry(id: string): ChatEntry | undefined {
    return this.#state.chat.entries.get().find((entry) => entry.id === id);
  }

  /** Shows a message of the visitor that the bridge has not confirmed yet, and logs it. */
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
   * Adds a piece of an answer. If an earlier piece is missing, nothing is added: the whole text comes with
   * the message.
   */
  appendDelta({ id, replyTo, offset, text: piece }: Frame<'chat-delta'>, now: number): void {
    this.setStatus(replyTo, 'complete');
    const before = this.#arriving(id, now);
    const text = withPiece(before?.text ?? '', offset, piece);
    if (before && text !== undefined && before.text !== text) this.#put({ ...before, text });
  }

  /** Adds a tool call to an arriving answer, or changes its state. */
  showStep(frame: Frame<'chat-step'>, now: number): void {
    const { id, replyTo, step, tool, title, state, detail } = frame;
    this.setStatus(replyTo, 'complete');
    const before = this.#arriving(id, now);
    const shown = { step, tool, title, state, ...(detail !== undefined && { detail }) };
    const steps = withStep(before?.steps ?? [], shown, MAX_STEPS);
    if (before && steps) this.#put({ ...before, steps });
  }

  /** Stores who answers now, and adds a notice if that has changed. */
  setResident(resident: ResidentInfo, now: number): void {
    const before = answeredBy(this.#state.resident.get());
    const by = answeredBy(resident);
    this.#state.resident.set(resident);
    const last = this.#state.chat.entries.get().at(-1);
    if (before === '' || by === before || !last) return;
    // Reuses a notice at the end of the list: an agent that connects and disconnects repeatedly must not fill
    // the conversation.
    const id = last.role === 'notice' ? last.id : `notice-${++this.#notices}`;
    const text = `Answers now come from ${by}.`;
    this.#put({ id, role: 'notice', speaker: '', text, ts: now, status: 'complete' });
  }

  /**
   * The entry of an arriving answer, new if it begins now; undefined if the answer is finished, so that a
   * late copy changes nothing.
   */
  #arriving(id: string, ts: number): ChatEntry | undefined {
    const speaker = residentSpeaker(this.#state);
    const entry = this.#entry(id) ?? { id, role: 'resident', speaker, text: '', ts, status: 'streaming' };
    return entry.status === 'streaming' ? entry : undefined;
  }

  /**
   * Adds a complete message. Returns whether it was not known as complete before. `replayed` messages are
   * inserted in the order of the session; a live message is added at the end.
   */
  finish(frame: ChatMessageFrame, replayed: boolean): boolean {
    const { id, seq, role, speaker, text, ts, end } = frame;
    const steps = frame.steps?.slice(0, MAX_STEPS);
    this.#cursor = Math.max(this.#cursor, seq);
    if (this.#seqs.has(id)) return false;
    const at = replayed ? this.#placeOf(seq) : undefined;
    this.#seqs.set(id, seq);
    const entry: ChatEntry = { id, role, speaker, text, ts, status: end, ...(steps && { steps }) };
    this.#put(entry, at);
    // A live answer with text is logged by `applyMessage`, with the other effects of `chat-message`.
    if (replayed || role === 'visitor' || text === '') this.#log(entry);
    return true;
  }

  /** Sets the result of an entry that is still sending or streaming. */
  setStatus(id: string, status: ChatEntry['status'], cause?: string): void {
    const entry = this.#entry(id);
    if (entry?.status !== 'sending' && entry?.status !== 'streaming') return;
    // A tool call that was still running when the answer ended has no result.
    const steps = entry.steps?.map((step) =>
      step.state === 'running' ? { ...step, state: 'failed' as const } : step,
    );
    this.#put({ ...entry, status, ...(cause !== undefined && { cause }), ...(steps && { steps }) });
  }

  #put(entry: ChatEntry, at?: number): void {
    const { entries } = this.#state.chat;
    entries.set(withChatEntry(entries.get(), entry, at));
  }

  #log(entry: ChatEntry): void {
    const { id, ts, speaker, text, status } = entry;
    const steps = stepLines(entry);
    if ((text === '' && !steps) || this.#logged.has(id)) return;
    this.#logged.add(id);
    const broken = status === 'stopped' || status === 'failed';
    appendLog(this.#state, { ts, speaker, text, ...(steps && { steps }), ...(broken && { end: status }) });
  }

  /** The index after the last entry with a smaller number. Entries without a number stay below. */
  #placeOf(seq: number): number {
    const entries = this.#state.chat.entries.get();
    const last = entries.findLastIndex(({ id }) => (this.#seqs.get(id) ?? Infinity) < seq);
    return last + 1;
  }
}
