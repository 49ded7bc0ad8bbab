import { randomBytes } from 'node:crypto';
import type { Emote } from '../../../data/presence/limits.ts';
import type { Place } from '../../../data/presence/protocol.ts';
import type { Bus } from '../../bus/bus.ts';
import type { Player } from './player.ts';
import { MAX_ROWS, type RegionText, regionOf } from './regions.ts';

/** Every tenth call publishes all visitors, not only those who moved: every two seconds. */
const FULL_EVERY = 10;

interface Published {
  readonly region: string;
  readonly version: number;
  readonly named: number;
}

/** What has changed in one region. */
interface RegionChanges {
  readonly players: [string, Place][];
  readonly names: [string, string][];
  readonly gone: string[];
}

/** Publishes to the other gateways where the visitors of this one are: one message for each region. */
export class RegionPublisher {
  readonly #bus: Bus;
  readonly #gateway = randomBytes(12).toString('hex');
  /** What was published last, by alias. */
  #published = new Map<string, Published>();
  #calls = 0;

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  /**
   * Publishes who has moved, has a new name, or has left; every tenth call, all visitors. Call it five times
   * a second.
   */
  publish(players: Iterable<Player>): void {
    const isAll = this.#calls % FULL_EVERY === 0;
    this.#calls += 1;
    const regions = new Map<string, RegionChanges>();
    const published = new Map<string, Published>();
    for (const player of players) {
      const { alias, light, version, named } = player;
      if (!light) continue;
      const region = regionOf({ x: light[0], z: light[2] });
      const before = this.#published.get(alias);
      const isNew = before?.region !== region;
      published.set(alias, { region, version, named });
      if (isAll || isNew || before.version !== version || before.named !== named)
        changesOf(regions, region).players.push([alias, light]);
      if (isAll || isNew || before.named !== named)
        changesOf(regions, region).names.push([alias, player.name]);
    }
    // A visitor who changed the region is published in the new one first: a gateway that receives both sees
    // one light move.
    for (const [region, changes] of regions) this.#publishRegion(region, !isAll, changes);
    this.#publishGone(published);
    this.#published = published;
  }

  emote({ alias }: Player, emote: Emote): void {
    this.#send(this.#published.get(alias)?.region, { type: 'emote', alias, emote });
  }

  say({ alias }: Player, text: string): void {
    this.#send(this.#published.get(alias)?.region, { type: 'say', alias, text });
  }

  /** Removes the visitors of this gateway from the others. */
  close(): void {
    this.#publishGone(new Map());
    this.#published.clear();
  }

  /** Publishes who left a region since the last call. */
  #publishGone(now: ReadonlyMap<string, Published>): void {
    const regions = new Map<string, RegionChanges>();
    for (const [alias, { region }] of this.#published)
      if (now.get(alias)?.region !== region) changesOf(regions, region).gone.push(alias);
    for (const [region, changes] of regions) this.#publishRegion(region, true, changes);
  }

  #publishRegion(region: string, moved: boolean, { players, names, gone }: RegionChanges): void {
    const gateway = this.#gateway;
    // The three lists of a region may have different lengths.
    const most = Math.max(players.length, names.length, gone.length);
    for (let from = 0; from < most; from += MAX_ROWS) {
      const part = <T>(all: readonly T[]): T[] => all.slice(from, from + MAX_ROWS);
      const parts = { players: part(players), names: part(names), gone: part(gone) };
      this.#send(region, { type: 'places', gateway, moved, ...parts });
    }
  }

  /** A visitor who was not published yet has no region. */
  #send(region: string | undefined, text: RegionText): void {
    if (region !== undefined) this.#bus.publish(region, JSON.stringify(text));
  }
}

function changesOf(regions: Map<string, RegionChanges>, region: string): RegionChanges {
  const known = regions.get(region);
  if (known) return known;
  const changes: RegionChanges = { players: [], names: [], gone: [] };
  regions.set(region, changes);
  return changes;
}
