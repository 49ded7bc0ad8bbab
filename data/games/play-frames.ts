import * as v from 'valibot';
import { playOrder, playRecord } from './play-record.ts';

/**
 * The bridge's frames about plays. They have their own file, because a page without a play does not load
 * them. `docs/protocol.md` explains them.
 */

/** The state of a play: from its player to the home, and from the home to every page. */
export const playFrame = v.object({ type: v.literal('play'), play: playRecord });
export type PlayFrame = v.InferOutput<typeof playFrame>;

const [approve, refuse, stop] = playOrder.options;
const type = v.literal('play-order');
/** A decision of the owner: from a page to the home, and from the home to the player. */
export const playOrderFrame = v.variant('order', [
  v.object({ type, ...approve.entries }),
  v.object({ type, ...refuse.entries }),
  v.object({ type, ...stop.entries }),
]);
export type PlayOrderFrame = v.InferOutput<typeof playOrderFrame>;
