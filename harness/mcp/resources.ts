import type { McpServer } from '@modelcontextprotocol/server';
import type { Reading } from '../../data/readings/reading.ts';
import type { ReadingName } from '../../data/readings/readings-state.ts';
import { status } from '../resident/answers/readings.ts';
import type { McpAgent } from './mcp-agent.ts';
import type { McpHome } from './mcp-home.ts';

/** The questions that wait for this session's agent; it can be subscribed to. */
export const CHAT_URI = 'home://chat';
const STATUS_URI = 'home://status';

const titles: Readonly<Record<ReadingName, string>> = {
  commits: 'The last commits',
  merged: 'The merged pull requests',
  agentStatus: 'The agents’ own status file',
  sovereignty: 'What of this home its owner runs',
  portalRecords: 'The portals',
  portalHealth: 'Which portals answer',
  weather: 'The weather',
  blockHeight: 'The height of the block chain',
  adapters: 'The adapters',
  vision: 'The vision points',
  soul: 'The oath',
  sessions: 'The sessions of the owner’s coding agents',
  openWork: 'Checks, open pull requests and the newest release',
};

const isReadingName = (name: string): name is ReadingName => name in titles;

/** What the home shows now, as text, with who answers and who is there. */
export function statusText({ state, room, visitors }: McpHome): string {
  const { kind, name, place } = room.who;
  const here = visitors();
  return [status({ state }), '', `- Resident: ${name} (${kind}, ${place})`, `- Visitors: ${here}`].join('\n');
}

/** A reading with its state, source and age, as the panels show it. */
const readingText = (reading: Reading<unknown>): string => JSON.stringify(reading, undefined, 1);

/** The resources of a session: one for each reading, the status, and the waiting questions. */
export function registerResources(server: McpServer, home: McpHome, agent: McpAgent): void {
  const json = { mimeType: 'application/json' };
  for (const name of Object.keys(titles).filter(isReadingName))
    server.registerResource(
      name,
      `home://readings/${name}`,
      { ...json, title: titles[name] },
      async ({ href }) => ({
        contents: [{ ...json, uri: href, text: readingText(home.state.readings[name].get()) }],
      }),
    );
  server.registerResource(
    'status',
    STATUS_URI,
    { title: 'What the home shows now', mimeType: 'text/markdown' },
    async () => ({ contents: [{ uri: STATUS_URI, mimeType: 'text/markdown', text: statusText(home) }] }),
  );
  server.registerResource(
    'chat',
    CHAT_URI,
    { ...json, title: 'The questions that wait for your answer' },
    async () => ({ contents: [{ ...json, uri: CHAT_URI, text: JSON.stringify(agent.questions) }] }),
  );
}
