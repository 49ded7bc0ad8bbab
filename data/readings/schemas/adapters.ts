import * as v from 'valibot';
import { text, word } from './bounds.ts';

const adapterStates = ['active', 'ready', 'training', 'failed'] as const;

/** `adapters.json`: what the owner has fitted to the resident's model, one record an adapter. */
export const adapterRecord = v.object({
  name: word(80),
  status: v.picklist(adapterStates),
  /** The model it belongs to. */
  base: v.optional(text(80)),
  /** What it is for, in a few words. */
  note: v.optional(text(160)),
});
/** Each record is checked by itself: a bad one is left out alone. */
export const adaptersFile = v.object({ adapters: v.pipe(v.array(v.unknown()), v.maxLength(64)) });
export type AdapterRecord = v.InferOutput<typeof adapterRecord>;
