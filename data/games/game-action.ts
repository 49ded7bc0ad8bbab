import * as v from 'valibot';
import { text, word } from '../readings/schemas/bounds.ts';

/**
 * What a player may do in a game's window (specification 4.D), one record for each of the nine actions.
 * Points are fractions of the screenshot: 0 is its left or top edge, 1 its right or bottom edge.
 */

/** The longest text that one action types. */
export const MAX_TYPED_CHARACTERS = 200;
/** The maximum number of wheel steps of one action. */
export const MAX_SCROLL_STEPS = 50;
/** The longest drag in seconds. */
export const MAX_DRAG_SECONDS = 10;

const fraction = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const point = { x: fraction, y: fraction };
/** The name of one key: `i`, `Return`, `F5`. */
const key = v.pipe(v.string(), v.regex(/^\S{1,20}$/));
/** Two to five names of keys with spaces between them: `ctrl s`. */
const keys = v.pipe(text(80), v.regex(/^\S{1,20}( \S{1,20}){1,4}$/));

const act = <const N extends string, const P extends v.ObjectEntries>(action: N, params: P) =>
  v.object({ action: v.literal(action), params: v.strictObject(params) });

export const gameAction = v.variant('action', [
  act('click', point),
  act('right_click', point),
  act('double_click', point),
  act('move_to', point),
  /** A drag from the pointer's position, with the left button held. */
  act('drag_to', {
    ...point,
    /** Seconds. */
    duration: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_DRAG_SECONDS)), 0.5),
  }),
  act('type_text', { text: word(MAX_TYPED_CHARACTERS) }),
  act('press_key', { key }),
  act('hotkey', { keys }),
  /** Wheel steps; up is positive. */
  act('scroll', {
    amount: v.pipe(
      v.number(),
      v.integer(),
      v.minValue(-MAX_SCROLL_STEPS),
      v.maxValue(MAX_SCROLL_STEPS),
      v.notValue(0),
    ),
  }),
]);
export type GameAction = v.InferOutput<typeof gameAction>;
export type GameActionName = GameAction['action'];

/** The result of an action (specification 2.9), with the cause of a failure. */
export interface ActionResult {
  readonly success: boolean;
  readonly action: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  readonly timestamp: string;
  /** A phrase, when `success` is false. */
  readonly cause?: string;
}
