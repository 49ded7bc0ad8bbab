/**
 * A server that answers with the recorded frames of a real server, over its standard input and output.
 *
 *   node replay-server.ts FRAMES.json CALLS.jsonl [SCREENSHOT.png]
 *
 * It writes the arguments of each call into CALLS.jsonl. If a call has a file name for a screenshot, it
 * copies SCREENSHOT.png to that file.
 */
import { appendFileSync, copyFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly name?: string; readonly arguments?: Record<string, unknown> };
  readonly result?: unknown;
}
const [framesFile = '', callsFile = '', screenshot = ''] = process.argv.slice(2);
const frames = JSON.parse(readFileSync(framesFile, 'utf8')) as { dir: 'send' | 'recv'; msg: Message }[];
const sent = frames.flatMap(({ dir, msg }) => (dir === 'send' && msg.method !== undefined ? [msg] : []));
const resultOf = (id: number | undefined) =>
  frames.find(({ dir, msg }) => dir === 'recv' && msg.id === id)?.msg.result;

/**
 * The recorded request that is most similar: with the same tool and arguments, otherwise with the same tool
 * and the same `action`.
 */
function like({ method, params }: Message): Message | undefined {
  const same = sent.filter((msg) => msg.method === method && msg.params?.name === params?.name);
  const exact = same.find(
    (msg) => JSON.stringify(msg.params?.arguments) === JSON.stringify(params?.arguments),
  );
  return exact ?? same.find((msg) => msg.params?.arguments?.['action'] === params?.arguments?.['action']);
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line) as Message;
  if (message.id === undefined) return;
  const { name, arguments: args } = message.params ?? {};
  if (message.method === 'tools/call') appendFileSync(callsFile, `${JSON.stringify({ name, args })}\n`);
  if (typeof args?.['filename'] === 'string' && screenshot !== '') copyFileSync(screenshot, args['filename']);
  const recorded = like(message);
  // A call that is not recorded, such as a double click, gets a success in the form of the real server.
  const ok = { content: [{ type: 'text', text: '{\n  "ok": true\n}' }], structuredContent: { ok: true } };
  const result = recorded ? resultOf(recorded.id) : ok;
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, result })}\n`);
});
