import * as v from 'valibot';
import { gameAction } from './game-action.ts';
import { playId } from './play-record.ts';

/** The frames between a home and the player of a play whose actions an agent of the home chooses. */

const line = (max: number) => v.pipe(v.string(), v.maxLength(max));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const call = { play: playId, call: line(40) };

/** The home sends an action. A frame without an action asks for a screenshot of the game. */
export const playCallFrame = v.object({
  type: v.literal('play-call'),
  ...call,
  action: v.optional(gameAction),
});
export type PlayCallFrame = v.InferOutput<typeof playCallFrame>;

/** Specification 2.9. */
const actionResult = v.object({
  success: v.boolean(),
  action: line(40),
  params: v.record(line(40), v.unknown()),
  timestamp: line(40),
  cause: v.optional(line(400)),
});

/** The player sends the result of the action, or what it sees, or why it has neither. */
export const playAnswerFrame = v.object({
  type: v.literal('play-answer'),
  ...call,
  result: v.optional(actionResult),
  /** Specification 2.10; `screen` is the number under which the screenshot was uploaded. */
  state: v.optional(v.looseObject({ screen: count })),
  problem: v.optional(line(300)),
});
export type PlayAnswerFrame = v.InferOutput<typeof playAnswerFrame>;
