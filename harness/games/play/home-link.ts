import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { WebSocket } from 'ws';
import { PROTOCOL_VERSION } from '../../../data/chat/protocol.ts';
import {
  type PlayOrder,
  type PlayRecord,
  MAX_SCREEN_BYTES,
  isOver,
  playOrder,
} from '../../../data/games/play-record.ts';
import type { AgentPlay } from './agent-play.ts';
import { type PlayAnswerFrame, type PlayCallFrame, playCallFrame } from '../../../data/games/call-frames.ts';
import type { OrderOrigin } from './gate.ts';
import type { Screen } from './turns.ts';

/** The home updates its pages at most four times a second. */
const REPORT_EVERY_MS = 250;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;
const UPLOAD_TIMEOUT_MS = 10_000;
const UPLOAD_RETRY_MS = 500;
/** How long the last report may take before the socket is cut off. */
const CLOSE_TIMEOUT_MS = 2_000;
/** Orders are much shorter; a longer frame is not for a player. */
const MAX_FRAME_BYTES = 256 * 1024;

/** The frames of a home that a player reads; all others are ignored. */
const order = v.intersect([playOrder, v.object({ from: v.optional(v.picklist(['page', 'chat']), 'page') })]);
const errorFrame = v.object({
  type: v.literal('error'),
  code: v.string(),
  message: v.optional(v.string(), ''),
  ref: v.optional(v.string()),
});
/** At most this much of a home’s message is printed in the owner’s terminal. */
const MAX_MESSAGE_CHARACTERS = 300;

interface HomeLinkOptions {
  /** Address of the home. */
  readonly url: URL;
  /** The token of the home’s bridge. */
  readonly token: string;
  /** Name of the portal, for the resident’s activity. */
  readonly portalName: string;
  readonly onOrder: (order: PlayOrder, from: OrderOrigin) => void;
  /** The play whose actions an agent of the home chooses. If undefined, the calls of agents are refused. */
  readonly agent?: Pick<AgentPlay, 'look' | 'execute'> | undefined;
  /**
   * Called with a sentence when the link breaks for the first time, when it works again, and once if the home
   * refuses the play or its screenshots.
   */
  readonly onStatus: (sentence: string) => void;
}

