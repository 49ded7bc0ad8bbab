import * as v from 'valibot';
import { cleanLine } from '../core/text.ts';
import { text } from '../readings/schemas/bounds.ts';
import { withoutSecrets } from '../readings/schemas/secrets.ts';
import { MAX_CHAT_CHARACTERS, MAX_STEP_DETAIL_CHARACTERS } from '../core/limits.ts';

/**
 * The frames between the home and an agent that is its resident (role `resident`). They have a file
 * of their own because no page needs them. `docs/agent-as-resident.md` explains them.
 */

/** The id of a question; it is not the visitor's id of the message. */
const questionId = v.pipe(v.string(), v.regex(/^[\w-]{1,80}$/));
/** One line of text for pages. */
const line = (max: number) =>
  v.pipe(
    text(max),
    v.transform((given) => withoutSecrets(cleanLine(given))),
    v.minLength(1),
  );

/** One tool call of an answer, without secrets: every field is shown to the visitor. */
const stepFields = {
  step: v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/)),
  tool: line(80),
  title: line(200),
  state: v.picklist(['running', 'done', 'failed']),
  detail: v.optional(v.pipe(text(MAX_STEP_DETAIL_CHARACTERS), v.transform(withoutSecrets))),
};

/** From an agent to the home. */
export const residentFrame = v.variant('type', [
  /** Moves into the room: from now on the agent gets the visitors' questions. */
  v.object({
    type: v.literal('enter'),
    name: v.optional(v.pipe(text(80), v.trim(), v.minLength(1)), 'An agent'),
    /** Where the agent's model runs. By default, visitors read that the model is hosted. */
    place: v.optional(v.picklist(['local', 'hosted']), 'hosted'),
    /** One or two sentences for visitors: who answers, and about what. */
    note: v.optional(v.pipe(text(400), v.trim(), v.minLength(1))),
  }),
  v.object({ type: v.literal('leave') }),
  v.object({
    type: v.literal('answer-delta'),
    id: questionId,
    text: v.pipe(text(MAX_CHAT_CHARACTERS), v.minLength(1)),
  }),
  v.object({ type: v.literal('answer-step'), id: questionId, ...stepFields }),
  /** `failed`: the agent cannot answer this question. The next resident of the room answers it. */
  v.object({ type: v.literal('answer-end'), id: questionId, end: v.picklist(['complete', 'failed']) }),
  /** An action for the visitor who asked this question. Without a question, it is for all visitors. */
  v.object({
    type: v.literal('act'),
    id: v.optional(questionId),
    action: text(40),
    detail: v.optional(v.record(v.string(), v.unknown()), {}),
  }),
]);
export type ResidentFrame = v.InferOutput<typeof residentFrame>;

/** From the home to an agent in the room. */
export const toResidentFrame = v.variant('type', [
  v.object({
    type: v.literal('question'),
    id: questionId,
    /** A pseudonym. */
    visitor: text(40),
    text: text(MAX_CHAT_CHARACTERS),
    /** The newest messages before the question, oldest first. */
    history: v.array(v.object({ role: v.picklist(['visitor', 'resident']), text: v.string() })),
    /** Whether this visitor lets the resident act in their world. */
    acting: v.boolean(),
  }),
  /** `stopped` by the visitor, or `given-away` to another resident. */
  v.object({ type: v.literal('cancel'), id: questionId, reason: v.picklist(['stopped', 'given-away']) }),
]);
export type ToResidentFrame = v.InferOutput<typeof toResidentFrame>;
