import { MAX_NAMED_PLAYERS, NEAR_METRES } from '../../../data/core/limits.ts';
import { type Grid, type Spot, distance } from './grid.ts';
import type { Player } from './player.ts';

/** The drawn players are chosen again after this many ticks; in between only their positions are sent. */
const CHOOSE_EVERY_TICKS = 5;
/**
 * The maximum number of players that come into view in one tick, so that 500 who arrive at once cause no
 * burst of frames.
 */
const MAX_ARRIVALS_A_TICK = 8;
/**
 * A newcomer replaces a player who is drawn only if the newcomer is nearer by this factor. Without the
 * factor, two players at the edge of the view would take turns to appear.
 */
const HYSTERESIS = 0.85;
/** Players farther away than this are updated rarely. Metres. */
const FAR_METRES = 24;
/** Ticks between two positions of one player: near, at middle distance, and far. */
const EVERY = { near: 1, middle: 2, far: 10 } as const;
/**
 * In a crowd, at most `MAX_NEAR` players count as near, and at most `MAX_NEAR_OR_MIDDLE` as near or at middle
 * distance. A visitor then gets less than 10 kB a second.
 */
const MAX_NEAR = 12;
const MAX_NEAR_OR_MIDDLE = 24;
/** Ticks between two positions of the other players of a crowd within 24 metres. */
const CROWD_EVERY = 5;

/**
 * The fields of what a page has received about a player: the versions of the player's position and name, the
 * tick of the newest position (0 before the first), and the ticks between two positions.
 */
const VERSION = 0;
const NAMED = 1;
const TICK = 2;
const PACE = 3;
const FIELDS = 4;

/** Ticks between two positions of the player at this place of the list, nearest first. */
function pace(rank: number, metres: number): number {
  if (metres > FAR_METRES) return EVERY.far;
  if (rank >= MAX_NEAR_OR_MIDDLE) return CROWD_EVERY;
  return metres <= NEAR_METRES && rank < MAX_NEAR ? EVERY.near : EVERY.middle;
}

/**
 * What one page sees of the others: at most the 50 nearest. It remembers what the page has received, so a
 * frame can be skipped: the next frame contains the newest state.
 */
export class View {
  readonly #grid: Grid<Player>;
  readonly #own: Player | undefined;
  readonly #seen: Player[] = [];
  /** Four fields for each player. Objects instead would take most of the memory that a visitor needs. */
  readonly #told = new Int32Array(MAX_NAMED_PLAYERS * FIELDS);
  /** The players that are chosen but not sent yet; nearest first. */
  #arriving: { readonly player: Player; readonly everyTicks: number }[] = [];
  /** The numbers of the players that were removed since the last frame. */
  readonly #gone: number[] = [];
  #count = 0;
  /** The tick, the visitor's position and the grid's version at the last choice. */
  #chosenAt = -CHOOSE_EVERY_TICKS;
  #chosenFrom: Spot = { x: NaN, z: NaN };
  #chosenChanges = -1;

  /** @param own The visitor whose page this is; the page does not show its own visitor. */
  constructor(grid: Grid<Player>, own: Player | undefined) {
    this.#grid = grid;
    this.#own = own;
  }

  sees(player: Player): boolean {
    return this.#seen.includes(player);
  }

