import type { CallToolResult } from '@modelcontextprotocol/server';
import type { McpAgent } from './mcp-agent.ts';
import type { McpHome } from './mcp-home.ts';

/** What the tools of an agent work with. */
export interface ToolNeeds {
  readonly home: McpHome;
  readonly agent: McpAgent;
  /** What the client calls itself. */
  readonly clientName: () => string;
}

/** Less than the time after which common proxies and clients give up a request. */
export const MAX_WAIT_SECONDS = 25;

export const say = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });
export const refuse = (text: string): CallToolResult => ({ ...say(text), isError: true });

/** The schema of a text. */
export const line = (maxLength: number, description: string) => ({ type: 'string', maxLength, description });
