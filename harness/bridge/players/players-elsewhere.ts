import type { Emote } from '../../../data/presence/limits.ts';
import type { Place } from '../../../data/presence/protocol.ts';
import type { Bus, Stop } from '../../bus/bus.ts';
import { readText } from '../../bus/read-text.ts';
import type { Grid, Spot } from './grid.ts';
import type { Player, Tab } from './player.ts';
import { MAX_REGION_LENGTH, type Places, regionText, regionsNear } from './regions.ts';

/** Who is not heard of for five seconds is gone. Beats of 200 ms, so that a pause of this process ends nobody. */
const MAX_SILENT_BEATS = 25;
/** Visitors of other gateways near the visitors of this one; more are not shown. */
const MAX_ELSEWHERE = 5_000;

/** A visitor of another gateway. */
interface Elsewhere {
  readonly player: Player;
  readonly tab: Tab;
  /** Who told of it last: a visitor may have tabs at two gateways, and the tab that moves has the light. */
  gateway: string;
  region: string;
  silentBeats: number;
}

interface Here {
  /** The ground on which all visitors stand, of this gateway and of others. */
  readonly grid: Grid<Player>;
  readonly newPlayer: (alias: string) => Player;
  /** Whether this visitor has a light at this gateway: another one is not shown then. */
  readonly isHere: (alias: string) => boolean;
  readonly moved: () => void;
  readonly emote: (player: Player, emote: Emote) => void;
  readonly say: (player: Player, text: string) => void;
}

/** The visitors of other gateways who are near those of this one. */
export class PlayersElsewhere {
  readonly #bus: Bus;
  readonly #here: Here;
  readonly #byAlias = new Map<string, Elsewhere>();
  readonly #regions = new Map<string, Stop>();

  constructor(bus: Bus, here: Here) {
    this.#bus = bus;
    this.#here = here;
  }

  /** How many of them are seen. */
  get size(): number {
    return this.#byAlias.size;
  }

  /**
   * Forgets those of whom nothing is heard, and listens to what is near. To be called five times a second.
   * @param watchers Where the visitors are who want to see others.
   */
  beat(watchers: Iterable<Spot>): void {
    for (const [alias, one] of this.#byAlias) {
      one.silentBeats += 1;
      if (one.silentBeats > MAX_SILENT_BEATS || this.#here.isHere(alias)) this.#remove(alias, one);
    }
    const near = regionsNear(watchers);
    for (const [region, stop] of this.#regions)
      if (!near.has(region)) {
        stop();
        this.#regions.delete(region);
      }
    for (const region of near)
      if (!this.#regions.has(region))
        this.#regions.set(
          region,
          this.#bus.subscribe(region, (text) => this.#hear(region, text)),
        );
  }

  close(): void {
    for (const stop of this.#regions.values()) stop();
    this.#regions.clear();
  }

  #hear(region: string, text: string): void {
    const heard = readText(regionText, text, MAX_REGION_LENGTH);
    if (!heard) return;
    if (heard.type === 'places') return this.#take(region, heard);
    const player = this.#byAlias.get(heard.alias)?.player;
    if (!player) return;
    if (heard.type === 'say') this.#here.say(player, heard.text);
    else if (player.rates.take('emotes')) this.#here.emote(player, heard.emote);
  }

  #take(region: string, { gateway, moved, players, names, gone }: Places): void {
    for (const [alias, place] of players) {
      if (this.#here.isHere(alias)) continue;
      const one = this.#byAlias.get(alias) ?? this.#add(alias, gateway, region);
      // The tab that stands still at another gateway does not take the light back.
      if (!one || (one.gateway !== gateway && !moved)) continue;
      one.gateway = gateway;
      one.region = region;
      one.silentBeats = 0;
      this.#move(one, place);
    }
    for (const [alias, name] of names) {
      const one = this.#byAlias.get(alias);
      if (one?.gateway !== gateway || one.player.name === name) continue;
      one.player.name = name;
      this.#here.moved();
    }
    for (const alias of gone) {
      const one = this.#byAlias.get(alias);
      if (one?.gateway === gateway && one.region === region) this.#remove(alias, one);
    }
  }

  #add(alias: string, gateway: string, region: string): Elsewhere | undefined {
    if (this.#byAlias.size >= MAX_ELSEWHERE) return undefined;
    const player = this.#here.newPlayer(alias);
    const one = { player, tab: player.open(), gateway, region, silentBeats: 0 };
    player.show(true);
    this.#byAlias.set(alias, one);
    return one;
  }

  /** Who only stands there is not told of again to those who see it. */
  #move({ player, tab }: Elsewhere, place: Place): void {
    if (place.every((value, index) => value === tab.place?.[index])) return;
    player.move(tab, place, 0);
    this.#here.grid.put(player, place[0], place[2]);
    this.#here.moved();
  }

  #remove(alias: string, { player, tab }: Elsewhere): void {
    this.#byAlias.delete(alias);
    // Views give up a player without a light.
    player.close(tab);
    this.#here.grid.delete(player);
    this.#here.moved();
  }
}
