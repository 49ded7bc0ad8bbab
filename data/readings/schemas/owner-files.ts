import * as v from 'valibot';
import { count, text, word } from './bounds.ts';

/** `agent-status.json` (specification 2.2) */
const agentRecord = v.object({
  name: word(80),
  status: v.picklist(['working', 'idle', 'dead']),
  // A file written by hand may leave out fields: without `issue` there is none, and without a count it is
  // unknown.
  issue: v.optional(v.nullable(text(300)), null),
  prs_today: v.optional(v.nullable(count), null),
});
export const agentStatusFile = v.object({ agents: v.pipe(v.array(agentRecord), v.maxLength(64)) });
export type AgentRecord = v.InferOutput<typeof agentRecord>;

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

/** Metres from the middle of the island, which is smaller than 60 m. */
const coordinate = v.pipe(v.number(), v.minValue(-60), v.maxValue(60));

/** A place of `vision.json` with a text to read: a few sentences, optionally with Markdown. */
export const visionPoint = v.object({
  id: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9_-]{0,63}$/i, 'a slug of letters, digits, - and _')),
  title: word(80),
  text: v.pipe(text(2000), v.minLength(1)),
  position: v.object({
    x: coordinate,
    z: coordinate,
    /** The height of its foot; the ground if absent. */
    y: v.optional(coordinate),
  }),
  color: v.optional(v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i, 'a colour as #rrggbb'))),
});
/** At most 24 points, more than a visitor would read. */
export const visionFile = v.pipe(v.array(v.unknown()), v.maxLength(24));
export type VisionPoint = v.InferOutput<typeof visionPoint>;
