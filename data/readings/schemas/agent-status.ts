import * as v from 'valibot';
import { text, word } from './bounds.ts';

/** `agent-status.json` (specification 2.2) */
const agentRecord = v.object({
  name: word(80),
  status: v.picklist(['working', 'idle', 'dead']),
  // A file written by hand may leave out fields: without `issue` there is none, and without a count it is
  // unknown.
  issue: v.optional(v.nullable(text(300)), null),
  prs_today: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))), null),
});
export const agentStatusFile = v.object({ agents: v.pipe(v.array(agentRecord), v.maxLength(64)) });
export type AgentRecord = v.InferOutput<typeof agentRecord>;
