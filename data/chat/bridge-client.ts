import type { DataModule } from '../core/module.ts';
import { MAX_CHAT_CHARACTERS, PROTOCOL_VERSION, type ServerFrame } from './protocol.ts';
import { type EventSignal, emit } from '../core/event.ts';
import { watch } from '../core/signal.ts';
import type { SocketMaker } from '../core/socket.ts';
import type { State } from '../state.ts';
import { Conversation, answerId, chatIdOf } from './conversation.ts';
import { MAX_PENDING, Outbox, type Store } from './outbox.ts';
import { createBridgeSocket } from './bridge-socket.ts';
import { toWindowEvent } from './to-window-events.ts';

export interface BridgeClientDeps {
  readonly WebSocket: SocketMaker;
  /** `localStorage`; absent where there is none. */
  readonly storage: Store | undefined;
  now(): number;
  /** 0 to 1 */
  random(): number;
  /** Dispatches on the window. */
  dispatch(event: Event): void;
  /** The window, for `pagehide` and `pageshow`. */
  readonly page: EventTarget;
}

/** Calls back for each detail, beginning with those from before this module was loaded. */
function carryOut<T>(target: EventSignal<T>, each: (detail: T) => void): () => void {
  const drain = (): void => {
    for (let detail = target.inbox.next(); detail !== undefined; detail = target.inbox.next()) each(detail);
  };
  drain();
  return watch(target, drain);
}

/** Seconds that nothing is sent for after the bridge said that it was too fast, or too much. */
const HOLD_SECONDS = 5;

/** `bridge.url`, or `/api/world/ws` on the home's own origin. */
function bridgeUrl({ config, base }: Pick<State, 'config' | 'base'>): string {
  const { url } = config.get().bridge;
  if (url !== '') return url;
  const own = new URL('api/world/ws', base);
  own.protocol = own.protocol === 'https:' ? 'wss:' : 'ws:';
  return own.href;
}

const figure = (value: number): string => value.toLocaleString('en-GB');

/**
 * The visitor's side of the bridge (data/chat/protocol.ts): sends what the chat says, shows what the resident answers, and turns the
 * rest into window events. Nothing is lost or doubled by a lost connection, a reload or a second tab: unanswered messages are kept
 * and sent again under the same id, and whatever arrives twice is known by its id.
 */
