import { NOTE_KIND, REACTION_KIND, ZAP_KIND } from '../readings/schemas/relay-feed.ts';
import type { Environment } from '../core/environment.ts';
import { type LossReason, ReconnectingSocket } from '../core/socket.ts';
import type { RelayStatus } from '../readings/records.ts';
import { parseRelayFrame } from './frames.ts';

/** Seconds before the first, second, … new attempt; the last one repeats. */
const BACK_OFF_SECONDS = [1, 2, 5, 10, 20, 40, 60];
/** After this duration a connection counts as good: the back-off starts again at the first step. */
const GOOD_AFTER_MS = 30_000;
/** The busiest relays send some dozens of frames a second. Frames above this rate are dropped unread. */
const MAX_FRAMES_PER_SECOND = 200;
/** An event has up to five thousand characters; many large events would block the page. */
const MAX_CHARACTERS_PER_SECOND = 512 * 1024;
/** Specification 4.B: notes, reactions, zaps. */
const FILTER = { kinds: [NOTE_KIND, REACTION_KIND, ZAP_KIND], limit: 20 };
/** The prefix of a subscription id. NIP-01 allows ids of 64 characters. */
const SUBSCRIPTION_PREFIX = 'home-';
/** The relay requires an account or a payment: another attempt would not help. */
const FINAL_REFUSAL = /^(?:auth-required|restricted|blocked|mute):/;

interface ConnectionDeps extends Pick<Environment, 'WebSocket' | 'monotonicNow' | 'random' | 'log'> {
  /** `stored`: the relay sent the event before it announced live events (EOSE). */
  onEvent(event: unknown, stored: boolean): void;
  /** Called for a frame that a relay may not send. */
  onRefused(): void;
  /** Called for a frame that was not read because the rate limit was exceeded. */
  onDropped(): void;
  onStatus(state: RelayStatus['state'], cause?: string): void;
}

/** One relay: subscribes, forwards events, and reports why there is no connection. */
export class RelayConnection {
  readonly #url: string;
  readonly #deps: ConnectionDeps;
  readonly #socket: ReconnectingSocket;
  #subscription = '';
  #stored = true;
  #openedAt = 0;
  #online = true;
  #stopped = false;
  /** The present second, and the number of frames and characters received in it. */
  #second = 0;
  #frames = 0;
  #characters = 0;
  /** The relay's last notice on this connection. */
  #notice = '';
  /** Whether the failure was logged: an unreachable relay is logged once, not with each attempt. */
  #loggedFailure = false;

  constructor(url: string, deps: ConnectionDeps) {
    this.#url = url;
    this.#deps = deps;
    this.#socket = new ReconnectingSocket({
      ...deps,
      url: () => url,
      backOffSeconds: BACK_OFF_SECONDS,
      onConnecting: () => {
        this.#notice = '';
        deps.onStatus('connecting');
      },
      onOpen: () => this.#subscribe(),
      onMessage: (data) => this.#receive(data),
      onLoss: (reason, wasOpen) => this.#wait(reason, wasOpen),
    });
  }

  /** Opens, times out and reconnects; called with each tick. */
  update(): void {
    if (this.#stopped || !this.#online) return;
    this.#socket.update();
    if (this.#socket.isOpen && this.#deps.monotonicNow() - this.#openedAt > GOOD_AFTER_MS)
      this.#socket.markGood();
  }

  /** Closes the connection and waits if the network is gone; otherwise reconnects at once. */
  setOnline(online: boolean): void {
    if (online === this.#online) return;
    this.#online = online;
    if (this.#stopped) return;
    this.#socket.restart();
    if (!online) this.#deps.onStatus('waiting', 'this browser has no network');
  }

  dispose(): void {
    this.#stopped = true;
    this.#socket.close();
  }

  #subscribe(): void {
    const { monotonicNow, random, onStatus } = this.#deps;
    this.#openedAt = monotonicNow();
    this.#loggedFailure = false;
    this.#stored = true;
    this.#subscription = `${SUBSCRIPTION_PREFIX}${random().toString(36).slice(2, 14)}`;
    this.#socket.send(JSON.stringify(['REQ', this.#subscription, FILTER]));
    onStatus('open');
  }

  #wait(reason: LossReason, wasOpen: boolean): void {
    const { log, onStatus } = this.#deps;
    if (reason === 'bad-address') {
      log.warn(`relay ${this.#url}: this is not the address of a WebSocket`);
      this.#stop('its address cannot be used');
      return;
    }
    if (reason === 'timeout') return onStatus('waiting', 'the relay did not answer in time');
    if (!wasOpen && !this.#loggedFailure) {
      log.warn(`relay ${this.#url}: connection failed, trying again from time to time`);
      this.#loggedFailure = true;
    }
    const cause = wasOpen ? 'the connection was lost' : 'the relay cannot be reached';
    onStatus('waiting', this.#notice === '' ? cause : `${cause}; it last said: ${this.#notice}`);
  }

  #stop(cause: string): void {
    this.dispose();
    this.#deps.onStatus('stopped', cause);
  }

  #isFlooding(data: unknown): boolean {
    const second = Math.floor(this.#deps.monotonicNow() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#frames = this.#characters = 0;
    }
    this.#frames += 1;
    if (typeof data === 'string') this.#characters += data.length;
    return this.#frames > MAX_FRAMES_PER_SECOND || this.#characters > MAX_CHARACTERS_PER_SECOND;
  }

  /** Handles the end of the subscription by the relay. */
  #closedBy(message: string): void {
    if (FINAL_REFUSAL.test(message)) return this.#stop(`the relay refused: ${message}`);
    this.#socket.retryLater();
    const cause = message === '' ? 'the relay ended the subscription' : `the relay said: ${message}`;
    this.#deps.onStatus('waiting', cause);
  }

  #receive(data: unknown): void {
    const { onDropped, onEvent, onRefused } = this.#deps;
    if (this.#isFlooding(data)) return onDropped();
    const frame = parseRelayFrame(data);
    switch (frame.type) {
      case 'event':
        return frame.sub === this.#subscription ? onEvent(frame.event, this.#stored) : onRefused();
      case 'eose':
        if (frame.sub === this.#subscription) this.#stored = false;
        return;
      case 'closed':
        if (frame.sub === this.#subscription) this.#closedBy(frame.message);
        return;
      case 'notice':
        this.#notice = frame.message;
        return;
      case 'refused':
        return onRefused();
      case 'auth':
      case 'other':
        // The home has no account. A relay that requires one closes the subscription with that reason.
        return;
    }
  }
}
