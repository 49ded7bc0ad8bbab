import { withChatEntry } from './chat-entries.ts';
import type { ChatState } from './chat-state.ts';
import { type DataModule, dataModule } from '../core/module.ts';
import { MAX_FRAME_BYTES } from '../core/limits.ts';
import { SYSTEM_SPEAKER, appendLog } from './session-log.ts';
import { emit } from '../core/event.ts';
import { cleanLine, cutText } from '../core/text.ts';
import { counted } from '../readings/format.ts';
import type { Config } from '../config/config.ts';
import type { Readable } from '../core/watch.ts';
import type { WorldState } from '../world-state.ts';

/** The six window events of specification 6.1: the public API for other scripts. */
export const windowEvents = [
  'chat-message',
  'milestone-complete',
  'pr-notification',
  'status-update',
  'player-joined',
  'player-left',
] as const;
export type WindowEventName = (typeof windowEvents)[number];

/** An event of the bridge client for other scripts. The client has already applied its effects. */
export class BridgeEvent extends CustomEvent<unknown> {}

const MAX_SPEAKER_CHARACTERS = 80;
const MAX_NOTICE_CHARACTERS = 300;

/** Reads a field of any value. A getter may throw. */
function field(detail: unknown, name: string): unknown {
  try {
    return (detail as Record<string, unknown> | null | undefined)?.[name];
  } catch {
    return undefined;
  }
}

const words = (value: unknown, max: number): string =>
  typeof value === 'string' ? value.trim().slice(0, max) : '';

/** A name becomes one line, because the export uses names in headings. */
const nameOf = (value: unknown): string =>
  typeof value === 'string' ? cutText(cleanLine(value), MAX_SPEAKER_CHARACTERS) : '';

/** An unknown detail as a short line; empty if it cannot be serialised. */
function inShort(detail: unknown): string {
  if (detail === null || detail === undefined) return '';
  try {
    const text = typeof detail === 'string' ? detail : JSON.stringify(detail);
    if (text === undefined || text === '{}') return '';
    return text.length > MAX_NOTICE_CHARACTERS ? `${text.slice(0, MAX_NOTICE_CHARACTERS - 3)}...` : text;
  } catch {
    return '';
  }
}

/**
 * The bridge's notice about visitors as a line: `630544de, 2 visitors here`. Undefined for any other detail.
 */
function whoIsHere(detail: unknown): string | undefined {
  const players = field(detail, 'players');
  const visitors = field(detail, 'visitors');
  if (typeof visitors !== 'number' || !Array.isArray(players)) return undefined;
  if (!players.every((player): player is string => typeof player === 'string')) return undefined;
  const count = Number(field(detail, 'count'));
  const more = count - players.length;
  const names =
    players.length === 0
      ? counted(count, 'visitor')
      : `${players.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return inShort(`${names}, ${counted(visitors, 'visitor')} here`);
}

/** The part of the state that the effects change. */
export type EventHost = ChatState &
  Pick<WorldState, 'speech' | 'fireworks' | 'mergeFlash' | 'sovereigntyEgg'> & {
    readonly config: Readable<Pick<Config, 'resident'>>;
  };

/** A message to show and log; `end` is set for an incomplete answer. */
interface SpokenMessage {
  readonly speaker: string;
  readonly text: string;
  readonly ts: number;
  readonly end?: 'stopped' | 'failed';
  readonly steps?: readonly string[] | undefined;
}

/** The message in a detail; undefined if there is none. */
export function readMessage(
  state: EventHost,
  detail: unknown,
): Pick<SpokenMessage, 'speaker' | 'text'> | undefined {
  const text = words(field(detail, 'text'), MAX_FRAME_BYTES);
  if (text === '') return undefined;
  return {
    text,
    speaker: nameOf(field(detail, 'speaker')) || state.config.get().resident.name.toUpperCase(),
  };
}

/**
 * Applies the effects of `chat-message`, except the entry in the chat: it writes to the log, shows the speech
 * bubble, and starts the effects of the words “sovereignty” and “milestone”.
 */
export function applyMessage(state: EventHost, message: SpokenMessage): void {
  const { speaker, text } = message;
  appendLog(state, message);
  emit(state.speech, { speaker, text });
  if (/sovereignty/i.test(text)) emit(state.sovereigntyEgg, text);
  if (/milestone/i.test(text)) emit(state.fireworks, text);
}

/** Applies the effects of the five other events. `now` in milliseconds since the epoch. */
export function applyNotice(
  state: EventHost,
  name: Exclude<WindowEventName, 'chat-message'>,
  detail: unknown,
  now: number,
): void {
  switch (name) {
    case 'milestone-complete':
      return emit(state.fireworks, inShort(detail));
    case 'pr-notification':
      if (field(detail, 'action') === 'merged') emit(state.mergeFlash, words(field(detail, 'title'), 200));
      return;
    default: {
      // `count` is the number of other visitors who came or left. If it is 0, the notice is only about this
      // visitor and has no line.
      if (name !== 'status-update' && field(detail, 'count') === 0) return;
      // An announcement of changed readings has no line in the log: the page only requests these readings.
      const isSilent = Array.isArray(field(detail, 'readings')) && words(field(detail, 'text'), 1) === '';
      if (name === 'status-update' && isSilent) return;
      const text =
        whoIsHere(detail) ?? (words(field(detail, 'text'), MAX_NOTICE_CHARACTERS) || inShort(detail));
      appendLog(state, { ts: now, speaker: SYSTEM_SPEAKER, text: text === '' ? name : `${name} ${text}` });
    }
  }
}

/**
 * Listens to the window events of specification 6.1 and applies their effects. Any script of the page may
 * send a detail: invalid details are ignored, long texts are cut.
 */
export const createWindowEvents = (
  target: EventTarget,
  now: () => number = Date.now,
): DataModule<EventHost> =>
  dataModule((state) => {
    const listening = new AbortController();
    let messages = 0;
    const showMessage = (detail: unknown): void => {
      const message = readMessage(state, detail);
      if (!message) return;
      const ts = now();
      applyMessage(state, { ...message, ts });
      messages += 1;
      const { entries } = state.chat;
      const line = { ...message, id: `event-${messages}`, role: 'resident', ts, status: 'complete' } as const;
      entries.set(withChatEntry(entries.get(), line));
    };
    for (const name of windowEvents) {
      const apply = (event: Event): void => {
        if (event instanceof BridgeEvent) return;
        const detail = field(event, 'detail');
        if (name === 'chat-message') showMessage(detail);
        else applyNotice(state, name, detail, now());
      };
      target.addEventListener(name, apply, { signal: listening.signal });
    }
    return { dispose: () => listening.abort() };
  });
