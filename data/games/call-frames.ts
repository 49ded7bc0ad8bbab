import * as v from 'valibot';
import { count, text } from '../readings/schemas/bounds.ts';
import { gameAction } from './game-action.ts';
import { playId } from './play-record.ts';

/** The frames between a home and the player of a play whose actions an agent of the home chooses. */

const call = { play: playId, call: text(40) };

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
  action: text(40),
  params: v.record(text(40), v.unknown()),
  timestamp: text(40),
  cause: v.optional(text(400)),
});

/** The player sends the result of the action, or what it sees, or why it has neither. */
export const playAnswerFrame = v.object({
  type: v.literal('play-answer'),
  ...call,
  result: v.optional(actionResult),
  /** Specification 2.10; `screen` is the number under which the screenshot was uploaded. */
  state: v.optional(v.looseObject({ screen: count })),
  problem: v.optional(text(300)),
});
export type PlayAnswerFrame = v.InferOutput<typeof playAnswerFrame>;
