import { PLAYERS_EVERY_MS } from '../../../data/core/limits.ts';
import type { Emote } from '../../../data/presence/presence-state.ts';
import { RESERVED_NAME_TEXT, isReservedName } from '../../../data/presence/names.ts';
import type { Place, PresenceClientFrame } from '../../../data/presence/protocol.ts';
import { TokenBucket } from '../../../data/core/token-bucket.ts';
import type { ConfigState } from '../../../data/config/config-state.ts';
import type { Bus } from '../../bus/bus.ts';
import { type ErrorFrame, errorFrame, type Peer } from '../sockets/peer.ts';
import type { Log } from '../../core/log.ts';
import { Tally } from '../../core/counts.ts';
import { Grid, type Spot } from './grid.ts';
import { Player, Rates, type Tab } from './player.ts';
import { PlayerChat } from './player-chat.ts';
import { PUBLISH_EVERY_MS, RemotePlayers } from './remote-players.ts';
import { View } from './view.ts';

/**
 * The number of positions that a page may send: ten a second, and two more because the page's timer may be a
 * little fast. Further positions are dropped.
 */
const POSITION_RATE = { burst: 10, perSecond: 12 } as const;
/** A page with more unread bytes than this gets no frames about the other visitors until it reads them. */
const MAX_WAITING_BYTES = 16_384;
/** After this many ticks without a change, every page is up to date. */
const QUIET_TICKS = 20;
/** The maximum number of remembered visitors. They keep their number when they come back. */
const MAX_NUMBERS = 10_000;
const MIDDLE: Spot = { x: 0, z: 0 };

type PlayerPeer = Pick<Peer, 'ip' | 'role' | 'session' | 'send' | 'sendText' | 'bufferedBytes'>;

interface PlayersTools {
  readonly state: Pick<ConfigState, 'config'>;
  readonly now: () => number;
  readonly log: Log['line'];
  /** Returns a pseudonym for the visitor of a session. It is the same at every gateway. */
  readonly aliasOf: (session: string) => string;
  /**
   * The number of the first visitor. It is random for each start of a gateway, so that a page that comes back
   * does not mute or report another visitor by an old number.
   */
  readonly firstNumber: number;
  /** Joins the gateways of a world: their visitors see each other too. */
  readonly bus?: Bus | undefined;
}

/** A page that has sent a frame about presence. */
interface Page {
  /** The visitor; undefined for roles without a place in the world. */
  readonly self: { readonly player: Player; readonly tab: Tab; readonly positions: TokenBucket } | undefined;
  /** Undefined while the page does not watch. */
  view: View | undefined;
}

/**
 * The visitors in the world, as lights that others see. Positions are kept in memory while a page is
 * open, and nowhere else: not in the database, not in the log.
 */
export class Players {
  /**
   * Counts positions and emotes that came too fast, and frames that were not sent because the page is too
   * slow.
   */
  readonly leftOut = new Tally();
  readonly #tools: PlayersTools;
  readonly #grid = new Grid<Player>();
  /** The visitors of this gateway, by alias. */
  readonly #players = new Map<string, Player>();
  readonly #pages = new Map<PlayerPeer, Page>();
  readonly #chat: PlayerChat;
  readonly #remote: RemotePlayers | undefined;
  readonly #remoteTimer: NodeJS.Timeout | undefined;
  /**
   * The numbers of visitors by alias, oldest first: a visitor who changes the gateway keeps the number, and
   * so stays muted.
   */
  readonly #numbers = new Map<string, number>();
  #nextNumber: number;
  #tick = 0;
  #quietTicks = 0;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(tools: PlayersTools) {
    this.#tools = tools;
    this.#nextNumber = tools.firstNumber;
    this.#chat = new PlayerChat(tools);
    const { bus, state } = tools;
    if (!bus || !state.config.get().together.presence) return;
    const remote = new RemotePlayers(bus, {
      grid: this.#grid,
      newPlayer: (alias) => new Player(this.#numberOf(alias), alias, new Rates(tools.now)),
      isHere: (alias) => this.#players.get(alias)?.light !== undefined,
      isReserved: (name) => this.#isReserved(name),
      moved: () => this.#startTimer(),
      emote: (player, emote) => this.#showEmote(player, emote),
      say: (player, text) => this.#chat.receive(player, text, this.#listenersOf(player)),
    });
    this.#remote = remote;
    this.#remoteTimer = setInterval(() => remote.update(this.#players.values()), PUBLISH_EVERY_MS);
    this.#remoteTimer.unref();
  }

