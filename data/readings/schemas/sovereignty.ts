import * as v from 'valibot';
import { text } from './bounds.ts';

const part = v.object({
  /** For example `weather`. */
  name: text(40),
  /** Whether the part is the owner's own; null if that is unknown. */
  own: v.nullable(v.boolean()),
  /** The host of a part that is not known to be the owner's own; may be empty. */
  where: v.optional(text(600), ''),
  /** Why, in one sentence. */
  why: v.optional(text(800)),
});
export type SovereigntyPart = v.InferOutput<typeof part>;

/**
 * `sovereignty-status.json` (specification 2.3); the score is a percentage, rounded to one decimal place,
 * because a share such as 1/7 has no exact decimal form. `parts` says what was counted.
 */
export const sovereigntyFile = v.object({
  score: v.pipe(
    v.number(),
    v.minValue(0),
    v.maxValue(100),
    v.transform((score) => Math.round(score * 10) / 10),
  ),
  label: text(80),
  parts: v.optional(v.pipe(v.array(part), v.maxLength(20))),
});
export type Sovereignty = v.InferOutput<typeof sovereigntyFile>;
