import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { MAX_PLAYER_TEXT_CHARACTERS } from '../../../data/core/limits.ts';
import { type Emote, emotes } from '../../../data/presence/presence-state.ts';
import { type Place, line, place, playerName } from '../../../data/presence/protocol.ts';
import { type Bus, readText, type Stop } from '../../bus/bus.ts';
import type { Grid } from './grid.ts';
import type { Player, Tab } from './player.ts';

const SUBJECT = 'players';
/** Moves are published at most this often. Milliseconds. */
export const PUBLISH_EVERY_MS = 200;
/** Every tenth call publishes all visitors, not only those who moved: every two seconds. */
const FULL_EVERY = 10;
/**
 * A visitor without a message for five seconds is gone. The time is counted in ticks of 200 ms, so that a
 * pause of this process removes no visitor.
 */
const MAX_SILENT_TICKS = 25;
/** The maximum number of visitors of other gateways that are shown. */
const MAX_REMOTE_PLAYERS = 5_000;
/** The maximum number of visitors in one message. */
const MAX_ROWS = 500;
/** Rows of 500 visitors, each with a name of 24 characters. */
const MAX_MESSAGE_LENGTH = 128 * 1024;

const id = v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/));

/** What gateways publish about their visitors, who are named by their aliases. */
const message = v.variant('type', [
  v.object({
    type: v.literal('places'),
    /** The id of the gateway that sends the message; it is new after each start. */
    gateway: id,
    /** Whether these visitors have just moved; otherwise the message only confirms where they are. */
    moved: v.boolean(),
    players: v.pipe(v.array(v.tuple([id, place])), v.maxLength(MAX_ROWS)),
    /** The names that have changed, or all of them. */
    names: v.pipe(v.array(v.tuple([id, playerName])), v.maxLength(MAX_ROWS)),
    /** The visitors who have left or are hidden now. */
    gone: v.pipe(v.array(id), v.maxLength(MAX_ROWS)),
  }),
  v.object({ type: v.literal('emote'), alias: id, emote: v.picklist(emotes) }),
  v.object({
    type: v.literal('say'),
    alias: id,
    text: v.pipe(line(MAX_PLAYER_TEXT_CHARACTERS), v.minLength(1)),
  }),
]);
type Places = Extract<v.InferOutput<typeof message>, { type: 'places' }>;

/** A visitor of another gateway. */
interface RemotePlayer {
  readonly player: Player;
  readonly tab: Tab;
  /**
   * The gateway that published the visitor last: a visitor may have tabs at two gateways, and the light
   * follows the tab that moves.
   */
  gateway: string;
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

/**
 * Publishes the visitors of this gateway to the other gateways, and shows the visitors of the others here.
 */
export class RemotePlayers {
  readonly #bus: Bus;
  readonly #here: Here;
  readonly #gateway = randomBytes(12).toString('hex');
  readonly #byAlias = new Map<string, RemotePlayer>();
  readonly #stop: Stop;
  /** The versions of position and name that were published last, by alias. */
  #published = new Map<string, Pick<Player, 'version' | 'named'>>();
  #ticks = 0;

  constructor(bus: Bus, here: Here) {
    this.#bus = bus;
    this.#here = here;
    this.#stop = bus.subscribe(SUBJECT, (text) => this.#receive(text));
  }

  /** The number of visitors of other gateways that this gateway shows. */
  get size(): number {
    return this.#byAlias.size;
  }

  /**
   * Call it five times a second. Removes visitors of other gateways who have no recent message. Publishes who
   * has moved, has a new name or has left; every tenth call publishes all visitors.
   * @param players The visitors of this gateway.
   */
  update(players: Iterable<Player>): void {
    for (const [alias, one] of this.#byAlias) {
      one.silentTicks += 1;
      if (one.silentTicks > MAX_SILENT_TICKS || this.#here.isHere(alias)) this.#remove(alias, one);
    }
    const isAll = this.#ticks % FULL_EVERY === 0;
    this.#ticks += 1;
    const before = this.#published;
    this.#published = new Map();
    const moves: Places['players'] = [];
    const names: Places['names'] = [];
    for (const { alias, light, version, named, name } of players) {
      if (!light) continue;
      const known = before.get(alias);
      this.#published.set(alias, { version, named });
      if (isAll || known?.version !== version) moves.push([alias, light]);
      if (isAll || known?.named !== named) names.push([alias, name]);
    }
    const gone = [...before.keys()].filter((alias) => !this.#published.has(alias));
    this.#publishPlaces(!isAll, moves, names, gone);
  }

  /** Publishes an emote of a visitor of this gateway to the other gateways. */
  emote({ alias }: Player, emote: Emote): void {
    this.#publish({ type: 'emote', alias, emote });
  }

  /** Publishes a chat line of a visitor of this gateway to the other gateways. */
  say({ alias }: Player, text: string): void {
    this.#publish({ type: 'say', alias, text });
  }

  /** Removes the visitors of this gateway from the other gateways. */
  close(): void {
    this.#stop();
    this.#publishPlaces(true, [], [], [...this.#published.keys()]);
  }

  #publishPlaces(
    moved: boolean,
    players: Places['players'],
    names: Places['names'],
    gone: Places['gone'],
  ): void {
    // The three lists may have different lengths.
    for (let from = 0; from < Math.max(players.length, names.length, gone.length); from += MAX_ROWS) {
      const part = <T>(all: readonly T[]): T[] => all.slice(from, from + MAX_ROWS);
      const parts = { players: part(players), names: part(names), gone: part(gone) };
      this.#publish({ type: 'places', gateway: this.#gateway, moved, ...parts });
    }
  }

  #publish(text: v.InferInput<typeof message>): void {
    this.#bus.publish(SUBJECT, JSON.stringify(text));
  }

  #receive(text: string): void {
    const read = readText(message, text, MAX_MESSAGE_LENGTH);
    if (!read) return;
    if (read.type === 'places') return this.#applyPlaces(read);
    const player = this.#byAlias.get(read.alias)?.player;
    if (!player) return;
    if (read.type === 'say') this.#here.say(player, read.text);
    else if (player.rates.take('emotes')) this.#here.emote(player, read.emote);
  }

  #applyPlaces({ gateway, moved, players, names, gone }: Places): void {
    for (const [alias, place] of players) {
      if (this.#here.isHere(alias)) continue;
      const one = this.#byAlias.get(alias) ?? this.#add(alias, gateway);
      // A visitor may have tabs at two gateways. A full list (`moved` is false) also contains tabs that stand
      // still; it must not replace the position from the gateway where the visitor last moved.
      if (!one || (one.gateway !== gateway && !moved)) continue;
      one.gateway = gateway;
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
      if (one?.gateway === gateway) this.#remove(alias, one);
    }
  }

  #add(alias: string, gateway: string): RemotePlayer | undefined {
    if (this.#byAlias.size >= MAX_REMOTE_PLAYERS) return undefined;
    const player = this.#here.newPlayer(alias);
    const one = { player, tab: player.open(), gateway, silentTicks: 0 };
    player.show(true, 0);
    this.#byAlias.set(alias, one);
    return one;
  }

  /** Moves a visitor of another gateway. If the position is the same, nothing is sent to the pages. */
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
