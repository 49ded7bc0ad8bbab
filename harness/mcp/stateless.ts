import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { CLIENT_INFO_META_KEY, createMcpHandler } from '@modelcontextprotocol/server';
import * as v from 'valibot';
import { errorMessage } from '../../data/core/text.ts';
import { homeServer } from './mcp-session.ts';
import type { McpHome } from './mcp-home.ts';
import { Presence } from './presence.ts';
import { CHAT_URI } from './resources.ts';

/** The maximum number of agents that are in the room or have a request open; an owner has a few. */
const MAX_AGENTS = 32;
/** The maximum number of streams of one agent, which wait for new questions. */
const MAX_STREAMS = 8;

/** Who sends a request, in the form of revision 2026-07-28. */
const sender = v.object({
  params: v.object({ _meta: v.object({ [CLIENT_INFO_META_KEY]: v.object({ name: v.string() }) }) }),
});

/** The name that the client gives itself; older clients without a session have none. */
function nameOf(body: unknown): string {
  const read = v.safeParse(sender, body);
  return read.success ? read.output.params._meta[CLIENT_INFO_META_KEY].name.slice(0, 80) : '';
}

/** An agent without a session: its place in the room, and what answers its requests. */
class StatelessAgent {
  readonly presence: Presence;
  readonly handle: ReturnType<typeof toNodeHandler>;
  readonly #handler: ReturnType<typeof createMcpHandler>;

  constructor(home: McpHome, gone: () => void) {
    this.presence = new Presence(home, () => this.#handler.notify.resourceUpdated(CHAT_URI), gone);
    const onerror = (error: Error): void => home.log(`an MCP request failed: ${errorMessage(error)}`);
    this.#handler = createMcpHandler(() => homeServer(home, this.presence.agent), {
      maxSubscriptions: MAX_STREAMS,
      onerror,
    });
    this.handle = toNodeHandler(this.#handler, { onerror });
  }

  async close(): Promise<void> {
    this.presence.close();
    await this.#handler.close();
  }
}

/**
 * MCP without sessions: the protocol's revision 2026-07-28, and requests of older clients that come
 * without `initialize`. Each request stands alone, so an agent is known by the name of its client.
 */
export class StatelessAgents {
  readonly #home: McpHome;
  readonly #agents = new Map<string, StatelessAgent>();

  constructor(home: McpHome) {
    this.#home = home;
  }

  /** Answers a request. Returns false if too many agents are here. */
  async handle(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<boolean> {
    const name = nameOf(body);
    const agent = this.#agentOf(name);
    if (!agent) return false;
    agent.presence.follow(response);
    response.once('close', () => {
      // Only an agent in the room or with an ask keeps its place until its next request. All others would
      // take the places of new agents.
      if (agent.presence.isQuiet && !agent.presence.agent.isHere) this.#drop(name, agent);
    });
    // A request that a server receives has both fields, although their types allow undefined.
    const { method = 'POST', url = '/' } = request;
    await agent.handle(Object.assign(request, { method, url }), response, body);
    return true;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#agents.values()].map((agent) => agent.close()));
  }

  #agentOf(name: string): StatelessAgent | undefined {
    const known = this.#agents.get(name);
    if (known || this.#agents.size >= MAX_AGENTS) return known;
    const agent = new StatelessAgent(this.#home, () => this.#drop(name, agent));
    this.#agents.set(name, agent);
    return agent;
  }

  #drop(name: string, agent: StatelessAgent): void {
    this.#agents.delete(name);
    void agent.close();
  }
}
