import * as v from 'valibot';
import { instant, word } from '../../data/readings/schemas/bounds.ts';

/**
 * The moments at which a program can put a letter before the model. `prompt`: a turn begins. `step`: all tool
 * calls of a step are over. `tool`: one tool call is over, and others of the same step may follow. `end`: the
 * turn is over, and a letter continues it. `message`: at any time, as a message of its own.
 */
export const letterMoments = ['prompt', 'step', 'tool', 'end', 'message'] as const;
export type LetterMoment = (typeof letterMoments)[number];

/** More than a program has to confirm at once. */
const MAX_CONFIRMED = 64;
const id = word(22);

/**
 * The field `letters` of a report. A report with this field says that its program takes letters, even if the
 * field is empty.
 */
export const letterPart = v.object({
  /** If present, the answer to the report may have letters, which the program takes at this moment. */
  moment: v.nullish(v.picklist(letterMoments)),
  /** The letters that the program has put before the model, with the time by the clock of the sender. */
  printed: v.nullish(v.pipe(v.array(v.object({ id, at: instant })), v.maxLength(MAX_CONFIRMED)), []),
  /** The letters that the model has answered, from programs that can tell. */
  read: v.nullish(v.pipe(v.array(id), v.maxLength(MAX_CONFIRMED)), []),
});
export type LetterPart = v.InferOutput<typeof letterPart>;
export type LetterPartInput = v.InferInput<typeof letterPart>;

/** A letter in the answer to a report, with the text for the model. */
export interface HandedLetter {
  readonly id: string;
  readonly text: string;
}
