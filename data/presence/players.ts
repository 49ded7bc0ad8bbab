import { cutText } from '../core/text.ts';
import { type Emote, type NamedPlayer, type PlayerArrays, emotes } from './presence-state.ts';
import { MAX_VISITOR_NAME } from '../config/settings/settings.ts';
import { lookOf } from './names.ts';
import { Track } from './track.ts';

/** How long a light takes to fade in or out. Milliseconds. */
const FADE_MS = 600;
/** How long an emote is shown. Milliseconds. */
const EMOTE_MS = 2_200;

/** The name with the number of its visitor, no longer than a name may be. */
function withNumber(name: string, number: number): string {
  const end = ` (${number})`;
  return cutText(name, MAX_VISITOR_NAME - end.length) + end;
}

interface Slot {
  readonly track: Track;
  /** The name that the home sent, and its look (`lookOf`). */
  name: string;
  look: string;
  /** Whether the home still sends the player; otherwise the light fades out. */
  isHere: boolean;
  /** Whether a first position has arrived. */
  isPlaced: boolean;
}

/**
 * The other visitors that this page draws, in a fixed number of slots. It keeps `PlayerArrays` up to
 * date, which the world and the lists read.
 */
export class Players {
  readonly #arrays: PlayerArrays;
  readonly #slots: readonly Slot[];
  #advancedAt = 0;

  constructor(arrays: PlayerArrays) {
    this.#arrays = arrays;
    this.#slots = arrays.names.map(() => ({
      track: new Track(),
      name: '',
      look: '',
      isHere: false,
      isPlaced: false,
    }));
  }

  /** Adds a player who has come into view, or changes the name and hue of a known player. */
  introduce(number: number, name: string, hue: number): void {
    const known = this.#slotOf(number);
    const index = known < 0 ? this.#freeSlot() : known;
    const slot = this.#slots[index];
    if (!slot) return;
    if (known < 0) this.#clear(index);
    const { numbers, hues } = this.#arrays;
    numbers[index] = number;
    hues[index] = hue;
    slot.name = name;
    slot.look = lookOf(name) || name;
    slot.isHere = true;
    this.#list();
  }

  /** Adds the position at `time` of a player that was introduced. Milliseconds, metres, radians. */
  move(number: number, time: number, x: number, y: number, z: number, yaw: number): void {
    const slot = this.#slots[this.#slotOf(number)];
    if (!slot?.isHere) return;
    slot.isPlaced = true;
    slot.track.add(time, x, y, z, yaw);
  }

  /** Fades out the light of the player. */
  leave(number: number): void {
    const slot = this.#slots[this.#slotOf(number)];
    if (!slot?.isHere) return;
    slot.isHere = false;
    this.#list();
  }

  /** Fades out all lights. */
  leaveAll(): void {
    for (const slot of this.#slots) slot.isHere = false;
    this.#list();
  }

  emote(number: number, emote: Emote): void {
    const index = this.#slotOf(number);
    if (index < 0) return;
    this.#arrays.emotes[index] = emotes.indexOf(emote);
    this.#arrays.emoteShares[index] = 0;
  }

  /** Updates the arrays to `now`: milliseconds of the same clock as the `time` of `move`. */
  advance(now: number): void {
    const passed = Math.max(0, now - this.#advancedAt);
    this.#advancedAt = now;
    const { numbers, shares, emoteShares, places } = this.#arrays;
    const step = passed / FADE_MS;
    for (let i = 0; i < numbers.length; i++) {
      const slot = this.#slots[i];
      if (numbers[i] === 0 || !slot) continue;
      const share = shares[i] ?? 0;
      if (!slot.isHere) {
        shares[i] = Math.max(0, share - step);
        if (shares[i] === 0) numbers[i] = 0;
      } else if (slot.isPlaced) shares[i] = Math.min(1, share + step);
      emoteShares[i] = Math.min(1, (emoteShares[i] ?? 1) + passed / EMOTE_MS);
      slot.track.advance(now, places, i * 4);
    }
  }

  #slotOf(number: number): number {
    return number === 0 ? -1 : this.#arrays.numbers.indexOf(number);
  }

  /** A free slot, or that of a light that fades out; −1 if all are taken. */
  #freeSlot(): number {
    const free = this.#arrays.numbers.indexOf(0);
    return free >= 0 ? free : this.#slots.findIndex(({ isHere }) => !isHere);
  }

  #clear(index: number): void {
    const slot = this.#slots[index];
    if (!slot) return;
    slot.track.clear();
    slot.isPlaced = false;
    this.#arrays.shares[index] = 0;
    this.#arrays.emoteShares[index] = 1;
  }

  /** Updates the list of the players who are here. Names that look the same get their numbers. */
  #list(): void {
    const { numbers, names, near } = this.#arrays;
    const here: NamedPlayer[] = [];
    const looks = this.#slots.map(({ isHere, look }) => (isHere ? look : ''));
    this.#slots.forEach(({ isHere, name, look }, slot) => {
      if (!isHere) return;
      const number = numbers[slot] ?? 0;
      const isUnique = look === '' || looks.indexOf(look) === looks.lastIndexOf(look);
      const shown = isUnique ? name : withNumber(name, number);
      names[slot] = shown;
      here.push({ number, name: shown, slot });
    });
    if (here.length > 0 || near.get().length > 0) near.set(here);
  }
}
