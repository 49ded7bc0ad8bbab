import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { startBalancer } from '../../helpers/balancer.ts';
import { TOKEN } from '../agent.ts';

/**
 * How the SDK's client connects: with a session, in the form that the server prefers, or without a session.
 */
export const MODES = ['legacy', 'auto', { pin: '2026-07-28' }] as const;

interface Options {
  readonly name?: string;
  readonly mode?: (typeof MODES)[number];
}

/** The SDK's own client, connected to `/mcp` of a home. */
export async function connectMcp(home: string, { name = 'test-agent', mode = 'legacy' }: Options = {}) {
  // Its connections go through a TCP proxy, so that `kill` can break them as the end of a process does. The
  // signal of a `fetch` does not: after a garbage collection, Node's `fetch` does not see it.
  const proxy = await startBalancer([Number(new URL(home).port)]);
  const transport = new StreamableHTTPClientTransport(new URL('mcp', proxy.url), {
    requestInit: { headers: { authorization: `Bearer ${TOKEN}` } },
  });
  const client = new Client({ name, version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  const call = async (tool: string, args: Record<string, unknown> = {}) => {
    const { content, isError = false } = await client.callTool({ name: tool, arguments: args });
    const [first] = content;
    return { text: first?.type === 'text' ? first.text : '', isError };
  };
  return {
    client,
    call,
    /** The questions that wait, after at most 20 seconds. */
    async questions(args: Record<string, unknown> = {}): Promise<Question[]> {
      const { text } = await call('read_chat', { wait_seconds: 20, ...args });
      return (JSON.parse(text) as { questions: Question[] }).questions;
    },
    hasSession: transport.sessionId !== undefined,
    /** Subscribes to changes of a resource. */
    async subscribe(uri: string) {
      if (transport.sessionId === undefined) await client.listen({ resourceSubscriptions: [uri] });
      else await client.subscribeResource({ uri });
    },
    /** Ends the session when a client leaves. Without a session, it calls the tool `leave`. */
    async leave() {
      if (transport.sessionId === undefined) await call('leave');
      else await transport.terminateSession();
      await client.close();
    },
    /** Cuts every connection. */
    kill: (): Promise<void> => proxy.close(),
  };
}

interface Question {
  readonly id: string;
  readonly visitor: string;
  readonly text: string;
  readonly history: readonly { readonly role: string; readonly text: string }[];
  readonly acting: boolean;
}
