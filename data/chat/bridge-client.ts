import { emit } from '../core/event.ts';
import { type DataModule, dataModule } from '../core/module.ts';
import { watch } from '../core/watch.ts';
import { ActivityLog } from './activity-log.ts';
import type { BridgeClientDeps, BridgeConfig, BridgeHost } from './bridge-host.ts';
import { BridgeSocket } from './bridge-socket.ts';
import { bridgeUrl, unreachable } from './bridge-url.ts';
import { type ChatEntry, stepLines } from './chat-entries.ts';
import { Conversation } from './conversation.ts';
import { Outbox } from './outbox.ts';
import { PROTOCOL_VERSION, type ServerFrame, answerId, chatIdOf } from './protocol.ts';
import {
  BridgeEvent,
  type WindowEventName,
  applyMessage,
  applyNotice,
  readMessage,
} from './window-events.ts';

type Frame<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>;

/** Nothing is sent for this long after the bridge answered `rate-limited` or `busy`. */
const HOLD_SECONDS = 5;

/**
 * The visitor's side of the bridge: sends chat messages, shows the resident's answers, and dispatches
 * all other frames as window events. After a lost connection, a reload or in a second tab, unanswered
 * messages are sent again with the same id. Messages that arrive twice are dropped by their id.
 */
class BridgeClient {
  readonly #deps: BridgeClientDeps;
  readonly #state: BridgeHost;
  readonly #outbox: Outbox;
  readonly #conversation: Conversation;
  readonly #socket: BridgeSocket;
  readonly #activityLog: ActivityLog;
  readonly #unwatch: readonly (() => void)[];
  readonly #listening = new AbortController();
  /** Messages up to this `seq` are history of an earlier visit, and make no speech bubble. */
  #historyUntil = Infinity;
  /** Messages up to this `seq` were sent before the page connected, so that their own time counts. */
  #missedUntil = 0;
  #welcomed = false;
  /** The session in the last `hello`. */
  #helloSession: string | undefined;
  #config: BridgeConfig;
  #url: string;
  #online: boolean;
  /** True after the visitor has left the page, which may return from the back-forward cache. */
  #left = false;

