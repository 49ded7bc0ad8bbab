import * as v from 'valibot';
import { MAX_DISTANCE_METRES, MAX_PLAYER_TEXT_CHARACTERS, emotes } from '../../../data/presence/limits.ts';
import { line, place, playerName } from '../../../data/presence/protocol.ts';
import type { Spot } from './grid.ts';

/**
 * What gateways publish about their visitors. The ground is divided into regions, each with its own subject:
 * a gateway subscribes only to those that its visitors can see.
 */

/** The side of a region in metres. Players farther away than this are updated rarely (`view.ts`). */
const REGION_METRES = 24;
/** Moves are published at most this often. Milliseconds. */
export const REGION_EVERY_MS = 200;
/**
 * The maximum number of visitors in one message. The size of such a message is far below the limit of the
 * bus.
 */
export const MAX_ROWS = 500;
/** Rows of 500 visitors, each with a name of 24 characters. */
export const MAX_REGION_LENGTH = 128 * 1024;

const alias = v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/));

export const regionText = v.variant('type', [
  v.object({
    type: v.literal('places'),
    /** The id of the gateway that sends it: a new one after each start. */
    gateway: v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/)),
    /** Whether these visitors have just moved; otherwise the message only confirms where they are. */
    moved: v.boolean(),
    players: v.pipe(v.array(v.tuple([alias, place])), v.maxLength(MAX_ROWS)),
    /** The names that have changed, or all of them. */
    names: v.pipe(v.array(v.tuple([alias, playerName])), v.maxLength(MAX_ROWS)),
    /** The visitors who are no longer in this region. */
    gone: v.pipe(v.array(alias), v.maxLength(MAX_ROWS)),
  }),
  v.object({ type: v.literal('emote'), alias, emote: v.picklist(emotes) }),
  v.object({
    type: v.literal('say'),
    alias,
    text: v.pipe(line(MAX_PLAYER_TEXT_CHARACTERS), v.minLength(1)),
  }),
]);
export type RegionText = v.InferInput<typeof regionText>;
export type Places = Extract<v.InferOutput<typeof regionText>, { type: 'places' }>;

const indexOf = (metres: number): number => Math.floor((metres + MAX_DISTANCE_METRES) / REGION_METRES);

/** The subject of the region with these indices. */
const subject = (x: number, z: number): string => `region.${x}.${z}`;

export const regionOf = ({ x, z }: Spot): string => subject(indexOf(x), indexOf(z));

const LAST = indexOf(MAX_DISTANCE_METRES);

/** The regions of these points, and their neighbours. */
export function regionsNear(spots: Iterable<Spot>): Set<string> {
  const own = new Map<string, Spot>();
  for (const spot of spots) own.set(regionOf(spot), spot);
  const near = new Set<string>();
  for (const { x, z } of own.values())
    for (const besideX of [-1, 0, 1])
      for (const besideZ of [-1, 0, 1]) {
        const indices = [indexOf(x) + besideX, indexOf(z) + besideZ] as const;
        if (indices.every((index) => index >= 0 && index <= LAST)) near.add(subject(...indices));
      }
  return near;
}
