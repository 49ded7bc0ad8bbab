import * as v from 'valibot';
import type { Config } from '../config/config.ts';
import type { Settings } from '../config/settings/settings.ts';
import type { Environment } from '../core/environment.ts';
import { emit } from '../core/event.ts';
import { type DataModule, dataModule } from '../core/module.ts';
import { type Readable, watch } from '../core/watch.ts';
import { TokenBucket } from '../core/token-bucket.ts';
import { HomeClock } from './home-clock.ts';
import {
  EMOTE_RATE,
  HEIGHT_METRES,
  MAX_DISTANCE_METRES,
  PLAYER_CHAT_RATE,
  POSITION_EVERY_MS,
} from '../core/limits.ts';
import { cleanName, isReservedName } from './names.ts';
import { PlayerChat } from './player-chat.ts';
import { Players } from './players.ts';
import type { PresenceState } from './presence-state.ts';
import { type PresenceClientFrameInput, playerRefusal, presenceServerFrame } from './protocol.ts';

/** Smaller movements are not sent: 2 cm and 1°. */
const MOVED_METRES = 0.02;
const TURNED_RADIANS = Math.PI / 180;
/** A name is sent when it has not changed for this time, and not while it is typed. */
const NAME_DEBOUNCE_MS = 1_500;
/** A page that is hidden for this time gives up its place in the world, and no longer receives the others. */
const HIDDEN_MS = 20_000;

type Deps = Pick<Environment, 'monotonicNow' | 'isHidden' | 'window'>;

/** The part of the state that this module needs. The bridge belongs to the chat, which is a higher layer. */
type Needs = PresenceState & {
  readonly bridge: Readable<{ readonly state: string }>;
  readonly bridgeLine: {
    readonly listeners: Set<(frame: unknown) => void>;
    readonly hasPresence: boolean;
    send(frame: PresenceClientFrameInput): boolean;
  };
  readonly config: Readable<Pick<Config, 'together' | 'resident'>>;
  readonly settings: Readable<Pick<Settings, 'showMe' | 'showOthers' | 'visitorName'>>;
  readonly view: Readable<{ readonly mode: string }>;
};

