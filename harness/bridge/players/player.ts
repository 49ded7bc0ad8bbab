import type { Place } from '../../../data/presence/protocol.ts';
import { EMOTE_RATE, NAME_RATE, PLAYER_CHAT_RATE, REPORT_RATE } from '../../../data/core/limits.ts';
import { TokenBucket } from '../../../data/core/token-bucket.ts';

const rates = {
  emotes: EMOTE_RATE,
  names: NAME_RATE,
  chat: PLAYER_CHAT_RATE,
  reports: REPORT_RATE,
} as const;

/**
 * The rate limits of one visitor, for all tabs together. They are created on first use: most visitors only
 * walk.
 */
export class Rates {
  readonly #now: () => number;
  readonly #buckets: Partial<Record<keyof typeof rates, TokenBucket>> = {};

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether the action is allowed now; if so it is counted. */
  take(what: keyof typeof rates): boolean {
    return (this.#buckets[what] ??= new TokenBucket(rates[what], this.#now)).take();
  }
}

/**
 * Another tab takes over the light only if the tab that has the light has not moved for this long. Otherwise
 * the light would jump between two tabs that walk at the same time. Milliseconds.
 */
const STILL_MS = 1_000;
/**
 * For this time, a visitor who has just appeared or jumped receives no chat, so that no one reads a message
 * before its writer could see them. Milliseconds.
 */
const ARRIVAL_MS = 2_000;
/** A light has jumped if it has moved farther than this per second, plus one metre. */
const WALKED_METRES_PER_SECOND = 8;
/** A page sends nothing while its visitor stands still, so a longer time does not allow a longer distance. */
const MAX_WALK_SECONDS = 1;
/** Neighbouring numbers get colours that are far apart. Degrees. */
const GOLDEN_ANGLE = 137.508;

export const metresBetween = ([x, y, z]: Place, [otherX, otherY, otherZ]: Place): number =>
  Math.hypot(x - otherX, y - otherY, z - otherZ);

/** One open tab of a visitor: where it is, and when it last moved. */
export interface Tab {
  place: Place | undefined;
  movedAt: number;
}

/**
 * A visitor as the others see them: one light, however many tabs are open. The light is at the position of
 * the tab that moved last.
 */
export class Player {
  readonly number: number;
  /** A pseudonym, for the owner's log only. */
  readonly alias: string;
  /** The hue of the light, in degrees. */
  readonly color: number;
  readonly rates: Rates;
  #tabs: readonly Tab[] = [];
  #holder: Tab | undefined;
  #visible = false;
  #light: Place | undefined;
  #movedAt = -Infinity;
  #arrivedAt = -Infinity;
  #version = 0;
  #row = '';
  #name = '';
  #named = 0;
  #card: string;

  constructor(number: number, alias: string, rates: Rates) {
    this.number = number;
    this.alias = alias;
    this.rates = rates;
    this.color = Math.floor((number * GOLDEN_ANGLE) % 360);
    this.#card = this.#cardOf();
  }

  /** The position at which others see the visitor; undefined while hidden. */
  get light(): Place | undefined {
    return this.#light;
  }

  /**
   * The position from which the visitor reads the chat; undefined while hidden, and just after the light has
   * appeared or jumped.
   */
  readsFrom(now: number): Place | undefined {
    return now - this.#arrivedAt >= ARRIVAL_MS ? this.#light : undefined;
  }

  /** Grows each time the light moves. */
  get version(): number {
    return this.#version;
  }

  /** The row of this player in a frame `players`, made once for all visitors who see them. */
  get row(): string {
    return this.#row;
  }

  /** The frame `player` of this player, also made once for all visitors. A new name makes a new frame. */
  get card(): string {
    return this.#card;
  }

  /** Grows each time the name changes. */
  get named(): number {
    return this.#named;
  }

  get name(): string {
    return this.#name;
  }

  set name(name: string) {
    if (name === this.#name) return;
    this.#name = name;
    this.#named += 1;
    this.#card = this.#cardOf();
  }

  get tabs(): number {
    return this.#tabs.length;
  }

  open(): Tab {
    const tab: Tab = { place: undefined, movedAt: -Infinity };
    this.#tabs = [...this.#tabs, tab];
    return tab;
  }

  /**
   * Call it when a tab is closed. If the tab had the light, the light moves to the open tab that moved last.
   */
  close(tab: Tab, now: number): void {
    this.#tabs = this.#tabs.filter((one) => one !== tab);
    tab.place = undefined;
    this.#update(now);
  }

  show(visible: boolean, now: number): void {
    this.#visible = visible;
    this.#update(now);
  }

  move(tab: Tab, place: Place | undefined, now: number): void {
    tab.place = place;
    tab.movedAt = now;
    const holder = this.#holder;
    if (place && (holder?.place === undefined || now - holder.movedAt >= STILL_MS)) this.#holder = tab;
    this.#update(now);
  }

  #update(now: number): void {
    if (this.#holder?.place === undefined)
      this.#holder = this.#tabs
        .filter(({ place }) => place !== undefined)
        .sort((one, other) => other.movedAt - one.movedAt)[0];
    const light = this.#visible ? this.#holder?.place : undefined;
    if (light === this.#light) return;
    if (light && !this.#walkedTo(light, now)) this.#arrivedAt = now;
    this.#movedAt = now;
    this.#light = light;
    this.#version += 1;
    if (light) this.#row = JSON.stringify([this.number, ...light]);
  }

  #walkedTo(place: Place, now: number): boolean {
    if (!this.#light) return false;
    const seconds = Math.min(MAX_WALK_SECONDS, (now - this.#movedAt) / 1000);
    return metresBetween(this.#light, place) <= 1 + seconds * WALKED_METRES_PER_SECOND;
  }

  #cardOf(): string {
    const name = this.#name === '' ? {} : { name: this.#name };
    return JSON.stringify({ type: 'player', number: this.number, ...name, color: this.color });
  }
}
