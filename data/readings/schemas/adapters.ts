import * as v from 'valibot';
import { text, word } from './bounds.ts';

const adapterStates = ['active', 'ready', 'training', 'failed'] as const;

/** `adapters.json`: the adapters of the resident's model, one record each. */
export const adapterRecord = v.object({
  name: word(80),
  status: v.picklist(adapterStates),
  /** The base model of the adapter. */
  base: v.optional(text(80)),
  /** The purpose, in a few words. */
  note: v.optional(text(160)),
});
/** Each record is validated separately, so that an invalid record does not affect the others. */
export const adaptersFile = v.object({ adapters: v.pipe(v.array(v.unknown()), v.maxLength(64)) });
export type AdapterRecord = v.InferOutput<typeof adapterRecord>;
