import * as v from 'valibot';
import { text, word } from './bounds.ts';

/** `agent-status.json` (2.2) */
export const agentRecord = v.object({
  name: word(80),
  status: v.picklist(['working', 'idle', 'dead']),
  issue: v.nullable(text(300)),
  prs_today: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
export const agentStatusFile = v.object({ agents: v.pipe(v.array(agentRecord), v.maxLength(64)) });
export type AgentRecord = v.InferOutput<typeof agentRecord>;
