import * as v from 'valibot';
import { text, word } from './bounds.ts';

/** Metres from the middle of the island, which is smaller than 60 m. */
const coordinate = v.pipe(v.number(), v.minValue(-60), v.maxValue(60));

/** A place of `vision.json` with a text to read: a few sentences, optionally with Markdown. */
export const visionPoint = v.object({
  id: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9_-]{0,63}$/i, 'a slug of letters, digits, - and _')),
  title: word(80),
  text: v.pipe(text(2000), v.minLength(1)),
  position: v.object({
    x: coordinate,
    z: coordinate,
    /** The height of its foot; the ground if absent. */
    y: v.optional(coordinate),
  }),
  color: v.optional(v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i, 'a colour as #rrggbb'))),
});
/** At most 24 points, more than a visitor would read. */
export const visionFile = v.pipe(v.array(v.unknown()), v.maxLength(24));
export type VisionPoint = v.InferOutput<typeof visionPoint>;
