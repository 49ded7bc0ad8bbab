import * as v from 'valibot';
import { text } from './bounds.ts';

/** `sovereignty-status.json` (specification 2.3); the score is a percentage, kept to a tenth: a share of seven has endless decimals. */
export const sovereigntyFile = v.object({
  score: v.pipe(
    v.number(),
    v.finite(),
    v.minValue(0),
    v.maxValue(100),
    v.transform((score) => Math.round(score * 10) / 10),
  ),
  label: text(80),
});
export type Sovereignty = v.InferOutput<typeof sovereigntyFile>;
