import * as v from 'valibot';
import { type Aspect, PAINTED_FOLDER } from './pictures.ts';

/** `[left, top, right, bottom]` as shares of the picture's width and height. */
const box = v.pipe(v.tuple([v.number(), v.number(), v.number(), v.number()]), v.readonly());

const picture = v.object({
  /** Pixels. */
  width: v.pipe(v.number(), v.minValue(1)),
  height: v.pipe(v.number(), v.minValue(1)),
  /** The panels in the picture, by their names in links. */
  panels: v.record(v.string(), box),
  /** The arches in the picture, in the order in which portals get their places. */
  portals: v.array(box),
  meter: v.optional(box),
  resident: box,
});

/** Where things stand in the pictures of `public/painted/`: `npm run pictures -- painted` writes the file. */
const placesSchema = v.object({ wide: picture, tall: picture, low: picture });

export type Box = v.InferOutput<typeof box>;
export type PicturePlaces = v.InferOutput<typeof picture>;
export type Places = Readonly<Record<Aspect, PicturePlaces>>;

export const PLACES_FILE = `${PAINTED_FOLDER}/places.json`;

export const parsePlaces = (json: unknown): Places => v.parse(placesSchema, json);

/** Loads the file of a home. Throws if it is missing or has another form. */
export async function loadPlaces(base: string): Promise<Places> {
  const response = await fetch(new URL(PLACES_FILE, base), { signal: AbortSignal.timeout(15_000) });
  if (!response.ok) throw new Error(`${PLACES_FILE}: HTTP ${response.status}`);
  return parsePlaces(await response.json());
}

/** Loads a picture into the browser's cache. Throws if it is missing. */
export async function loadPicture(address: string): Promise<void> {
  const response = await fetch(address, { signal: AbortSignal.timeout(15_000) });
  if (!response.ok) throw new Error(`${address}: HTTP ${response.status}`);
  await response.arrayBuffer();
}
