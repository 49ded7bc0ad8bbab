import { emit } from '../core/event.ts';
import type { Readable } from '../core/watch.ts';
import { type Store, tryStorage } from '../core/storage.ts';
import { type ChatEntry, withChatEntry } from './chat-entries.ts';
import type { Chat } from './chat-state.ts';
import { MAX_CHAT_CHARACTERS } from './limits.ts';

/** Messages that may wait for an answer at once. */
export const MAX_PENDING = 20;

/** The part of the state that a message needs. */
export interface ChatHost {
  readonly base: string;
  readonly chat: Chat;
  readonly arrival: Readable<{ readonly username?: string | undefined } | undefined>;
}

/** The visitor's name in their own conversation: the name they arrived with, if any. */
export const visitorName = ({ arrival }: ChatHost): string => arrival.get()?.username ?? 'VISITOR';

const withCommas = (value: number): string => value.toLocaleString('en-GB');

/** The storage key of an unanswered message is this, followed by the id of the message. */
export const chatKeyPrefix = (base: string): string => `home-world:chat:${base}:`;

const browserStorage = (): Store | undefined => tryStorage(() => localStorage, undefined);

/** Why a message cannot be sent, with the fix; empty if it can. */
function refusalOf(text: string, unanswered: number): string {
  if (text.length > MAX_CHAT_CHARACTERS)
    return (
      `This message has ${withCommas(text.length)} characters, the limit is ${withCommas(MAX_CHAT_CHARACTERS)}. ` +
      'Shorten it, or send it in parts.'
    );
  return unanswered >= MAX_PENDING
    ? `${MAX_PENDING} messages are still waiting for an answer. Wait for the first one, then send this again.`
    : '';
}

/**
 * Shows and stores a message that is to be sent. Stored here and not by the bridge client, because
 * the page may be closed before the client is loaded. The client of the next page then sends it,
 * under the same id.
 */
function keep({ base, chat }: ChatHost, entry: ChatEntry, storage: Store | undefined): void {
  const { entries, unanswered, sent } = chat;
  const { id, text, ts } = entry;
  tryStorage(() => storage?.setItem(chatKeyPrefix(base) + id, JSON.stringify({ id, text, ts })), undefined);
  unanswered.set(unanswered.get() + 1);
  entries.set(withChatEntry(entries.get(), entry));
  emit(sent, entry);
}

/**
 * Sends a message to the resident. Returns the id of its entry, whose `status` shows its progress; undefined
 * if it was refused, and then `chat.problem` says why. `storage` is where the outbox of the bridge client
 * keeps unanswered messages, `now` is in milliseconds since the epoch,
 * `random` 0 to 1.
 */
export function sendChat(
  state: ChatHost,
  message: string,
  storage = browserStorage(),
  now = Date.now(),
  random = Math.random(),
): string | undefined {
  const { unanswered, problem } = state.chat;
  const text = message.trim();
  if (text === '') return undefined;
  const refusal = refusalOf(text, unanswered.get());
  if (problem.get() !== refusal) problem.set(refusal);
  if (refusal !== '') return undefined;
  const id = `${now.toString(36)}-${random.toString(36).slice(2, 12)}`;
  const entry: ChatEntry = {
    id,
    role: 'visitor',
    speaker: visitorName(state),
    text,
    ts: now,
    status: 'sending',
  };
  keep(state, entry, storage);
  return id;
}

/**
 * Sends a message again that was not delivered, under its own id: the home stores and answers it
 * once. After an answer that was stopped or broke off the same id would bring the same answer, so
 * its question becomes a new message. `entryId` is the id of the message, or of the answer.
 */
export function retryChat(state: ChatHost, entryId: string, storage = browserStorage()): void {
  const { entries, unanswered, problem } = state.chat;
  const id = entryId.startsWith('a-') ? entryId.slice(2) : entryId;
  const before = entries.get().find((entry) => entry.id === id);
  if (!before) return;
  if (id !== entryId) {
    sendChat(state, before.text, storage);
    return;
  }
  const refusal = refusalOf(before.text, unanswered.get());
  if (problem.get() !== refusal) problem.set(refusal);
  if (refusal !== '') return;
  keep(state, { ...before, status: 'sending', cause: undefined }, storage);
}

/** Ends an answer. `entryId` is the id of the answer, or of the message it answers. */
export const stopAnswer = ({ chat }: Pick<ChatHost, 'chat'>, entryId: string): void =>
  emit(chat.stopped, entryId);
