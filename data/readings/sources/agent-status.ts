import type { AgentRecord } from '../records.ts';
import { agentStatusFile } from '../schemas/agent-status.ts';
import { sourceNames } from '../labels.ts';
import { getJson } from './json.ts';
import { type Outcome, type Source } from './source.ts';

const url = (base: string): string => new URL('agent-status.json', base).href;

/** `agent-status.json` (specification 2.2) */
export const agentStatus: Source<readonly AgentRecord[]> = {
  name: 'agent-status',
  intervalSeconds: 60,
  timeoutSeconds: 10,
  label: (config) => sourceNames(config).agentStatus,
  url: (_config, base) => url(base),
  read: (io, _config, signal) =>
    getJson<typeof agentStatusFile, Outcome<readonly AgentRecord[]>>(io, {
      url: url(io.base),
      signal,
      schema: agentStatusFile,
      what: 'an agent status file',
      convert: ({ agents }) =>
        agents.length > 0 ? { kind: 'value', value: agents } : { kind: 'empty', cause: 'it names no agent' },
    }),
  target: (state) => state.readings.agentStatus,
};