  /**
   * The frames to be sent now, none if nothing is new for this page.
   * @param from Where the visitor is.
   * @param now The time of the home, in milliseconds since the epoch.
   */
  frames(tick: number, from: Spot, now: number): string[] {
    if (tick - this.#chosenAt >= CHOOSE_EVERY_TICKS && this.#isOutdated(from)) {
      this.#chosenAt = tick;
      this.#choose(from);
    }
    this.#keep(({ light }) => light !== undefined);
    const cards = this.#arrivals();
    const rows: string[] = [];
    for (const [index, player] of this.#seen.entries()) {
      if (this.#get(index, NAMED) !== player.named) {
        this.#set(index, NAMED, player.named);
        cards.push(player.card);
      }
      const told = this.#get(index, TICK);
      const isDue = told === 0 || tick - told >= this.#get(index, PACE);
      if (this.#get(index, VERSION) === player.version || !isDue) continue;
      this.#set(index, VERSION, player.version);
      this.#set(index, TICK, tick);
      rows.push(player.row);
    }
    const others = this.#grid.size - (this.#own && this.#grid.has(this.#own) ? 1 : 0);
    const count = others - this.#seen.length;
    if (rows.length === 0 && this.#gone.length === 0 && count === this.#count) return cards;
    this.#count = count;
    const gone = this.#gone.splice(0);
    cards.push(
      `{"type":"players","at":${now},"p":[${rows.join()}],"gone":[${gone.join()}],"count":${count}}`,
    );
    return cards;
  }

  /** Whether a new choice may differ from the last one. */
  #isOutdated(from: Spot): boolean {
    const { x, z } = this.#chosenFrom;
    return this.#chosenChanges !== this.#grid.changes || x !== from.x || z !== from.z;
  }

  /** Chooses which players are drawn, and how often each is updated. */
  #choose(from: Spot): void {
    this.#chosenFrom = from;
    this.#chosenChanges = this.#grid.changes;
    // One more than the maximum, because the visitor of this page is among the nearest.
    const near = this.#grid.nearest(from, MAX_NAMED_PLAYERS + 1).map(({ item }) => item);
    const drawn = new Set(this.#seen);
    const chosen = [...new Set([...near, ...drawn])]
      .flatMap((player) => {
        const spot = this.#grid.spotOf(player);
        // Compares aliases, because the light may belong to the visitor's tab at another gateway.
        if (!spot || player.alias === this.#own?.alias) return [];
        const metres = distance(from, spot);
        return [{ player, metres, biased: metres * (drawn.has(player) ? HYSTERESIS : 1) }];
      })
      .sort((one, other) => one.biased - other.biased)
      .slice(0, MAX_NAMED_PLAYERS);
    const stay = new Set(chosen.map(({ player }) => player));
    this.#keep((player) => stay.has(player));
    const places = new Map(this.#seen.map((player, index) => [player, index]));
    this.#arriving = [];
    for (const [rank, { player, metres }] of chosen.entries()) {
      const everyTicks = pace(rank, metres);
      const index = places.get(player);
      if (index === undefined) this.#arriving.push({ player, everyTicks });
      else this.#set(index, PACE, everyTicks);
    }
  }

  /**
   * Adds the next players to the view; returns their frames `player`. The page has 50 slots. It learns which
   * slots are free only after these frames, so a slot that becomes free in this tick is used in the next
   * tick. The same applies to numbers: a visitor who comes back at once is another player with the same
   * number, which the page must lose before it gets it again.
   */
  #arrivals(): string[] {
    const room = MAX_NAMED_PLAYERS - this.#seen.length - this.#gone.length;
    const cards: string[] = [];
    this.#arriving = this.#arriving.filter(({ player, everyTicks }) => {
      if (player.light === undefined) return false;
      if (cards.length >= Math.min(room, MAX_ARRIVALS_A_TICK) || this.#isTaken(player.number)) return true;
      const index = this.#seen.push(player) - 1;
      this.#set(index, VERSION, -1);
      this.#set(index, NAMED, player.named);
      this.#set(index, TICK, 0);
      this.#set(index, PACE, everyTicks);
      cards.push(player.card);
      return false;
    });
    return cards;
  }

  #isTaken(wanted: number): boolean {
    return this.#gone.includes(wanted) || this.#seen.some(({ number }) => number === wanted);
  }

  /** Removes from the view the players that do not stay. */
  #keep(stays: (player: Player) => boolean): void {
    for (let index = this.#seen.length - 1; index >= 0; index--) {
      const player = this.#seen[index];
      if (!player || stays(player)) continue;
      this.#gone.push(player.number);
      // The last player of the list moves to the free slot.
      const last = this.#seen.pop();
      if (!last || last === player) continue;
      this.#seen[index] = last;
      this.#told.copyWithin(index * FIELDS, this.#seen.length * FIELDS, (this.#seen.length + 1) * FIELDS);
    }
  }

  #get(index: number, field: number): number {
    return this.#told[index * FIELDS + field] ?? 0;
  }

  #set(index: number, field: number, value: number): void {
    this.#told[index * FIELDS + field] = value;
  }
}