/** What was last sent to the home. */
interface SentPresence {
  readonly name: string;
  readonly visible: boolean;
  readonly watching: boolean;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Limits a coordinate to what the home accepts, because a flight may leave the island. */
const within = (value: number, min: number, max: number): number =>
  rounded(Math.min(max, Math.max(min, value)));
const across = (value: number): number => within(value, -MAX_DISTANCE_METRES, MAX_DISTANCE_METRES);

/**
 * Sends the position and the appearance of the visitor to the home, and receives those of the others. Neither
 * the page nor the home stores them.
 */
class PresenceLink {
  readonly #state: Needs;
  readonly #deps: Deps;
  readonly #clock = new HomeClock();
  readonly #players: Players;
  readonly #chat: PlayerChat;
  readonly #emotes: TokenBucket;
  readonly #ends: (() => void)[] = [];
  /** Undefined until a frame was sent over this connection. */
  #sentPresence: SentPresence | undefined;
  /** The name in the settings, its form that the home accepts, and when it was changed. */
  #typed: string;
  #name: string;
  #typedAt = -Infinity;
  /** The last position that was sent: x, y, z, yaw. */
  readonly #sent = new Float64Array(4);
  #isPlaced = false;
  #sentAt = -Infinity;
  /** Whether the page has been hidden for so long that its visitor counts as away. */
  #isAway = false;
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(state: Needs, deps: Deps) {
    this.#state = state;
    this.#deps = deps;
    this.#emotes = new TokenBucket(EMOTE_RATE, deps.monotonicNow);
    this.#players = new Players(state.presence.players);
    const rate = new TokenBucket(PLAYER_CHAT_RATE, deps.monotonicNow);
    this.#chat = new PlayerChat(state, (frame) => this.#send(frame), rate);
    this.#typed = state.settings.get().visitorName;
    this.#name = this.#nameFor(this.#typed);
    const listening = new AbortController();
    const { signal } = listening;
    deps.window.addEventListener('visibilitychange', () => this.#onVisibilityChange(), { signal });
    state.bridgeLine.listeners.add(this.#receive);
    this.#ends.push(
      () => listening.abort(),
      () => state.bridgeLine.listeners.delete(this.#receive),
      // This is not done in `update`, because the page may reconnect while it is hidden.
      watch(state.bridge, () => this.#onBridgeChange()),
    );
    this.#onBridgeChange();
    this.#onVisibilityChange();
  }

  update(): void {
    const now = this.#deps.monotonicNow();
    if (this.#isOpen()) {
      this.#readName(now);
      this.#sendPresence(now);
      this.#sendPlace(now);
    }
    this.#sendEmotes();
    this.#chat.update(this.#sentPresence?.visible === true && this.#isPlaced);
    this.#players.advance(now);
  }

  dispose(): void {
    clearTimeout(this.#hiddenTimer);
    this.#leave();
    this.#reset();
    for (const end of this.#ends) end();
  }

  #isOpen(): boolean {
    const { bridge, bridgeLine, config } = this.#state;
    return config.get().together.presence && bridgeLine.hasPresence && bridge.get().state === 'open';
  }

  #onBridgeChange(): void {
    if (!this.#isOpen()) this.#reset();
  }

  /** After a lost connection all lights fade out, and the next connection starts without players. */
  #reset(): void {
    const { presence, config } = this.#state;
    this.#sentPresence = undefined;
    this.#isPlaced = false;
    this.#clock.reset();
    this.#players.leaveAll();
    presence.count.set(0);
    const { bridge, bridgeLine } = this.#state;
    // The bridge of another program may not support visitors.
    const isWithout = bridge.get().state === 'open' && !bridgeLine.hasPresence;
    presence.line.set(config.get().together.presence && !isWithout ? 'waiting' : 'off');
  }

  #readName(now: number): void {
    const { visitorName } = this.#state.settings.get();
    if (visitorName === this.#typed) return;
    this.#typed = visitorName;
    this.#name = this.#nameFor(visitorName);
    this.#typedAt = now;
  }

  /** The name in the form that the home accepts; empty if it is reserved. */
  #nameFor(typed: string): string {
    const name = cleanName(typed);
    return isReservedName(name, this.#state.config.get().resident.name) ? '' : name;
  }

  /** Sends the visitor's appearance if it has changed. */
  #sendPresence(now: number): void {
    const { showMe: visible, showOthers } = this.#state.settings.get();
    const sent = this.#sentPresence;
    const isTyping = sent !== undefined && now - this.#typedAt < NAME_DEBOUNCE_MS;
    const name = isTyping ? sent.name : this.#name;
    const watching = showOthers && !this.#isAway;
    if (sent?.name === name && sent.visible === visible && sent.watching === watching) return;
    if (!this.#send({ type: 'presence', name, visible, watching })) return;
    const { presence } = this.#state;
    if (!watching) {
      this.#players.leaveAll();
      presence.count.set(0);
    }
    this.#sentPresence = { name, visible, watching };
    presence.line.set('on');
  }

  /** Sends the position, at most ten times a second, and only if it has changed. */
  #sendPlace(now: number): void {
    const { presence, view } = this.#state;
    const { own } = presence;
    // The wall is a screen, not a visitor.
    if (!this.#sentPresence?.visible || this.#isAway || view.get().mode === 'wall') return this.#unplace();
    if (!own.isKnown || now - this.#sentAt < POSITION_EVERY_MS) return;
    const sent = this.#sent;
    // This reads by index, because destructuring would create an iterator in every frame.
    const metres = Math.hypot(own.x - (sent[0] ?? 0), own.y - (sent[1] ?? 0), own.z - (sent[2] ?? 0));
    const turn = own.yaw - (sent[3] ?? 0);
    const turned = Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn)));
    if (this.#isPlaced && metres < MOVED_METRES && turned < TURNED_RADIANS) return;
    const height = within(own.y, HEIGHT_METRES.min, HEIGHT_METRES.max);
    if (!this.#send({ type: 'position', p: [across(own.x), height, across(own.z), rounded(own.yaw)] }))
      return;
    // Stores the real position and not the limited one: otherwise a visitor outside the limits would be sent
    // again and again.
    sent[0] = own.x;
    sent[1] = own.y;
    sent[2] = own.z;
    sent[3] = own.yaw;
    this.#isPlaced = true;
    this.#sentAt = now;
  }

  #unplace(): void {
    if (this.#isPlaced) this.#send({ type: 'position', p: null });
    this.#isPlaced = false;
  }

  /**
   * Gives up the place, and stops watching the others. Does not hide the visitor, who may be in another tab:
   * name and visibility belong to all tabs.
   */
  #leave(): void {
    this.#isAway = true;
    if (!this.#isOpen() || !this.#sentPresence) return;
    this.#unplace();
    // The visitor has typed a new name in another tab, so it is complete.
    this.#readName(-Infinity);
    this.#sendPresence(this.#deps.monotonicNow());
  }

  /** Uses a timer, because the ticker stops while the page is hidden. */
  #onVisibilityChange(): void {
    clearTimeout(this.#hiddenTimer);
    if (!this.#deps.isHidden()) {
      // A name that the visitor has typed in another tab meanwhile is complete, as in `#leave`.
      if (this.#isAway) this.#readName(-Infinity);
      this.#isAway = false;
      return;
    }
    this.#hiddenTimer = setTimeout(() => this.#leave(), HIDDEN_MS);
  }

  #sendEmotes(): void {
    const { presence } = this.#state;
    const { inbox } = presence.emote;
    for (let emote = inbox.next(); emote; emote = inbox.next()) {
      if (!this.#sentPresence?.visible || !this.#isPlaced || !this.#emotes.take()) continue;
      if (this.#send({ type: 'emote', emote })) emit(presence.shown, emote);
    }
  }

  #send(frame: PresenceClientFrameInput): boolean {
    return this.#state.bridgeLine.send(frame);
  }

  readonly #receive = (raw: unknown): void => {
    const { success, output: frame } = v.safeParse(presenceServerFrame, raw);
    if (!success) {
      if (v.is(playerRefusal, raw)) this.#chat.refuse(raw);
      return;
    }
    const players = this.#players;
    const { count, players: shown, talk } = this.#state.presence;
    if (frame.type === 'player-report') return emit(talk.wasReported, frame.number);
    // A frame may still arrive after the visitor switched the others off.
    if (!this.#sentPresence?.watching) return;
    switch (frame.type) {
      case 'player':
        return players.introduce(frame.number, frame.name ?? '', frame.color);
      case 'player-emote':
        return players.emote(frame.number, frame.emote);
      case 'players': {
        const time = this.#clock.toLocal(frame.at, this.#deps.monotonicNow());
        for (const [number, x, y, z, yaw] of frame.p) players.move(number, time, x, y, z, yaw);
        for (const number of frame.gone) players.leave(number);
        count.set(shown.near.get().length + frame.count);
        return;
      }
      case 'player-chat': {
        const from = shown.near.get().find(({ number }) => number === frame.number);
        return this.#chat.receive(frame.number, from?.name ?? '', frame.text);
      }
    }
  };
}

export const createPresence = (deps: Deps): DataModule<Needs> =>
  dataModule((state) => new PresenceLink(state, deps));
