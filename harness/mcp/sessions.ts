import type { IncomingMessage, ServerResponse } from 'node:http';
import { isInitializeRequest } from '@modelcontextprotocol/server';
import type { McpHome } from './mcp-home.ts';
import { McpSession } from './mcp-session.ts';
import { StatelessAgents } from './stateless.ts';

/** The maximum number of sessions: each uses memory, and an owner has only a few agents. */
const MAX_SESSIONS = 32;

/** Sends an error in the form of JSON-RPC, outside of a session. */
function sendError(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }));
}

/** The MCP sessions of a home, found by the header `Mcp-Session-Id`, and its agents without one. */
export class McpSessions {
  readonly #home: McpHome;
  readonly #stateless: StatelessAgents;
  readonly #sessions = new Map<string, McpSession>();
  /** Sessions without an id yet. They count too, because many clients may begin at once. */
  readonly #opening = new Set<McpSession>();

  constructor(home: McpHome) {
    this.#home = home;
    this.#stateless = new StatelessAgents(home);
  }

  async handle(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    const id = request.headers['mcp-session-id'];
    if (typeof id === 'string') {
      const session = this.#sessions.get(id);
      if (session) return session.handle(request, response, body);
      return sendError(response, 404, 'This session has ended. Initialize a new one.');
    }
    if (!isInitializeRequest(body)) {
      if (await this.#stateless.handle(request, response, body)) return undefined;
      return sendError(response, 503, 'Too many agents are here.');
    }
    if (this.#isFull) await this.#closeAbandoned();
    if (this.#isFull) return sendError(response, 503, 'Too many sessions are open. Close one.');
    return this.#open(request, response, body);
  }

  get #isFull(): boolean {
    return this.#sessions.size + this.#opening.size >= MAX_SESSIONS;
  }

  /**
   * Closes the sessions of clients that disconnected without ending their session, for example a client that
   * restarts often.
   */
  async #closeAbandoned(): Promise<void> {
    const abandoned = [...this.#sessions.values()].filter((session) => session.isAbandoned);
    await Promise.all(abandoned.map((session) => session.close()));
  }

  async #open(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    const session = new McpSession(this.#home, {
      opened: (name) => {
        this.#opening.delete(session);
        this.#sessions.set(name, session);
      },
      closed: (name) => void this.#sessions.delete(name),
    });
    this.#opening.add(session);
    await session.connect();
    await session.handle(request, response, body);
    // A session that is still opening has no id, because the library refused the request: it cannot be used.
    if (this.#opening.delete(session)) await session.close();
  }

  async close(): Promise<void> {
    const sessions = [...this.#sessions.values()].map((session) => session.close());
    await Promise.all([...sessions, this.#stateless.close()]);
  }
}