  /** The number of visitors of this gateway whom others can see, and of pages that watch. */
  get counts(): { visible: number; watching: number } {
    let watching = 0;
    for (const { view } of this.#pages.values()) if (view) watching += 1;
    return { visible: this.#grid.size - (this.#remote?.size ?? 0), watching };
  }

  /** Whether others see the visitor of this session. */
  isVisible(session: string): boolean {
    return this.#players.get(this.#tools.aliasOf(session))?.light !== undefined;
  }

  /** Handles a frame of a client that has sent hello. A refusal names the type of the frame, and the line. */
  handle(peer: PlayerPeer, frame: PresenceClientFrame): void {
    const { type } = frame;
    const refused = this.#take(peer, frame);
    if (refused) peer.send({ ...refused, ref: type, ...(type === 'player-chat' && { text: frame.text }) });
    else if (type === 'player-report') peer.sendText(JSON.stringify({ type, number: frame.number }));
  }

  /** Call it when a socket is closed. */
  leave(peer: PlayerPeer): void {
    const page = this.#pages.get(peer);
    this.#pages.delete(peer);
    if (!page?.self) return;
    const { player, tab } = page.self;
    player.close(tab, this.#tools.now());
    this.#place(player);
    if (player.tabs === 0) this.#players.delete(player.alias);
  }

  /** Removes what is no longer needed; call it at intervals. */
  sweep(): void {
    this.#chat.sweep();
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#remoteTimer);
    this.#remote?.close();
    this.#stopTimer();
  }

  #take(peer: PlayerPeer, frame: PresenceClientFrame): ErrorFrame | undefined {
    if (peer.role === undefined) return errorFrame('no-session', 'Say hello first.');
    if (!this.#tools.state.config.get().together.presence)
      return errorFrame('refused', 'In this home visitors do not see each other.');
    const page = this.#pageOf(peer);
    if (frame.type === 'presence') return this.#present(page, frame);
    if (!page.self) return errorFrame('unauthorized', 'Only visitors have a place in the world.');
    const { player } = page.self;
    switch (frame.type) {
      case 'position':
        return this.#move(page.self, frame.p);
      case 'emote':
        return this.#emote(player, frame.emote);
      case 'player-chat':
        return this.#say(peer, player, frame.text);
      case 'player-report':
        return this.#chat.report({ player, ip: peer.ip }, frame);
    }
  }

  #pageOf(peer: PlayerPeer): Page {
    const known = this.#pages.get(peer);
    if (known) return known;
    const { session } = peer;
    const player = session === undefined ? undefined : this.#playerOf(session);
    const self = player && {
      player,
      tab: player.open(),
      positions: new TokenBucket(POSITION_RATE, this.#tools.now),
    };
    const page: Page = { self, view: undefined };
    this.#pages.set(peer, page);
    return page;
  }

  #playerOf(session: string): Player {
    const alias = this.#tools.aliasOf(session);
    const known = this.#players.get(alias);
    if (known) return known;
    const player = new Player(this.#numberOf(alias), alias, new Rates(this.#tools.now));
    this.#players.set(alias, player);
    return player;
  }

  #numberOf(alias: string): number {
    const number = this.#numbers.get(alias) ?? this.#nextNumber++;
    this.#numbers.set(alias, number);
    const [oldest] = this.#numbers.keys();
    if (this.#numbers.size > MAX_NUMBERS && oldest !== undefined) this.#numbers.delete(oldest);
    return number;
  }

  #present(
    page: Page,
    { name, visible, watching }: Extract<PresenceClientFrame, { type: 'presence' }>,
  ): ErrorFrame | undefined {
    page.view = watching ? (page.view ?? new View(this.#grid, page.self?.player)) : undefined;
    this.#startTimer();
    if (!page.self) return undefined;
    const { player } = page.self;
    player.show(visible, this.#tools.now());
    this.#place(player);
    const isReserved = this.#isReserved(name);
    const shown = isReserved ? '' : name;
    if (shown !== player.name && !player.rates.take('names'))
      return errorFrame('rate-limited', 'You change your name too often. Wait a few seconds.');
    player.name = shown;
    return isReserved ? errorFrame('refused', RESERVED_NAME_TEXT) : undefined;
  }

  #isReserved(name: string): boolean {
    return isReservedName(name, this.#tools.state.config.get().resident.name);
  }

  #move({ player, tab, positions }: NonNullable<Page['self']>, place: Place | null): undefined {
    // A request to be hidden is always accepted.
    if (place && !positions.take()) {
      this.leftOut.add('position');
      return;
    }
    player.move(tab, place ?? undefined, this.#tools.now());
    this.#place(player);
  }

  #emote(player: Player, emote: Emote): undefined {
    if (!player.light) return;
    if (!player.rates.take('emotes')) {
      this.leftOut.add('emote');
      return;
    }
    this.#remote?.emote(player, emote);
    this.#showEmote(player, emote);
  }

  #showEmote(player: Player, emote: Emote): void {
    const text = JSON.stringify({ type: 'player-emote', number: player.number, emote });
    for (const [peer, { view }] of this.#pages)
      if (view?.sees(player) === true && this.#reads(peer)) peer.sendText(text);
  }

  #say(peer: PlayerPeer, player: Player, text: string): ErrorFrame | undefined {
    const refused = this.#chat.say({ player, ip: peer.ip }, text, this.#listenersOf(player));
    if (!refused) this.#remote?.say(player, text);
    return refused;
  }

  /**
   * The pages that see this player, with the lights of their visitors. Pages of hidden visitors are left out,
   * so the speaker sees everyone who may read. A visitor with two tabs reads in one place only.
   */
  *#listenersOf(player: Player): Generator<{ peer: PlayerPeer; place: Place }> {
    const now = this.#tools.now();
    for (const [peer, { self, view }] of this.#pages) {
      const place = self?.player.readsFrom(now);
      if (view?.sees(player) !== true || !place || !this.#reads(peer)) continue;
      yield { peer, place };
    }
  }

  /**
   * Whether this page keeps up with its frames. If a page is slow, it gets the changes later, when its buffer
   * is empty enough, and does not get the emotes and chats of that time.
   */
  #reads(peer: PlayerPeer): boolean {
    if (peer.bufferedBytes <= MAX_WAITING_BYTES) return true;
    this.leftOut.add('frame to a slow page');
    return false;
  }

  /** Updates the position of the player's light; the next tick sends it to the pages. */
  #place(player: Player): void {
    const { light } = player;
    if (light) this.#grid.put(player, light[0], light[2]);
    else this.#grid.delete(player);
    this.#startTimer();
  }

  /** The timer runs only while there may be something to send. */
  #startTimer(): void {
    this.#quietTicks = 0;
    if (this.#closed || this.#timer !== undefined) return;
    this.#timer = setInterval(() => this.#sendFrames(), PLAYERS_EVERY_MS);
    this.#timer.unref();
  }

  #stopTimer(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #sendFrames(): void {
    this.#tick += 1;
    this.#quietTicks += 1;
    const now = Math.round(this.#tools.now());
    for (const [peer, page] of this.#pages) {
      const { view } = page;
      if (!view) continue;
      if (!this.#reads(peer)) {
        this.#quietTicks = 0;
        continue;
      }
      for (const text of view.frames(this.#tick, spotOf(page), now)) peer.sendText(text);
    }
    if (this.#quietTicks > QUIET_TICKS) this.#stopTimer();
  }
}

/** The position of a page's visitor. */
function spotOf({ self }: Page): Spot {
  const place = self?.tab.place ?? self?.player.light;
  return place ? { x: place[0], z: place[2] } : MIDDLE;
}