/** A URL below the URL of the home, which may include a path. */
const below = (home: URL, path: string): URL => new URL(path, home.href.replace(/\/*$/, '/'));

const isTyped = (frame: unknown): frame is { readonly type: unknown } =>
  typeof frame === 'object' && frame !== null && 'type' in frame;

/** The resident's activity, from the state of its play. */
function activityOf({ state, note, budget, step }: PlayRecord, portalName: string) {
  if (isOver({ state })) return { state: 'idle' };
  return {
    state: state === 'waiting' ? 'waiting' : 'working',
    task: `a game of ${portalName}`,
    step: (note ?? `Step ${step}`).slice(0, 200),
    progress: Math.min(1, budget.steps.used / Math.max(1, budget.steps.limit)),
  };
}

/**
 * A link to a running home: it sends the play and its newest screenshot, and receives the owner’s orders. The
 * play continues if the link breaks.
 */
export class HomeLink {
  readonly #options: HomeLinkOptions;
  readonly #ended = new AbortController();
  #socket: WebSocket | undefined;
  #isWelcome = false;
  #record: PlayRecord | undefined;
  #screen: Screen | undefined;
  /** The screenshot that was sent last. */
  #sent: Screen | undefined;
  #uploading: Promise<void> | undefined;
  #reportTimer: NodeJS.Timeout | undefined;
  #retryTimer: NodeJS.Timeout | undefined;
  #reportedAt = -Infinity;
  #retryMs = FIRST_RETRY_MS;
  #isLost = false;
  /** The messages that were printed: each is printed once. */
  readonly #printed = new Set<string>();

  constructor(options: HomeLinkOptions) {
    this.#options = options;
    this.#connect();
  }

  /** Sends the state of the play to the home; several changes in a quarter of a second are sent as one. */
  report(record: PlayRecord): void {
    this.#record = record;
    this.#reportTimer ??= setTimeout(
      () => this.#sendRecord(),
      Math.max(0, this.#reportedAt + REPORT_EVERY_MS - performance.now()),
    );
  }

  /** Uploads a screenshot. During an upload, only the newest of the following screenshots is kept. */
  show(screen: Screen): void {
    this.#screen = screen;
    // The record is sent first: the home accepts only screenshots of plays that it knows.
    if (this.#reportTimer) this.#sendRecord();
    void this.#upload();
  }

  /** Sends the last state of the play, and closes the connection. */
  async close(): Promise<void> {
    clearTimeout(this.#retryTimer);
    if (this.#record) this.#sendRecord();
    this.#ended.abort();
    const socket = this.#socket;
    if (!socket || socket.readyState === socket.CLOSED) return;
    await new Promise<void>((resolve) => {
      const timeout = setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS);
      socket.once('close', () => {
        clearTimeout(timeout);
        resolve();
      });
      socket.close(1000);
    });
  }

  #connect(): void {
    const address = below(this.#options.url, 'api/world/ws');
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(address, { maxPayload: MAX_FRAME_BYTES, handshakeTimeout: 10_000 });
    this.#socket = socket;
    const { token } = this.#options;
    socket.on('open', () =>
      this.#send({ type: 'hello', version: PROTOCOL_VERSION, role: 'resident', token }),
    );
    socket.on('message', (data, isBinary) => {
      if (!isBinary && Buffer.isBuffer(data)) this.#read(data.toString());
    });
    // The event `close` always follows, and its handler connects again.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#lost());
  }

  #lost(): void {
    this.#isWelcome = false;
    this.#socket = undefined;
    if (this.#ended.signal.aborted) return;
    if (!this.#isLost)
      this.#options.onStatus(
        `No home answers at ${this.#options.url.href}: the play continues, and no page shows it. The player tries again.`,
      );
    this.#isLost = true;
    this.#retryTimer = setTimeout(() => this.#connect(), this.#retryMs);
    this.#retryMs = Math.min(LAST_RETRY_MS, this.#retryMs * 2);
  }

  #read(text: string): void {
    let frame: unknown;
    try {
      frame = JSON.parse(text);
    } catch {
      return;
    }
    if (!isTyped(frame)) return;
    if (frame.type === 'welcome') this.#welcome();
    if (frame.type === 'ping') this.#send({ type: 'pong' });
    if (frame.type === 'play-order') {
      const parsed = v.safeParse(order, frame);
      if (parsed.success) this.#options.onOrder(v.parse(playOrder, frame), parsed.output.from);
    }
    const call = v.safeParse(playCallFrame, frame);
    if (call.success) void this.#answer(call.output);
    const failed = v.safeParse(errorFrame, frame);
    if (!failed.success) return;
    const { code, message, ref } = failed.output;
    if (code === 'unauthorized') this.#refused();
    // Only pages get refusals of orders, so this refusal is about the play itself.
    if (code === 'refused' && ref === this.#record?.id)
      this.#printOnce(`The home does not show this play: ${message.slice(0, MAX_MESSAGE_CHARACTERS)}`);
  }

  async #answer({ play, call, action }: PlayCallFrame): Promise<void> {
    const { agent } = this.#options;
    const send = (answer: Omit<PlayAnswerFrame, 'type' | 'play' | 'call'>): void =>
      this.#send({ type: 'play-answer', play, call, ...answer });
    if (!agent || play !== this.#record?.id)
      return send({
        problem: 'A model plays this game. The owner starts a play for an agent with “--agent”.',
      });
    if (action) return send({ result: await agent.execute(action) });
    const state = await agent.look();
    if (typeof state === 'string') return send({ problem: state });
    // The upload comes first, because the home gives the agent the newest screenshot that was uploaded.
    await this.#upload();
    send({ state });
  }

  #welcome(): void {
    this.#isWelcome = true;
    this.#retryMs = FIRST_RETRY_MS;
    const { url, onStatus } = this.#options;
    onStatus(`${this.#isLost ? 'Connected again' : 'Connected'} to the home at ${url.href}.`);
    this.#isLost = false;
    if (this.#record) this.#sendRecord();
    // The newest screenshot is sent again: the home may have restarted and lost it.
    this.#sent = undefined;
    void this.#upload();
  }

  /** Ends the link: another attempt would be refused too, and the home limits the attempts of an address. */
  #refused(): void {
    this.#ended.abort();
    clearTimeout(this.#retryTimer);
    this.#options.onStatus(
      `The home at ${this.#options.url.href} refused the token of HOME_WORLD_BRIDGE_TOKEN: the play continues without it. Start the home with the same token to see the play there.`,
    );
  }

  #printOnce(sentence: string): void {
    if (this.#printed.has(sentence)) return;
    this.#printed.add(sentence);
    this.#options.onStatus(sentence);
  }

  #sendRecord(): void {
    clearTimeout(this.#reportTimer);
    this.#reportTimer = undefined;
    this.#reportedAt = performance.now();
    if (!this.#record || !this.#isWelcome) return;
    this.#send({ type: 'play', play: this.#record });
    this.#send({ type: 'activity', activity: activityOf(this.#record, this.#options.portalName) });
  }

  #send(frame: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  /** Resolves when the newest screenshot is at the home, or was lost. */
  async #upload(): Promise<void> {
    if (this.#isWelcome && this.#record && this.#screen !== this.#sent)
      this.#uploading ??= this.#putNewest(this.#record.id);
    await this.#uploading;
  }

  async #putNewest(id: string): Promise<void> {
    try {
      for (let screen = this.#screen; screen && screen !== this.#sent; screen = this.#screen) {
        this.#sent = screen;
        await this.#put(screen, id);
      }
    } finally {
      this.#uploading = undefined;
    }
  }

  /** Uploads one screenshot. A failure is ignored: the next screenshot follows. */
  async #put({ number, bytes, mediaType }: Screen, id: string): Promise<void> {
    const { url, token } = this.#options;
    if (bytes.length > MAX_SCREEN_BYTES)
      return this.#printOnce(
        `A home accepts screenshots of at most ${MAX_SCREEN_BYTES / 1e6} MB. Those of this play are larger, so no page shows them. Make the game’s window smaller.`,
      );
    const signal = AbortSignal.any([this.#ended.signal, AbortSignal.timeout(UPLOAD_TIMEOUT_MS)]);
    const send = async (): Promise<number> => {
      const response = await fetch(below(url, `api/plays/${id}/screens/${number}`), {
        method: 'PUT',
        headers: { 'x-home-world-key': token, 'content-type': mediaType },
        body: new Uint8Array(bytes),
        // A redirect is not followed: its target must not get the token.
        redirect: 'manual',
        signal,
      });
      await response.body?.cancel();
      return response.status;
    };
    try {
      // The upload may arrive before the WebSocket frame that announces the play. Then the home answers 404.
      if ((await send()) !== 404) return;
      await pause(UPLOAD_RETRY_MS, undefined, { signal });
      await send();
    } catch {
      // No network, or the play is over.
    }
  }
}
