import * as v from 'valibot';
import { cutText } from '../core/text.ts';
import type { Config } from '../config/config.ts';
import type { Settings } from '../config/settings/settings.ts';
import type { Environment } from '../core/environment.ts';
import { emit } from '../core/event.ts';
import { type DataModule, dataModule } from '../core/module.ts';
import { type Readable, watch } from '../core/signal.ts';
import { TokenBucket } from '../core/token-bucket.ts';
import { cleanLine } from '../readings/schemas/resident-activity.ts';
import { HomeClock } from './home-clock.ts';
import {
  EMOTE_RATE,
  HEIGHT_METRES,
  MAX_DISTANCE_METRES,
  MAX_PLAYER_NAME_CHARACTERS,
  PLAYER_CHAT_RATE,
  POSITION_EVERY_MS,
} from './limits.ts';
import { PlayerWords } from './player-words.ts';
import { Players } from './players.ts';
import type { PresenceState } from './presence-state.ts';
import { type PresenceClientFrameInput, presenceServerFrame } from './protocol.ts';

/** Less than this is no change of the place: 2 cm, and 1°. */
const MOVED_METRES = 0.02;
const TURNED_RADIANS = Math.PI / 180;
/** A name is sent when it was not changed for this long: one that is being typed is no name. */
const TYPED_MS = 1_500;
/** A page that is out of sight for this long is seen no more, and is not told of the others. */
const HIDDEN_MS = 20_000;

type Deps = Pick<Environment, 'monotonicNow' | 'isHidden' | 'window'>;

/** What it uses of the state. The chat, which is above, has the bridge. */
type Needs = PresenceState & {
  readonly bridge: Readable<{ readonly state: string }>;
  readonly bridgeLine: {
    readonly listeners: Set<(frame: unknown) => void>;
    readonly hasPresence: boolean;
    send(frame: PresenceClientFrameInput): boolean;
  };
  readonly config: Readable<Pick<Config, 'together'>>;
  readonly settings: Readable<Pick<Settings, 'showMe' | 'showOthers' | 'visitorName'>>;
};

/** What the home was told last. */
interface Told {
  readonly name: string;
  readonly visible: boolean;
  readonly watching: boolean;
}

/** A name as the home takes it. */
const asName = (typed: string): string => cutText(cleanLine(typed), MAX_PLAYER_NAME_CHARACTERS);

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** A place that the home takes: a flight may leave the island. */
const within = (value: number, min: number, max: number): number =>
  rounded(Math.min(max, Math.max(min, value)));
const across = (value: number): number => within(value, -MAX_DISTANCE_METRES, MAX_DISTANCE_METRES);

/**
 * Tells the home where the visitor is and how they want to be seen, and keeps what it tells of the
 * others. Nothing of this is stored, here or there.
 */
class PresenceLink {
  readonly #state: Needs;
  readonly #deps: Deps;
  readonly #clock = new HomeClock();
  readonly #players: Players;
  readonly #words: PlayerWords;
  readonly #emotes: TokenBucket;
  readonly #ends: (() => void)[] = [];
  /** Undefined until the home knows anything of this connection. */
  #told: Told | undefined;
  /** The name in the settings, as the home takes it, and when it was changed. */
  #typed: string;
  #name: string;
  #typedAt = -Infinity;
  /** The place that the home has: x, y, z, yaw; without one the visitor is nowhere. */
  readonly #sent = new Float64Array(4);
  #isPlaced = false;
  #sentAt = -Infinity;
  /** The page is out of sight for so long that its visitor is away. */
  #isAway = false;
  #hiding: ReturnType<typeof setTimeout> | undefined;

