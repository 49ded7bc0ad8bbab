import * as v from 'valibot';
import { MAX_CHAT_CHARACTERS, MAX_STEP_DETAIL_CHARACTERS } from '../../../data/core/limits.ts';
import { worldAction } from '../../../data/chat/world-action.ts';
import { cleanLine } from '../../../data/core/text.ts';
import type { ChatStep } from '../../../data/chat/protocol.ts';
import { gatewayId } from './gateways.ts';
import type { ResidentStep } from '../../resident/resident.ts';
import { count, text } from '../../../data/readings/schemas/bounds.ts';

/**
 * What gateways send each other about a question. `RemoteAnswer` asks one gateway with a resident; its
 * `AnswerService` accepts the question and sends the pieces of the answer.
 */

/** The maximum lengths of a tool call's id and name, and of its title. */
const MAX_NAME_CHARACTERS = 80;
const MAX_TITLE_CHARACTERS = 200;
/** A longer piece of text is sent as several frames. */
export const MAX_PIECE_CHARACTERS = 16_000;

const answer = v.pipe(v.string(), v.regex(/^[\da-f]{24}$/));
const line = (max: number) => v.pipe(text(max), v.transform(cleanLine));

export const ask = v.object({
  /** The id of the answer: random, so that no late piece gets into another answer. */
  answer,
  visitor: text(40),
  text: v.pipe(text(MAX_CHAT_CHARACTERS), v.minLength(1)),
  history: v.pipe(
    v.array(v.object({ role: v.picklist(['visitor', 'resident']), text: text(16_000) })),
    v.maxLength(40),
  ),
  acting: v.boolean(),
  /** The gateway that asks. */
  gateway: gatewayId,
});
export type Ask = v.InferOutput<typeof ask>;

/** Whether the gateway accepts the question. */
export const askReply = v.object({ taken: v.boolean() });

const n = count;
const step = v.object({
  step: v.pipe(text(MAX_NAME_CHARACTERS), v.minLength(1)),
  tool: v.pipe(line(MAX_NAME_CHARACTERS), v.minLength(1)),
  title: line(MAX_TITLE_CHARACTERS),
  state: v.picklist(['running', 'done', 'failed']),
  detail: v.optional(text(MAX_STEP_DETAIL_CHARACTERS)),
});

/** Converts a tool call to the form of the protocol, and cuts texts that are too long. */
export const chatStepOf = ({ step, tool, title, state, detail }: ResidentStep): ChatStep => ({
  step: step.slice(0, MAX_NAME_CHARACTERS),
  tool: tool.slice(0, MAX_NAME_CHARACTERS),
  title: title.slice(0, MAX_TITLE_CHARACTERS),
  state,
  ...(detail === undefined ? {} : { detail: detail.slice(0, MAX_STEP_DETAIL_CHARACTERS) }),
});

/**
 * A frame of an answer. `n` is the number of pieces before this piece, so that the receiver notices a lost
 * piece.
 */
export const answerFrame = v.variant('type', [
  v.object({ type: v.literal('text'), n, text: v.pipe(text(MAX_PIECE_CHARACTERS), v.minLength(1)) }),
  v.object({ type: v.literal('action'), n, action: worldAction }),
  v.object({ type: v.literal('step'), n, step }),
  v.object({ type: v.literal('end'), n, end: v.picklist(['complete', 'failed']) }),
]);
export type AnswerFrame = v.InferOutput<typeof answerFrame>;
export type AnswerFrameInput = v.InferInput<typeof answerFrame>;

export const subjects = {
  /** A question for one gateway. */
  ask: (gateway: string): string => `ask.${gateway}`,
  /** The pieces of its answer. */
  answer: (id: string): string => `answer.${id}`,
  /** Stops the answer. */
  stop: (id: string): string => `answer.${id}.stop`,
} as const;