  constructor(state: BridgeHost, deps: BridgeClientDeps) {
    this.#state = state;
    this.#deps = deps;
    this.#config = state.config.get();
    this.#url = bridgeUrl(state);
    this.#online = state.online.get();
    this.#outbox = new Outbox(deps.storage, state.base, deps.now(), deps.monotonicNow);
    this.#conversation = new Conversation(state);
    this.#activityLog = new ActivityLog(state);
    this.#socket = new BridgeSocket({
      WebSocket: deps.WebSocket,
      url: () => this.#url,
      monotonicNow: deps.monotonicNow,
      random: deps.random,
      onOpen: () => this.#hello(),
      onFrame: (frame) => this.#receive(frame),
      onOther: (frame) => state.bridgeLine.listeners.forEach((listen) => listen(frame)),
      onConnecting: () => state.bridge.set({ state: 'connecting' }),
      onWaiting: (everOpen) => this.#wait(everOpen),
    });
    state.bridgeLine.send = (frame) => this.#welcomed && this.#socket.send(frame);
    state.bridgeLine.restart = () => this.#reconnect();
    for (const chat of this.#outbox.pending) this.#conversation.addPending(chat);
    this.#takeCommands();
    this.#unwatch = [state.chat.sent, state.chat.stopped].map((command) =>
      watch<unknown>(command, () => this.#takeCommands()),
    );
    const { signal } = this.#listening;
    deps.page.addEventListener('pagehide', () => this.#leave(), { signal });
    deps.page.addEventListener('pageshow', () => this.#comeBack(), { signal });
  }

  update(): void {
    this.#followNetwork();
    this.#followConfig();
    this.#activityLog.update(this.#deps.now());
    if (!this.#online) return;
    this.#socket.update();
    if (this.#outbox.size > 0) this.#sendNext();
  }

  dispose(): void {
    for (const end of this.#unwatch) end();
    this.#listening.abort();
    this.#socket.close();
  }

  /**
   * Takes the messages and stops from the inboxes, which also contain those from before this client was
   * loaded.
   */
  #takeCommands(): void {
    const { sent, stopped } = this.#state.chat;
    for (let entry = sent.inbox.next(); entry; entry = sent.inbox.next()) this.#take(entry);
    this.#countPending();
    this.#sendNext();
    for (let id = stopped.inbox.next(); id !== undefined; id = stopped.inbox.next()) this.#stop(id);
  }

  #take(entry: ChatEntry): void {
    this.#outbox.add(entry);
    this.#conversation.addPending(entry);
  }

  #stop(entryId: string): void {
    const id = chatIdOf(entryId);
    const heard = this.#welcomed && this.#socket.send({ type: 'stop', id });
    // A stopped message must not be sent again, even if the bridge has not received it.
    this.#forget(id);
    this.#conversation.setStatus(id, heard ? 'complete' : 'stopped');
    if (!heard) this.#conversation.setStatus(answerId(id), 'stopped');
  }

  /** Removes a message that was answered, refused for good, or stopped. */
  #forget(id: string): void {
    this.#outbox.remove(id);
    this.#countPending();
  }

  #countPending(): void {
    const { unanswered } = this.#state.chat;
    if (unanswered.get() !== this.#outbox.size) unanswered.set(this.#outbox.size);
  }

  #sendNext(): void {
    if (!this.#welcomed) return;
    const { acting } = this.#state.settings.get();
    for (let chat = this.#outbox.next(); chat; chat = this.#outbox.next()) {
      const { id, text, seen } = chat;
      this.#socket.send({ type: 'chat', id, text, seen, ...(!acting && { acting }) });
    }
  }

  #hello(): void {
    this.#welcomed = false;
    this.#helloSession = this.#outbox.session;
    this.#socket.send({
      type: 'hello',
      version: PROTOCOL_VERSION,
      cursor: this.#conversation.cursor,
      ...(this.#helloSession !== undefined && { session: this.#helloSession }),
    });
  }

  #receive(frame: ServerFrame): void {
    switch (frame.type) {
      case 'welcome':
        return this.#welcome(frame);
      case 'chat-message':
        return this.#message(frame);
      case 'chat-delta':
        return this.#conversation.appendDelta(frame, this.#deps.now());
      case 'error':
        return this.#refusal(frame);
      case 'resident':
        return this.#conversation.setResident(frame.resident, this.#deps.now());
      case 'world-action':
        return emit(this.#state.world.action, { action: frame.action, detail: frame.detail });
      case 'activity':
        return this.#state.activity.set(frame.activity);
      case 'chat-step':
        return this.#conversation.showStep(frame, this.#deps.now());
      case 'ping':
      case 'pong':
        return;
      default:
        applyNotice(this.#state, frame.type, frame.detail, this.#deps.now());
        this.#publish(frame.type, frame.detail);
    }
  }

  #welcome(frame: Frame<'welcome'>): void {
    const stored = this.#outbox.session;
    if (this.#helloSession === undefined && stored !== undefined && stored !== frame.session) {
      // On a first visit, another tab has stored its session earlier: connect again with that session.
      this.#socket.restart();
      return;
    }
    if (this.#helloSession !== undefined && this.#helloSession !== frame.session) {
      this.#conversation.restart();
      this.#historyUntil = Infinity;
    }
    this.#outbox.session = frame.session;
    if (this.#historyUntil === Infinity) this.#historyUntil = frame.cursor;
    this.#missedUntil = frame.cursor;
    this.#welcomed = true;
    this.#conversation.setResident(frame.resident, this.#deps.now());
    this.#state.bridgeLine.hasPresence = frame.presence === true;
    this.#state.bridge.set({ state: 'open' });
    this.#outbox.requeue();
    this.#sendNext();
  }

  #message(frame: Frame<'chat-message'>): void {
    const history = frame.seq <= this.#historyUntil;
    const isNew = this.#conversation.finish(frame, history);
    if (frame.role !== 'resident') return;
    const answered = frame.replyTo ?? chatIdOf(frame.id);
    this.#forget(answered);
    this.#conversation.setStatus(answered, 'complete');
    if (!isNew || history || frame.text === '') return;
    const message = readMessage(this.#state, frame);
    if (message) {
      const ts = frame.seq <= this.#missedUntil ? frame.ts : this.#deps.now();
      const steps = stepLines(frame);
      applyMessage(this.#state, {
        ...message,
        ts,
        ...(steps && { steps }),
        ...(frame.end !== 'complete' && { end: frame.end }),
      });
    }
    this.#publish('chat-message', { text: frame.text, speaker: frame.speaker });
  }

  #refusal({ code, message, ref }: Frame<'error'>): void {
    if (ref !== undefined && this.#outbox.has(ref) && (code === 'rate-limited' || code === 'busy')) {
      // The outbox sends the message again after the pause.
      this.#outbox.requeue(ref);
      this.#outbox.holdFor(HOLD_SECONDS);
      return;
    }
    this.#state.chat.problem.set(message);
    if (code === 'no-session') {
      this.#outbox.session = undefined;
      this.#conversation.restart();
      this.#socket.restart();
    } else if (ref !== undefined) {
      this.#forget(ref);
      this.#conversation.setStatus(ref, 'failed', message);
      this.#conversation.setStatus(answerId(ref), 'failed', message);
    }
  }

  /** Dispatches a window event with the details of specification 6.1, for other scripts of the page. */
  #publish(name: WindowEventName, detail: unknown): void {
    this.#deps.dispatch(new BridgeEvent(name, { detail }));
  }

  /**
   * Reconnects. Until the home answers, the page knows that nothing can be sent. Without a network it connects when
   * that is back.
   */
  #reconnect(): void {
    if (!this.#online) return;
    this.#welcomed = false;
    this.#state.bridge.set({ state: 'connecting' });
    this.#socket.restart();
  }

  #wait(everOpen: boolean): void {
    this.#welcomed = false;
    const cause = this.#online ? unreachable(this.#url, everOpen) : 'this browser has no network';
    this.#state.bridge.set({ state: 'waiting', cause });
  }

  #followNetwork(): void {
    const online = this.#state.online.get();
    if (online === this.#online) return;
    this.#online = online;
    if (online) return this.#socket.restart();
    this.#socket.close();
    this.#wait(true);
  }

  #followConfig(): void {
    const config = this.#state.config.get();
    if (config === this.#config) return;
    this.#config = config;
    const url = bridgeUrl(this.#state);
    if (url === this.#url) return;
    this.#url = url;
    this.#socket.restart();
  }

  /**
   * Closes the connection when the visitor leaves the page (specification 4.C). A page that returns from the
   * back-forward cache connects again.
   */
  #leave(): void {
    this.#left = true;
    this.#socket.close();
    this.#state.bridge.set({ state: 'off' });
  }

  #comeBack(): void {
    if (this.#left) this.#socket.restart();
    this.#left = false;
  }
}

export const createBridgeClient = (deps: BridgeClientDeps): DataModule<BridgeHost> =>
  dataModule((state) => new BridgeClient(state, deps));
