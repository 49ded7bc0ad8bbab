import { agentStatusFile } from '../schemas/agent-status.ts';
import { jsonSource } from './source.ts';

/** `agent-status.json` (specification 2.2) */
export const agentStatus = jsonSource({
  name: 'agentStatus',
  url: 'agent-status.json',
  schema: agentStatusFile,
  what: 'an agent status file',
  convert: ({ agents }) =>
    agents.length > 0 ? { kind: 'value', value: agents } : { kind: 'empty', cause: 'it names no agent' },
});
