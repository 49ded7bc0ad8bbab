import { TOKEN } from '../agent.ts';
import { bearer, postJson } from '../requests.ts';

/** The first request of a session. */
export const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
};

export const post = (url: string, headers: Record<string, string>, body: unknown = INITIALIZE) =>
  postJson(`${url}/mcp`, body, { accept: 'application/json, text/event-stream', ...headers });
export const authorized = bearer(TOKEN);
