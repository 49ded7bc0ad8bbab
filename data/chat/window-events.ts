import { type WindowEventName, brokenEnd, cameOverBridge, windowEvents } from './to-window-events.ts';
import { withChatEntry } from './chat-entries.ts';
import type { DataModule } from '../core/module.ts';
import { MAX_FRAME_BYTES } from './protocol.ts';
import { SYSTEM_SPEAKER, appendLog } from './session-log.ts';
import { emit } from '../core/event.ts';
import type { State } from '../state.ts';

const MAX_SPEAKER_CHARACTERS = 80;
const MAX_NOTICE_CHARACTERS = 300;

/** A detail may be anything, a getter that throws included. */
function field(detail: unknown, name: string): unknown {
  try {
    return (detail as Record<string, unknown> | null | undefined)?.[name];
  } catch {
    return undefined;
  }
}

const words = (value: unknown, max: number): string =>
  typeof value === 'string' ? value.trim().slice(0, max) : '';

/** A name stands in headings of the export: it has one line. */
const nameOf = (value: unknown): string => words(value, MAX_SPEAKER_CHARACTERS).replace(/\s+/g, ' ');

/** A detail of unknown shape, as a short line; empty where it cannot be written. */
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

/** The bridge's own word of who came or went, for people: `630544de, 2 visitors here`. Anything else is not known here. */
function whoIsHere(detail: unknown): string | undefined {
  const players = field(detail, 'players');
  const visitors = field(detail, 'visitors');
  if (typeof visitors !== 'number' || !Array.isArray(players) || players.length === 0) return undefined;
  if (!players.every((player): player is string => typeof player === 'string')) return undefined;
  const more = Number(field(detail, 'count')) - players.length;
  const names = `${players.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return inShort(`${names}, ${visitors === 1 ? '1 visitor' : `${visitors} visitors`} here`);
}

/**
 * Listens to the window events of specification 6.1, whoever dispatches them, and does exactly their effects. Details come from
 * any script of the page: what has not the right shape is ignored, what is too long is cut.
 */
export function createWindowEvents(target: EventTarget, now: () => number = Date.now): DataModule {
  let listening: AbortController | undefined;
  let spoken = 0;

  const chatMessage = (state: State, event: Event, detail: unknown): void => {
    const text = words(field(detail, 'text'), MAX_FRAME_BYTES);
    if (text === '') return;
    const speaker = nameOf(field(detail, 'speaker')) || state.config.get().resident.name.toUpperCase();
    const ts = now();
    const end = brokenEnd(event);
    appendLog(state, { ts, speaker, text, ...(end && { end }) });
    emit(state.speech, { speaker, text });
    if (!cameOverBridge(event)) {
      spoken += 1;
      const entry = {
        id: `event-${spoken}`,
        role: 'resident',
        speaker,
        text,
        ts,
        status: 'complete',
      } as const;
      state.chat.entries.set(withChatEntry(state.chat.entries.get(), entry));
    }
    if (/sovereignty/i.test(text)) emit(state.sovereigntyEgg, text);
    if (/milestone/i.test(text)) emit(state.fireworks, text);
  };

  const notice = (state: State, name: string, detail: unknown): void => {
    const said = whoIsHere(detail) ?? inShort(detail);
    appendLog(state, { ts: now(), speaker: SYSTEM_SPEAKER, text: said === '' ? name : `${name} ${said}` });
  };

  const effects: Record<WindowEventName, (state: State, event: Event, detail: unknown) => void> = {
    'chat-message': chatMessage,
    'milestone-complete': (state, _event, detail) => emit(state.fireworks, inShort(detail)),
    'pr-notification': (state, _event, detail) => {
      if (field(detail, 'action') === 'merged') emit(state.mergeFlash, words(field(detail, 'title'), 200));
    },
    'status-update': (state, _event, detail) => notice(state, 'status-update', detail),
    'player-joined': (state, _event, detail) => notice(state, 'player-joined', detail),
    'player-left': (state, _event, detail) => notice(state, 'player-left', detail),
  };

  return {
    init(_scene, state) {
      listening = new AbortController();
      for (const name of windowEvents) {
        target.addEventListener(name, (event) => effects[name](state, event, field(event, 'detail')), {
          signal: listening.signal,
        });
      }
    },
    update() {},
    dispose() {
      listening?.abort();
    },
  };
}
