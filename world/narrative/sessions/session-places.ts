import { MathUtils } from 'three';
import { type PictureShape, edgeOfToday } from '../../core/scene/picture-shape.ts';
import { START, startPose } from '../../core/scene/start.ts';
import type { AgentSession } from '../../../data/readings/schemas/agent-sessions.ts';

/** The maximum number of sessions that are figures. The others are lights in a row. */
export const FIGURES = 12;
/** The maximum number of lights in that row. Further sessions are only counted in the row's number. */
export const LIGHTS = 20;

/**
 * Where figures stand, the nearest to the resident first, alternating right and left: two rows beside the
 * resident. Seen from the start, the front row stands in the gaps between the names of the back row, and all
 * names fit into a picture of 16:9. Metres.
 */
const WIDE: readonly (readonly [x: number, z: number])[] = [
  [1.95, -0.7],
  [-1.95, -0.7],
  [3.96, -0.4],
  [-3.96, -0.4],
  [5.75, 0],
  [-5.75, 0],
  [1.99, 2.1],
  [-1.99, 2.1],
  [3.36, 2.2],
  [-3.36, 2.2],
  [4.68, 2.3],
  [-4.68, 2.3],
];
/**
 * The places in a tall window. There a visit begins nearer to the resident, so only two figures fit into the
 * picture above the thumb's stick.
 */
const TALL: readonly (readonly [x: number, z: number])[] = [
  [1.5, -2.4],
  [-1.5, -2.4],
];
/** A session that waits stands this much nearer to the position where a visit begins (`START`). Metres. */
const STEP_METRES = 0.9;

const placesOf = (isTall: boolean): typeof WIDE => (isTall ? TALL : WIDE);

/** Half the width of a name of fourteen letters, as a tangent: names are enlarged with the distance. */
const HALF_NAME = 0.095;

/** The number of places in a window that is wide or tall. */
export const placeCount = (isTall: boolean): number => placesOf(isTall).length;
/** z of a place in metres, for a session that waits or not. */
export const placeZ = (index: number, isTall: boolean, waits: boolean): number =>
  (placesOf(isTall)[index]?.[1] ?? 0) + (waits ? STEP_METRES : 0);
/** x of a place in metres. A session that steps forward does not move sideways as seen from the start. */
export function placeX(index: number, isTall: boolean, waits: boolean): number {
  const [x, z] = placesOf(isTall)[index] ?? [0, 0];
  return (x * (START.z - placeZ(index, isTall, waits))) / (START.z - z);
}

/**
 * The places whose figure and name are in the picture of the start. `besideToday`: without those that the
 * panel Today covers.
 */
export function placesInPicture(
  { fov, aspect, height }: Pick<PictureShape, 'fov' | 'aspect' | 'height'>,
  besideToday: boolean,
): number[] {
  const isTall = aspect < 1;
  const places = [...placesOf(isTall).keys()];
  if (isTall) return places;
  const { z } = startPose(fov, aspect, height);
  const half = Math.tan(MathUtils.degToRad(fov) / 2) * aspect;
  const left = besideToday ? edgeOfToday({ aspect, height }) : -1;
  return places.filter((index) => {
    const at = placeX(index, isTall, false) / (z - placeZ(index, isTall, false));
    return at - HALF_NAME >= left * half && at + HALF_NAME <= half;
  });
}

/** The row of lights for sessions that are no figures, in front of the resident. Metres. */
export const ROW = { y: 0.28, z: 2.1, apart: 0.17, width: 2, tallWidth: 1.5 } as const;

/**
 * Which session has which place. A session keeps its place until it has ended. A new session takes the first
 * free place. If no place is free, a session that waits takes the place of a session that does not wait.
 */
export class SessionPlaces {
  readonly #keys: (string | undefined)[] = Array.from({ length: FIGURES }, () => undefined);

  /**
   * The session at each place. `sessions` are in the order of the queue, `places` the places in use.
   */
  update(
    sessions: readonly AgentSession[],
    places: readonly number[],
  ): readonly (AgentSession | undefined)[] {
    const byKey = new Map(sessions.map((session) => [session.key, session]));
    const keys = this.#keys;
    for (const [index, key] of keys.entries())
      if (!places.includes(index) || (key !== undefined && !byKey.has(key))) keys[index] = undefined;
    for (const { key, state } of sessions) {
      if (keys.includes(key)) continue;
      const free = places.find((index) => keys[index] === undefined);
      if (free !== undefined) keys[free] = key;
      else if (state === 'waiting' || state === 'failed') {
        const calm = keys.findLastIndex((other) => {
          const there = other === undefined ? undefined : byKey.get(other)?.state;
          return there !== undefined && there !== 'waiting' && there !== 'failed';
        });
        if (calm >= 0) keys[calm] = key;
      }
    }
    return keys.map((key) => (key === undefined ? undefined : byKey.get(key)));
  }
}
