import type { Place } from '../../../data/presence/protocol.ts';
import type { Rates } from './rates.ts';

/**
 * Another tab takes over the light once this one has not moved for this long: two tabs that walk at the same
 * time would make it jump. Milliseconds.
 */
const STILL_MS = 1_000;
/** Neighbouring numbers get colours that are far apart. Degrees. */
const GOLDEN_ANGLE = 137.508;

/** One open tab of a visitor: where it is, and when it last moved. */
export interface Tab {
  place: Place | undefined;
  movedAt: number;
}

/**
 * A visitor as the others see them: one light, however many tabs are open. It is at the position of the tab
 * that moved last.
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

  /** Where others see it; undefined while it is hidden. */
  get light(): Place | undefined {
    return this.#light;
  }

  /** Grows each time the light moves. */
  get version(): number {
    return this.#version;
  }

  /** Its row in a frame `players`, made once for all who see it. */
  get row(): string {
    return this.#row;
  }

  /** Its frame `player`, made once too. Another name makes another frame. */
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

  /** A tab is closed: its light goes to the one that moved last before it. */
  close(tab: Tab): void {
    this.#tabs = this.#tabs.filter((one) => one !== tab);
    tab.place = undefined;
    this.#update();
  }

  show(visible: boolean): void {
    this.#visible = visible;
    this.#update();
  }

  move(tab: Tab, place: Place | undefined, now: number): void {
    tab.place = place;
    tab.movedAt = now;
    const holder = this.#holder;
    if (place && (holder?.place === undefined || now - holder.movedAt >= STILL_MS)) this.#holder = tab;
    this.#update();
  }

  #update(): void {
    if (this.#holder?.place === undefined)
      this.#holder = this.#tabs
        .filter(({ place }) => place !== undefined)
        .sort((one, other) => other.movedAt - one.movedAt)[0];
    const light = this.#visible ? this.#holder?.place : undefined;
    if (light === this.#light) return;
    this.#light = light;
    this.#version += 1;
    if (light) this.#row = JSON.stringify([this.number, ...light]);
  }

  #cardOf(): string {
    const name = this.#name === '' ? {} : { name: this.#name };
    return JSON.stringify({ type: 'player', number: this.number, ...name, color: this.color });
  }
}
