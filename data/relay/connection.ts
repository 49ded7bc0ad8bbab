import { backOffMs } from '../core/back-off.ts';
import type { RelayStatus } from '../readings/records.ts';
import { type SocketMaker, releaseSocket } from '../core/socket.ts';
import { parseRelayFrame } from './frames.ts';

/** Seconds before the first, second, … new try; the last one repeats. */
const BACK_OFF_SECONDS = [1, 2, 5, 10, 20, 40, 60];
/** A connection that lasted this long was a good one: the back-off begins anew. */
const GOOD_AFTER_MS = 30_000;
const CONNECT_TIMEOUT_MS = 15_000;
/** The busiest relays send some dozens a second; beyond this somebody floods, and frames are dropped unread. */
const MAX_FRAMES_PER_SECOND = 200;
/** An event has one to five thousand characters; parsing many of the largest would hold up the page. */
const MAX_CHARACTERS_PER_SECOND = 512 * 1024;
/** What is asked for (specification 4.B): notes, reactions, zaps. */
const FILTER = { kinds: [1, 7, 9735], limit: 20 };
/** NIP-01 allows 64 characters. */
const SUBSCRIPTION_PREFIX = 'home-';

export interface ConnectionDeps {
  readonly WebSocket: SocketMaker;
  now(): number;
  /** 0 to 1 */
  random(): number;
  readonly log: Pick<Console, 'warn'>;
  /** `stored`: it came before the relay said that live events begin. */
  onEvent(event: unknown, stored: boolean): void;
  /** A frame that was read and is not one a relay may send. */
  onRefused(): void;
  /** A frame that came too fast to be read. */
  onDropped(): void;
  onStatus(state: RelayStatus['state'], cause?: string): void;
}

export interface RelayConnection {
  /** Opens, times out and reconnects when it is time; called with every tick. */
  update(): void;
  /** Closes and waits (the network is gone), or connects anew at once. */
  setOnline(online: boolean): void;
  dispose(): void;
}

const CONNECTING = 0;

/** One relay: connects, subscribes, hands on what comes, and comes back with back-off after each loss. */
export function createRelayConnection(url: string, deps: ConnectionDeps): RelayConnection {
  let socket: WebSocket | undefined;
  let subscription = '';
  let stored = true;
  let losses = 0;
  let due = 0;
  let openedAt = 0;
  let online = true;
  let stopped = false;
  let second = 0;
  let frames = 0;
  let characters = 0;
  let notice = '';
  /** A relay that stays away is said once, not with every attempt for days. */
  let saidFailed = false;

  const release = (): void => {
    const old = socket;
    socket = undefined;
    releaseSocket(old);
  };

  const wait = (cause: string): void => {
    release();
    const lasted = openedAt > 0 && deps.now() - openedAt > GOOD_AFTER_MS;
    losses = lasted ? 1 : losses + 1;
    openedAt = 0;
    due = deps.now() + backOffMs(BACK_OFF_SECONDS, losses, deps.random);
    deps.onStatus('waiting', cause);
  };

  const stop = (cause: string): void => {
    stopped = true;
    release();
    deps.onStatus('stopped', cause);
  };

  const isFlooding = (data: unknown): boolean => {
    const now = Math.floor(deps.now() / 1000);
    if (now !== second) {
      second = now;
      frames = characters = 0;
    }
    frames += 1;
    if (typeof data === 'string') characters += data.length;
    return frames > MAX_FRAMES_PER_SECOND || characters > MAX_CHARACTERS_PER_SECOND;
  };

  const closedBy = (message: string): void => {
    // The relay wants an account or a payment: asking again would not change its mind.
    if (/^(?:auth-required|restricted|blocked|mute):/.test(message)) stop(`the relay refused: ${message}`);
    else wait(message === '' ? 'the relay ended the subscription' : `the relay said: ${message}`);
  };

  const receive = (data: unknown): void => {
    if (isFlooding(data)) return deps.onDropped();
    const frame = parseRelayFrame(data);
    switch (frame.type) {
      case 'event':
        if (frame.sub === subscription) deps.onEvent(frame.event, stored);
        else deps.onRefused();
        return;
      case 'eose':
        if (frame.sub === subscription) stored = false;
        return;
      case 'closed':
        if (frame.sub === subscription) closedBy(frame.message);
        return;
      case 'notice':
        notice = frame.message;
        return;
      case 'refused':
        return deps.onRefused();
      case 'auth':
      case 'other':
        // We have no account to prove; a relay that insists closes the subscription and says so.
        return;
    }
  };

  const connect = (): void => {
    // Also the time limit of the attempt.
    due = deps.now() + CONNECT_TIMEOUT_MS;
    notice = '';
    deps.onStatus('connecting');
    let made: WebSocket;
    try {
      made = new deps.WebSocket(url);
    } catch (error) {
      deps.log.warn(`relay ${url}: ${error instanceof Error ? error.message : String(error)}`);
      stop('its address cannot be used');
      return;
    }
    socket = made;
    made.onopen = () => {
      openedAt = deps.now();
      saidFailed = false;
      stored = true;
      subscription = `${SUBSCRIPTION_PREFIX}${deps.random().toString(36).slice(2, 14)}`;
      made.send(JSON.stringify(['REQ', subscription, FILTER]));
      deps.onStatus('open');
    };
    made.onmessage = ({ data }: MessageEvent<unknown>) => receive(data);
    made.onerror = () => {
      if (!saidFailed) deps.log.warn(`relay ${url}: connection failed, trying again from time to time`);
      saidFailed = true;
    };
    made.onclose = () => {
      const cause = openedAt > 0 ? 'the connection was lost' : 'the relay cannot be reached';
      wait(notice === '' ? cause : `${cause}; it last said: ${notice}`);
    };
  };

  return {
    update() {
      if (stopped || !online) return;
      const now = deps.now();
      if (due - now > 120_000) due = now; // the clock was set back
      if (!socket) {
        if (now >= due) connect();
      } else if (socket.readyState === CONNECTING && now >= due) {
        wait('the relay did not answer in time');
      }
    },
    setOnline(value) {
      if (value === online) return;
      online = value;
      if (stopped) return;
      losses = 0;
      due = 0;
      if (online) return;
      release();
      openedAt = 0;
      deps.onStatus('waiting', 'this browser has no network');
    },
    dispose() {
      stopped = true;
      release();
    },
  };
}
