import { emit } from '../core/event.ts';
import type { Readable } from '../core/watch.ts';
import { type Store, tryStorage } from '../core/environment.ts';
import { type ChatEntry, withChatEntry } from './chat-entries.ts';
import type { Chat } from './chat-state.ts';
import type { GamesState } from '../games/games-state.ts';
import { MAX_CHAT_CHARACTERS } from '../core/limits.ts';

/** The maximum number of messages that wait for an answer. */
export const MAX_PENDING = 20;

/** The part of the state that sending needs. */
export interface ChatHost {
  readonly base: string;
  readonly chat: Chat;
  readonly arrival: Readable<{ readonly username?: string | undefined } | undefined>;
  /** Absent in the chat on other pages, which show no plays. */
  readonly games?: Pick<GamesState['games'], 'plays' | 'owner'>;
}

/**
 * What an order in a message can be about, because the page shows it: each play, and the action that waits if
 * only one waits and the owner sees it. The message may arrive hours later, when another action waits.
 */
function seenBy({ games }: ChatHost): string[] | undefined {
  const plays = games?.plays.get() ?? [];
  const waiting = plays.flatMap(({ id, request }) => (request ? `${id} ${request.id}` : []));
  const isDecidable = waiting.length === 1 && games?.owner.get() === 'owner';
  return plays[0] && [...plays.map(({ id }) => id), ...(isDecidable ? waiting : [])];
}

/** The visitor's name in the conversation: the name with which they arrived, if any. */
export const visitorName = ({ arrival }: ChatHost): string => arrival.get()?.username ?? 'VISITOR';

const withCommas = (value: number): string => value.toLocaleString('en-GB');

/** The storage key of an unanswered message is this prefix followed by the id of the message. */
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
 * Adds and stores a message to send. It is stored here and not by the bridge client, because the page may be
 * closed before the client is loaded. Then the client of the next page sends it with the same id.
 */
function keep({ base, chat }: ChatHost, entry: ChatEntry, storage: Store | undefined): void {
  const { entries, unanswered, sent } = chat;
  const { id, text, ts, seen } = entry;
  const stored = JSON.stringify({ id, text, ts, seen });
  tryStorage(() => storage?.setItem(chatKeyPrefix(base) + id, stored), undefined);
  unanswered.set(unanswered.get() + 1);
  entries.set(withChatEntry(entries.get(), entry));
  emit(sent, entry);
}

/**
 * Sends a message to the resident. Returns the id of its entry, whose `status` shows the progress; undefined
 * if the message was refused: `chat.problem` has the reason. `storage` is where the outbox of the bridge
 * client keeps unanswered messages; `now` in milliseconds since the epoch.
 */
export function sendChat(
  state: ChatHost,
  message: string,
  storage = browserStorage(),
  now = Date.now(),
): string | undefined {
  const { unanswered, problem } = state.chat;
  const text = message.trim();
  if (text === '') return undefined;
  const refusal = refusalOf(text, unanswered.get());
  if (problem.get() !== refusal) problem.set(refusal);
  if (refusal !== '') return undefined;
  const id = `${now.toString(36)}-${Math.random().toString(36).slice(2, 12)}`;
  const entry: ChatEntry = {
    id,
    role: 'visitor',
    speaker: visitorName(state),
    text,
    ts: now,
    seen: seenBy(state),
    status: 'sending',
  };
  keep(state, entry, storage);
  return id;
}

/**
 * Sends an undelivered message again with its id, so that the home stores and answers it once. For a stopped
 * or incomplete answer its question is sent as a new message, because the same id would bring the same
 * answer. `entryId` is the id of the message or of the answer.
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

/** Stops an answer. `entryId` is the id of the answer, or of its message. */
export const stopAnswer = ({ chat }: Pick<ChatHost, 'chat'>, entryId: string): void =>
  emit(chat.stopped, entryId);