export function createBridgeClient(deps: BridgeClientDeps): DataModule {
  const closing: (() => void)[] = [];
  let poll: (() => void) | undefined;

  const start = (state: State): void => {
    const outbox = new Outbox(deps.storage, state.base, deps.now());
    const conversation = new Conversation(state);
    /** Messages up to this `seq` are history of an earlier visit, and make no speech bubble. */
    let historyUntil = Infinity;
    let welcomed = false;
    let saidHello: string | undefined;
    let config = state.config.get();
    let url = bridgeUrl(state);
    let online = state.online.get();

    const problem = (text: string): void => state.chat.problem.set(text);

    const hello = (): void => {
      welcomed = false;
      saidHello = outbox.session;
      open.send({
        type: 'hello',
        version: PROTOCOL_VERSION,
        cursor: conversation.cursor,
        ...(saidHello !== undefined && { session: saidHello }),
      });
    };

    const waiting = (everOpen: boolean): void => {
      welcomed = false;
      const cause = !online
        ? 'this browser has no network'
        : everOpen
          ? 'the connection to the bridge was lost'
          : `no bridge answers at ${url}: this home is served without its gateway, or it is not running`;
      state.bridge.set({ state: 'waiting', cause });
    };

    const sendNext = (): void => {
      if (!welcomed) return;
      for (let chat = outbox.next(deps.now()); chat; chat = outbox.next(deps.now()))
        open.send({ type: 'chat', id: chat.id, text: chat.text });
    };

    const welcome = (frame: Extract<ServerFrame, { type: 'welcome' }>): void => {
      const stored = outbox.session;
      if (saidHello === undefined && stored !== undefined && stored !== frame.session) {
        // Another tab of a first visit was quicker: one visitor has one conversation.
        open.restart();
        return;
      }
      if (saidHello !== undefined && saidHello !== frame.session) {
        conversation.restart();
        historyUntil = Infinity;
      }
      outbox.session = frame.session;
      if (historyUntil === Infinity) historyUntil = frame.cursor;
      welcomed = true;
      state.resident.set(frame.resident);
      state.bridge.set({ state: 'open' });
      outbox.unsend();
      sendNext();
    };

    const message = (frame: Extract<ServerFrame, { type: 'chat-message' }>): void => {
      const history = frame.seq <= historyUntil;
      const isNew = conversation.finish(frame, history);
      if (frame.role === 'resident') {
        const asked = frame.replyTo ?? chatIdOf(frame.id);
        outbox.remove(asked);
        conversation.settle(asked, 'complete');
      }
      const event = isNew && !history ? toWindowEvent(frame) : undefined;
      if (event) deps.dispatch(event);
    };

    const refusal = ({ code, message: said, ref }: Extract<ServerFrame, { type: 'error' }>): void => {
      if (ref !== undefined && outbox.has(ref) && (code === 'rate-limited' || code === 'busy')) {
        // Nothing is lost by waiting: it goes out again by itself.
        outbox.unsend(ref);
        outbox.holdFor(HOLD_SECONDS, deps.now());
        return;
      }
      problem(said);
      if (code === 'no-session') {
        outbox.session = undefined;
        conversation.restart();
        open.restart();
      } else if (ref !== undefined) {
        outbox.remove(ref);
        conversation.settle(ref, 'failed', said);
        conversation.settle(answerId(ref), 'failed', said);
      }
    };

    const receive = (frame: ServerFrame): void => {
      switch (frame.type) {
        case 'welcome':
          return welcome(frame);
        case 'chat-message':
          return message(frame);
        case 'chat-delta':
          conversation.settle(frame.replyTo, 'complete');
          conversation.grow(
            frame.id,
            state.resident.get().name.toUpperCase(),
            frame.offset,
            frame.text,
            deps.now(),
          );
          return;
        case 'error':
          return refusal(frame);
        case 'world-action':
          emit(state.world.action, { action: frame.action, detail: frame.detail });
          return;
        case 'ping':
        case 'pong':
          return;
        default: {
          const event = toWindowEvent(frame);
          if (event) deps.dispatch(event);
        }
      }
    };

    const say = (raw: string): void => {
      const text = raw.trim();
      if (text === '') return;
      if (text.length > MAX_CHAT_CHARACTERS)
        return problem(
          `This message has ${figure(text.length)} characters, the limit is ${figure(MAX_CHAT_CHARACTERS)}. ` +
            'Shorten it, or send it in parts.',
        );
      if (outbox.size >= MAX_PENDING)
        return problem(
          `${MAX_PENDING} messages are still waiting for an answer. Wait for the first one, then send this again.`,
        );
      problem('');
      const ts = deps.now();
      const id = `${ts.toString(36)}-${deps.random().toString(36).slice(2, 12)}`;
      outbox.add({ id, text, ts });
      conversation.say({ id, text, ts });
      sendNext();
    };

    const stop = (entryId: string): void => {
      const id = chatIdOf(entryId);
      const heard = welcomed && open.send({ type: 'stop', id });
      // Whether it was ever sent or not, it must not be asked again.
      outbox.remove(id);
      conversation.settle(id, heard ? 'complete' : 'stopped');
      if (!heard) conversation.settle(answerId(id), 'stopped');
    };

    const open = createBridgeSocket({
      WebSocket: deps.WebSocket,
      url: () => url,
      now: deps.now,
      random: deps.random,
      onOpen: hello,
      onFrame: receive,
      onConnecting: () => state.bridge.set({ state: 'connecting' }),
      onWaiting: waiting,
    });

    for (const chat of outbox.pending) conversation.say(chat);
    closing.push(carryOut(state.chat.outgoing, say), carryOut(state.chat.stop, stop));
    const listening = new AbortController();
    const { signal } = listening;
    // Specification 4.C: the client closes on page unload; a page out of the back-forward cache connects again.
    let left = false;
    const leave = (): void => {
      left = true;
      open.close();
      state.bridge.set({ state: 'off' });
    };
    const comeBack = (): void => {
      if (left) open.restart();
      left = false;
    };
    deps.page.addEventListener('pagehide', leave, { signal });
    deps.page.addEventListener('pageshow', comeBack, { signal });
    closing.push(
      () => listening.abort(),
      () => open.close(),
    );

    poll = () => {
      const nowOnline = state.online.get();
      if (nowOnline !== online) {
        online = nowOnline;
        if (online) open.restart();
        else {
          open.close();
          waiting(true);
        }
      }
      const nowConfig = state.config.get();
      if (nowConfig !== config) {
        config = nowConfig;
        if (bridgeUrl(state) !== url) {
          url = bridgeUrl(state);
          open.restart();
        }
      }
      if (!online) return;
      open.update();
      if (outbox.size > 0) sendNext();
    };
  };

  return {
    init(_scene, state) {
      start(state);
    },
    update() {
      poll?.();
    },
    dispose() {
      for (const close of closing.splice(0)) close();
      poll = undefined;
    },
  };
}
