import type { Emote } from '../../../data/presence/limits.ts';
import type { Place } from '../../../data/presence/protocol.ts';
import { type Bus, readText, type Stop } from '../../bus/bus.ts';
import type { Grid, Spot } from './grid.ts';
import type { Player, Tab } from './player.ts';
import { MAX_REGION_LENGTH, type Places, regionText, regionsNear } from './regions.ts';

/**
 * A visitor without a message for five seconds is gone. Counted in ticks of 200 ms, so that a pause of this
 * process removes no visitor.
 */
const MAX_SILENT_TICKS = 25;
/** The maximum number of visitors of other gateways that are shown. */
const MAX_REMOTE_PLAYERS = 5_000;

/** A visitor of another gateway. */
interface RemotePlayer {
  readonly player: Player;
  readonly tab: Tab;
  /**
   * The gateway that published the visitor last: a visitor may have tabs at two gateways, and the light
   * follows the tab that moves.
   */
  gateway: string;
  region: string;
  silentTicks: number;
}

interface Here {
  /** The positions of all visitors, of this gateway and of others. */
  readonly grid: Grid<Player>;
  readonly newPlayer: (alias: string) => Player;
  /** Whether this visitor has a light at this gateway: then the light from another gateway is not shown. */
  readonly isHere: (alias: string) => boolean;
  /** Whether no visitor may have this name: another program may send any name. */
  readonly isReserved: (name: string) => boolean;
  readonly moved: () => void;
  readonly emote: (player: Player, emote: Emote) => void;
  readonly say: (player: Player, text: string) => void;
}

/** The visitors of other gateways who are near visitors of this gateway. */
export class RemotePlayers {
  readonly #bus: Bus;
  readonly #here: Here;
  readonly #byAlias = new Map<string, RemotePlayer>();
  readonly #regions = new Map<string, Stop>();

  constructor(bus: Bus, here: Here) {
    this.#bus = bus;
    this.#here = here;
  }

  /** The number of visitors of other gateways that this gateway shows. */
  get size(): number {
    return this.#byAlias.size;
  }

  /**
   * Removes visitors without recent messages, and subscribes to the regions near the watchers. Call it five
   * times a second.
   * @param watchers The positions of the visitors who want to see others.
   */
  update(watchers: Iterable<Spot>): void {
    for (const [alias, one] of this.#byAlias) {
      one.silentTicks += 1;
      if (one.silentTicks > MAX_SILENT_TICKS || this.#here.isHere(alias)) this.#remove(alias, one);
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
          this.#bus.subscribe(region, (text) => this.#receive(region, text)),
        );
  }

  close(): void {
    for (const stop of this.#regions.values()) stop();
    this.#regions.clear();
  }

  #receive(region: string, text: string): void {
    const message = readText(regionText, text, MAX_REGION_LENGTH);
    if (!message) return;
    if (message.type === 'places') return this.#applyPlaces(region, message);
    const player = this.#byAlias.get(message.alias)?.player;
    if (!player) return;
    if (message.type === 'say') this.#here.say(player, message.text);
    else if (player.rates.take('emotes')) this.#here.emote(player, message.emote);
  }

  #applyPlaces(region: string, { gateway, moved, players, names, gone }: Places): void {
    for (const [alias, place] of players) {
      if (this.#here.isHere(alias)) continue;
      const one = this.#byAlias.get(alias) ?? this.#add(alias, gateway, region);
      // The tab that stands still at another gateway does not take the light back.
      if (!one || (one.gateway !== gateway && !moved)) continue;
      one.gateway = gateway;
      one.region = region;
      one.silentTicks = 0;
      this.#move(one, place);
    }
    for (const [alias, name] of names) {
      const one = this.#byAlias.get(alias);
      if (one?.gateway !== gateway) continue;
      const shown = this.#here.isReserved(name) ? '' : name;
      if (one.player.name === shown) continue;
      one.player.name = shown;
      this.#here.moved();
    }
    for (const alias of gone) {
      const one = this.#byAlias.get(alias);
      if (one?.gateway === gateway && one.region === region) this.#remove(alias, one);
    }
  }

  #add(alias: string, gateway: string, region: string): RemotePlayer | undefined {
    if (this.#byAlias.size >= MAX_REMOTE_PLAYERS) return undefined;
    const player = this.#here.newPlayer(alias);
    const one = { player, tab: player.open(), gateway, region, silentTicks: 0 };
    player.show(true, 0);
    this.#byAlias.set(alias, one);
    return one;
  }

  /** A visitor who did not move is not sent to the pages again. */
  #move({ player, tab }: RemotePlayer, place: Place): void {
    if (place.every((value, index) => value === tab.place?.[index])) return;
    player.move(tab, place, 0);
    this.#here.grid.put(player, place[0], place[2]);
    this.#here.moved();
  }

  #remove(alias: string, { player, tab }: RemotePlayer): void {
    this.#byAlias.delete(alias);
    // Views drop a player without a light.
    player.close(tab, 0);
    this.#here.grid.delete(player);
    this.#here.moved();
  }
}
