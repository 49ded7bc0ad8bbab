import { randomBytes } from 'node:crypto';
import type { Emote } from '../../../data/presence/limits.ts';
import type { Place } from '../../../data/presence/protocol.ts';
import type { Bus } from '../../bus/bus.ts';
import type { Player } from './player.ts';
import { MAX_ROWS, type RegionText, regionOf } from './regions.ts';

/** Each tenth time all visitors are told of, not only those who moved: every two seconds. */
const ALL_EVERY = 10;

interface Told {
  readonly region: string;
  readonly version: number;
  readonly named: number;
}

/** What is new in one region. */
interface News {
  readonly players: [string, Place][];
  readonly names: [string, string][];
  readonly gone: string[];
}

/** Tells the other gateways where the visitors of this one are: one text for each region. */
export class RegionTeller {
  readonly #bus: Bus;
  readonly #gateway = randomBytes(12).toString('hex');
  /** What the others know, by alias. */
  #told = new Map<string, Told>();
  #beats = 0;

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  /** Tells who has moved, has another name, or is gone; now and then of all. To be called five times a second. */
  tell(players: Iterable<Player>): void {
    const isAll = this.#beats % ALL_EVERY === 0;
    this.#beats += 1;
    const regions = new Map<string, News>();
    const told = new Map<string, Told>();
    for (const player of players) {
      const { alias, light, version, named } = player;
      if (!light) continue;
      const region = regionOf({ x: light[0], z: light[2] });
      const before = this.#told.get(alias);
      const isNew = before?.region !== region;
      told.set(alias, { region, version, named });
      if (isAll || isNew || before.version !== version || before.named !== named)
        newsOf(regions, region).players.push([alias, light]);
      if (isAll || isNew || before.named !== named) newsOf(regions, region).names.push([alias, player.name]);
    }
    // Who went to another region is told there first: those who hear both see one light that walks on.
    for (const [region, news] of regions) this.#publish(region, !isAll, news);
    this.#forget(told);
    this.#told = told;
  }

  emote({ alias }: Player, emote: Emote): void {
    this.#send(this.#told.get(alias)?.region, { type: 'emote', alias, emote });
  }

  say({ alias }: Player, text: string): void {
    this.#send(this.#told.get(alias)?.region, { type: 'say', alias, text });
  }

  /** The visitors of this gateway are seen no more. */
  close(): void {
    this.#forget(new Map());
    this.#told.clear();
  }

  /** Tells who was told of and is not there now. */
  #forget(now: ReadonlyMap<string, Told>): void {
    const regions = new Map<string, News>();
    for (const [alias, { region }] of this.#told)
      if (now.get(alias)?.region !== region) newsOf(regions, region).gone.push(alias);
    for (const [region, news] of regions) this.#publish(region, true, news);
  }

  #publish(region: string, moved: boolean, { players, names, gone }: News): void {
    const gateway = this.#gateway;
    // The three lists of a region may have different lengths.
    const most = Math.max(players.length, names.length, gone.length);
    for (let from = 0; from < most; from += MAX_ROWS) {
      const part = <T>(all: readonly T[]): T[] => all.slice(from, from + MAX_ROWS);
      const parts = { players: part(players), names: part(names), gone: part(gone) };
      this.#send(region, { type: 'places', gateway, moved, ...parts });
    }
  }

  /** A visitor whom the others do not know yet has no region. */
  #send(region: string | undefined, text: RegionText): void {
    if (region !== undefined) this.#bus.publish(region, JSON.stringify(text));
  }
}

function newsOf(regions: Map<string, News>, region: string): News {
  const known = regions.get(region);
  if (known) return known;
  const news: News = { players: [], names: [], gone: [] };
  regions.set(region, news);
  return news;
}
