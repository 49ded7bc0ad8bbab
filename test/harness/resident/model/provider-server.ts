import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { listen, withBody } from '../../../helpers/loopback.ts';

const folder = join(import.meta.dirname, '../../../recorded/llm');
export const recordedBytes = (name: string): Buffer => readFileSync(join(folder, name));
export const recorded = (name: string): string => recordedBytes(name).toString();

export interface Refusal {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body: unknown;
}
export const refusals = JSON.parse(recorded('errors.json')) as Record<string, Record<string, Refusal>>;

/** What the server does with one request. */
export type Reply =
  | {
      readonly kind: 'stream';
      readonly text: string;
      readonly end?: 'whole' | 'cut' | 'hang';
      readonly isPacked?: boolean;
    }
  | ({ readonly kind: 'refuse' } & Refusal)
  | { readonly kind: 'hang' };

export interface ProviderRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Whether the connection of its answer has ended. */
  isClosed: boolean;
}

/** JSON chunks, one a line, as the body of an event stream in OpenAI's form. */
export const eventStream = (lines: string, done = true): string =>
  `${lines
    .trim()
    .split('\n')
    .map((line) => `data: ${line}\n\n`)
    .join('')}${done ? 'data: [DONE]\n\n' : ''}`;

const chunk = (delta: object, finish: string | null = null): string =>
  JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'scripted',
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
const USAGE = JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'scripted',
  choices: [],
  usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
});

/** A text in OpenAI's form. */
export const says = (text: string, finish = 'stop'): Reply => ({
  kind: 'stream',
  text: eventStream(
    [chunk({ role: 'assistant', content: '' }), chunk({ content: text }), chunk({}, finish), USAGE].join(
      '\n',
    ),
  ),
});

type Call = readonly [name: string, input?: object];

/** Tool calls in OpenAI's form. */
export const calls = (...tools: readonly Call[]): Reply => saysAndCalls('', ...tools);

/** A text, and then tool calls. */
export const saysAndCalls = (text: string, ...tools: readonly Call[]): Reply => ({
  kind: 'stream',
  text: eventStream(
    [
      ...(text === '' ? [] : [chunk({ role: 'assistant', content: text })]),
      ...tools.map(([name, input = {}], index) =>
        chunk({
          tool_calls: [
            {
              index,
              id: `call_${name}_${index}_${Math.random().toString(36).slice(2, 8)}`,
              type: 'function',
              function: { name, arguments: JSON.stringify(input) },
            },
          ],
        }),
      ),
      chunk({}, 'tool_calls'),
      USAGE,
    ].join('\n'),
  ),
});

function send(response: ServerResponse, reply: Reply): void {
  if (reply.kind === 'hang') return;
  if (reply.kind === 'refuse') {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(JSON.stringify(reply.body));
    return;
  }
  const packed = reply.isPacked ? { 'content-encoding': 'gzip' } : {};
  response.writeHead(200, { 'content-type': 'text/event-stream', ...packed });
  response.write(reply.isPacked ? gzipSync(reply.text) : reply.text);
  // Cut once the text has left: otherwise the client may see nothing of it.
  if (reply.end === 'cut') setTimeout(() => response.destroy(), 30);
  else if (reply.end !== 'hang') response.end();
}

/** A provider on loopback: it answers each request with what `next` returns. */
export async function providerServer(next: (request: ProviderRequest, index: number) => Reply) {
  const requests: ProviderRequest[] = [];
  const server = await listen(
    withBody(({ url: path, headers }, body, response) => {
      const request = { path, headers, body, isClosed: false };
      response.on('close', () => (request.isClosed = true));
      requests.push(request);
      send(response, next(request, requests.length - 1));
    }),
  );
  return { ...server, url: `${server.url}/v1`, requests };
}

/** Answers with one reply after the other; the last one stays. */
export const inTurn =
  (...replies: readonly Reply[]) =>
  (_request: ProviderRequest, index: number): Reply =>
    replies[Math.min(index, replies.length - 1)]!;
