import * as v from 'valibot';
import { text } from './bounds.ts';
import { portalState } from './portal-state.ts';

/** Metres from the middle of the home, and radians: far beyond what is drawn. */
const coordinate = v.pipe(v.number(), v.minValue(-10_000), v.maxValue(10_000));
const vector = v.object({ x: coordinate, y: v.optional(coordinate, 0), z: coordinate });

/** One destination of `portals.json` (specification 2.1), with its look and its place in the world. */
export const portalRecord = v.object({
  ...portalState.entries,
  color: v.optional(v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i, 'a colour as #rrggbb'))),
  /** A picture of the place behind it: a path of this home. */
  image: v.optional(v.pipe(text(300), v.regex(/^\/[\w.-][\w./-]*$/, 'a path of this home'))),
  position: v.optional(vector),
  rotation: v.optional(
    v.object({ x: v.optional(coordinate, 0), y: v.optional(coordinate, 0), z: v.optional(coordinate, 0) }),
  ),
});
export type PortalRecord = v.InferOutput<typeof portalRecord>;