  constructor(state: Needs, deps: Deps) {
    this.#state = state;
    this.#deps = deps;
    this.#emotes = new TokenBucket(EMOTE_RATE, deps.monotonicNow);
    this.#players = new Players(state.presence.players);
    const rate = new TokenBucket(PLAYER_CHAT_RATE, deps.monotonicNow);
    this.#words = new PlayerWords(state, (frame) => this.#send(frame), rate);
    this.#typed = state.settings.get().visitorName;
    this.#name = asName(this.#typed);
    const listening = new AbortController();
    const { signal } = listening;
    deps.window.addEventListener('visibilitychange', () => this.#followPage(), { signal });
    state.bridgeLine.listeners.add(this.#receive);
    this.#ends.push(
      () => listening.abort(),
      () => state.bridgeLine.listeners.delete(this.#receive),
      // Not in `update`: a connection may be lost and made again while the page is hidden.
      watch(state.bridge, () => this.#followBridge()),
    );
    this.#followBridge();
    this.#followPage();
  }

  update(): void {
    const now = this.#deps.monotonicNow();
    if (this.#isOpen()) {
      this.#followTyping(now);
      this.#tell(now);
      this.#sendPlace(now);
    }
    this.#sendEmotes();
    this.#words.update(this.#told?.visible === true && this.#isPlaced);
    this.#players.advance(now);
  }

  dispose(): void {
    clearTimeout(this.#hiding);
    if (this.#isOpen()) this.#leave();
    this.#forget();
    for (const end of this.#ends) end();
  }

  #isOpen(): boolean {
    const { bridge, bridgeLine, config } = this.#state;
    return config.get().together.presence && bridgeLine.hasPresence && bridge.get().state === 'open';
  }

  #followBridge(): void {
    if (!this.#isOpen()) this.#forget();
  }

  /** The connection is gone: all lights go out, and the next home is told everything again. */
  #forget(): void {
    const { presence, config } = this.#state;
    this.#told = undefined;
    this.#isPlaced = false;
    this.#clock.reset();
    this.#players.leaveAll();
    presence.count.set(0);
    const { bridge, bridgeLine } = this.#state;
    // The bridge of another program may not know of visitors.
    const isWithout = bridge.get().state === 'open' && !bridgeLine.hasPresence;
    presence.line.set(config.get().together.presence && !isWithout ? 'waiting' : 'off');
  }

  #followTyping(now: number): void {
    const { visitorName } = this.#state.settings.get();
    if (visitorName === this.#typed) return;
    this.#typed = visitorName;
    this.#name = asName(visitorName);
    this.#typedAt = now;
  }

  /** Tells the home how the visitor wants to be seen, when that has changed. */
  #tell(now: number): void {
    const { showMe, showOthers } = this.#state.settings.get();
    const told = this.#told;
    const isTyping = told !== undefined && now - this.#typedAt < TYPED_MS;
    const name = isTyping ? told.name : this.#name;
    const visible = showMe && !this.#isAway;
    const watching = showOthers && !this.#isAway;
    if (told?.name === name && told.visible === visible && told.watching === watching) return;
    if (!this.#send({ type: 'presence', name, visible, watching })) return;
    const { presence } = this.#state;
    if (!visible) this.#unplace();
    if (!watching) {
      this.#players.leaveAll();
      presence.count.set(0);
    }
    this.#told = { name, visible, watching };
    presence.line.set('on');
  }

  /** At most ten times a second, and only while it changes. */
  #sendPlace(now: number): void {
    const { own } = this.#state.presence;
    if (!this.#told?.visible || !own.isKnown || now - this.#sentAt < POSITION_EVERY_MS) return;
    const sent = this.#sent;
    // By index: a pattern would make an iterator in every frame.
    const metres = Math.hypot(own.x - (sent[0] ?? 0), own.y - (sent[1] ?? 0), own.z - (sent[2] ?? 0));
    const turn = own.yaw - (sent[3] ?? 0);
    const turned = Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn)));
    if (this.#isPlaced && metres < MOVED_METRES && turned < TURNED_RADIANS) return;
    const height = within(own.y, HEIGHT_METRES.min, HEIGHT_METRES.max);
    if (!this.#send({ type: 'position', p: [across(own.x), height, across(own.z), rounded(own.yaw)] }))
      return;
    // As it is, not as it was sent: a visitor who stands still outside the limits is not sent again and again.
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

  /** The visitor is away: seen no more, and told of none. */
  #leave(): void {
    this.#unplace();
    if (this.#told) {
      this.#told = { name: this.#told.name, visible: false, watching: false };
      this.#send({ type: 'presence', ...this.#told });
    }
    this.#players.leaveAll();
    this.#state.presence.count.set(0);
  }

  /** The ticker stands while the page is hidden, so that this has a timer of its own. */
  #followPage(): void {
    clearTimeout(this.#hiding);
    if (!this.#deps.isHidden()) {
      this.#isAway = false;
      return;
    }
    this.#hiding = setTimeout(() => {
      this.#isAway = true;
      if (this.#isOpen()) this.#leave();
    }, HIDDEN_MS);
  }

  #sendEmotes(): void {
    const { presence } = this.#state;
    const { inbox } = presence.emote;
    for (let emote = inbox.next(); emote; emote = inbox.next()) {
      if (!this.#told?.visible || !this.#isPlaced || !this.#emotes.take()) continue;
      if (this.#send({ type: 'emote', emote })) emit(presence.shown, emote);
    }
  }

  #send(frame: PresenceClientFrameInput): boolean {
    return this.#state.bridgeLine.send(frame);
  }

  readonly #receive = (raw: unknown): void => {
    // A frame that was on its way when the visitor chose to see no others.
    if (!this.#told?.watching) return;
    const { success, output: frame } = v.safeParse(presenceServerFrame, raw);
    if (!success) return;
    const players = this.#players;
    const { count, players: shown } = this.#state.presence;
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
        return this.#words.hear(frame.number, from?.name ?? '', frame.text);
      }
    }
  };
}

export const createPresence = (deps: Deps): DataModule<Needs> =>
  dataModule((state) => new PresenceLink(state, deps));
