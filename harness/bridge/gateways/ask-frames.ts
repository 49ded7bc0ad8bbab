import * as v from 'valibot';
import { MAX_CHAT_CHARACTERS, MAX_STEP_DETAIL_CHARACTERS } from '../../../data/chat/limits.ts';
import { worldAction } from '../../../data/chat/world-action.ts';
import { cleanLine } from '../../../data/readings/schemas/resident-activity.ts';
import { gatewayId } from './gateways.ts';

/**
 * What gateways say to each other about a question: one asks on `ask`, a gateway with a resident takes
 * it, and sends the pieces on `answer.<id>`.
 */

/** Gateways that one question may have been given to before. */
export const MAX_TRIED_GATEWAYS = 4;
/** A longer piece of text is sent as several. */
export const MAX_PIECE_CHARACTERS = 16_000;

const answer = v.pipe(v.string(), v.regex(/^[\da-f]{24}$/));
const text = (max: number) => v.pipe(v.string(), v.maxLength(max));
const line = (max: number) => v.pipe(text(max), v.transform(cleanLine));

export const ask = v.object({
  /** The name of the answer: a random one, so that no late piece gets into another answer. */
  answer,
  visitor: text(40),
  text: v.pipe(text(MAX_CHAT_CHARACTERS), v.minLength(1)),
  history: v.pipe(
    v.array(v.object({ role: v.picklist(['visitor', 'resident']), text: text(16_000) })),
    v.maxLength(40),
  ),
  acting: v.boolean(),
  /** Gateways whose resident did not finish it. */
  tried: v.pipe(v.array(gatewayId), v.maxLength(MAX_TRIED_GATEWAYS)),
});
export type Ask = v.InferOutput<typeof ask>;

/** Whether the gateway that got the question takes it. */
export const askReply = v.object({ gateway: gatewayId, taken: v.boolean() });

const n = v.pipe(v.number(), v.integer(), v.minValue(0));
const step = v.object({
  step: v.pipe(text(80), v.minLength(1)),
  tool: v.pipe(line(80), v.minLength(1)),
  title: line(200),
  state: v.picklist(['running', 'done', 'failed']),
  detail: v.optional(text(MAX_STEP_DETAIL_CHARACTERS)),
});

/** `n` is the number of pieces before it: who misses one sees that. */
export const answerFrame = v.variant('type', [
  v.object({ type: v.literal('text'), n, text: v.pipe(text(MAX_PIECE_CHARACTERS), v.minLength(1)) }),
  v.object({ type: v.literal('action'), n, action: worldAction }),
  v.object({ type: v.literal('step'), n, step }),
  /** Once a second while there is nothing else to say. */
  v.object({ type: v.literal('beat'), n }),
  v.object({ type: v.literal('end'), n, end: v.picklist(['complete', 'failed']) }),
]);
export type AnswerFrame = v.InferOutput<typeof answerFrame>;
export type AnswerFrameInput = v.InferInput<typeof answerFrame>;

export const subjects = {
  /** A question; one of the gateways with a resident gets it. */
  ask: 'ask',
  /** The pieces of its answer. */
  answer: (id: string): string => `answer.${id}`,
  /** Says that no more of it is needed. */
  stop: (id: string): string => `answer.${id}.stop`,
  /** Answers as long as the question is open. */
  isOpen: (id: string): string => `answer.${id}.open`,
} as const;
