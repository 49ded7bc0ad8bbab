import * as v from 'valibot';
import { type McpServer, fromJsonSchema } from '@modelcontextprotocol/server';
import { MAX_OPTIONS } from '../../data/asks/ask.ts';
import { MAX_ASK_SECONDS, asked } from '../asks/asked.ts';
import { faultOf } from '../bridge/sockets/client-frames.ts';
import type { OwnerAsk } from './mcp-agent.ts';
import { MAX_WAIT_SECONDS, type ToolNeeds, line, refuse, say } from './tool-parts.ts';

const DEFAULT_SECONDS = 120;

interface Given {
  readonly ask?: string;
  readonly kind?: 'question' | 'permission';
  readonly title?: string;
  readonly note?: string;
  readonly command?: string;
  readonly options?: readonly string[];
  readonly several?: boolean;
  readonly may_write?: boolean;
  readonly seconds?: number;
  readonly wait_seconds?: number;
}

/** Opens an ask. Returns a text if that is not possible. */
function open({ home, clientName }: ToolNeeds, given: Given): OwnerAsk | string {
  const { kind = 'question', title, note, command, options = [], several, may_write, seconds } = given;
  const read = v.safeParse(asked, {
    kind,
    title,
    note,
    command,
    options: options.map((label, index) => ({ id: `o${index}`, label })),
    several,
    mayWrite: may_write ?? (kind === 'question' && options.length === 0),
    seconds: seconds ?? DEFAULT_SECONDS,
  });
  if (!read.success) return `This does not fit: ${faultOf(read.issues, 'ask')}.`;
  const opened = home.asks.ask({ sender: '', name: clientName() }, read.output);
  return opened
    ? { ...opened, options }
    : 'Too many asks are open: the owner has to answer some of them first.';
}

/**
 * Waits for the end of an ask; undefined if it is still open. If the client cancels its request, it leaves
 * the ask.
 */
async function waitFor(ask: OwnerAsk, seconds: number, signal: AbortSignal) {
  const over = new AbortController();
  const once = { once: true, signal: over.signal };
  const stopped = new Promise<undefined>((done) => {
    const late = AbortSignal.timeout(seconds * 1000);
    late.addEventListener('abort', () => done(undefined), once);
    signal.addEventListener('abort', () => (ask.leave(), done(undefined)), once);
  });
  const answer = await Promise.race([ask.answer, stopped]);
  // Removes the listeners: without a session, the signal is also aborted after each answer.
  over.abort();
  return answer;
}

const askSchema = fromJsonSchema<Given>({
  type: 'object',
  properties: {
    ask: line(64, 'The ask of an earlier answer, to wait on. Then nothing else is needed.'),
    kind: { enum: ['question', 'permission'] },
    title: line(200, 'What you ask, in one line.'),
    note: line(400, 'Why you ask.'),
    command: line(64 * 1024, 'For a permission: exactly what you will do.'),
    options: {
      type: 'array',
      items: line(200, 'An answer.'),
      maxItems: MAX_OPTIONS,
      uniqueItems: true,
    },
    several: { type: 'boolean', description: 'Whether several options may be chosen.' },
    may_write: { type: 'boolean', description: 'Whether the owner may answer in own words.' },
    seconds: {
      type: 'number',
      minimum: 1,
      maximum: MAX_ASK_SECONDS,
      description: `How long the owner may take; ${DEFAULT_SECONDS} without it.`,
    },
    wait_seconds: {
      type: 'number',
      minimum: 0,
      maximum: MAX_WAIT_SECONDS,
      description: 'How long this call waits.',
    },
  },
  additionalProperties: false,
});

/** The tool with which an agent asks the owner. */
export function registerAskOwner(server: McpServer, needs: ToolNeeds): void {
  server.registerTool(
    'ask_owner',
    {
      title: 'Ask the owner',
      description:
        'Asks the owner of the home, in the owner’s browsers, and waits. Returns {ask, state, decision}. While state is “open”, call it again with ask alone to wait on. “undecided”: the time is over without an answer, which is no permission. “gone”: you left. A decision has choice (allow, refuse, choose or write), chosen (your options) and text.',
      inputSchema: askSchema,
    },
    async (given, { mcpReq }) => {
      const { agent } = needs;
      const ask = given.ask === undefined ? open(needs, given) : agent.asks.get(given.ask);
      if (ask === undefined) return refuse('You have no such ask. Ask again.');
      if (typeof ask === 'string') return refuse(ask);
      agent.asks.set(ask.id, ask);
      const answer = await waitFor(ask, given.wait_seconds ?? MAX_WAIT_SECONDS, mcpReq.signal);
      if (answer) agent.asks.delete(ask.id);
      const { state = 'open', decision } = answer ?? {};
      const chosen = ask.options.filter((_, index) => decision?.chosen.includes(`o${index}`));
      const told = { ask: ask.id, state, ...(decision && { decision: { ...decision, chosen } }) };
      return say(JSON.stringify(told));
    },
  );
}
