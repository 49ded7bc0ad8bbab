/**
 * A server with one fault, over its standard input and output: `node faulty-server.ts FAULT`. Without the fault it is
 * a desktop with a small screenshot, a click and a key.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { encode } from 'fast-png';

const fault = process.argv[2] ?? '';
const say = (message: object): void =>
  void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const number = { type: 'integer' };
const tool = (name: string, properties: Record<string, object> = {}) => ({
  name,
  inputSchema: { type: 'object', properties, required: Object.keys(properties) },
});
const tools = [
  tool('take_screenshot'),
  tool('click', { x: number, y: number }),
  tool('press_key', { key: { type: 'string' } }),
];
const png = encode({ width: 40, height: 30, data: new Uint8Array(40 * 30 * 3), channels: 3, depth: 8 });
const image = {
  content: [{ type: 'image', mimeType: 'image/png', data: Buffer.from(png).toString('base64') }],
};
const done = { content: [{ type: 'text', text: 'true' }] };
const text = (words: string) => ({ content: [{ type: 'text', text: words }] });

/** A process of the server’s own, which holds its output open. */
const helper =
  fault === 'dies' || fault === 'stubborn' ? spawn('sleep', ['600'], { stdio: 'inherit' }).pid : undefined;
if (fault === 'stubborn') process.on('SIGTERM', () => undefined);
if (fault === 'greets') process.stdout.write('Welcome!\n\n{"not": "a message"}\n');
if (fault === 'garbage') setInterval(() => process.stdout.write('no message\n'.repeat(20)), 5);
if (fault === 'endless') setInterval(() => process.stdout.write('x'.repeat(500_000)), 5);
if (fault === 'ends') {
  process.stderr.write('DISPLAY is missing\n');
  process.exit(3);
}

function listOf(cursor: string | undefined): object {
  if (fault === 'no-tools')
    return { tools: [tool('get_weather', { city: { type: 'string' } }), tool('add')] };
  if (fault === 'blind') return { tools: tools.slice(1) };
  // Page after page, forever.
  if (fault === 'pages')
    return { tools: [tool(`tool_${cursor ?? '0'}`)], nextCursor: String(Number(cursor ?? 0) + 1) };
  if (fault === 'wide') return { tools: [{ ...tool('click'), description: 'x'.repeat(2_000_000) }] };
  if (fault === 'paged')
    return cursor === 'b' ? { tools: tools.slice(1) } : { tools: tools.slice(0, 1), nextCursor: 'b' };
  return { tools };
}

let calls = 0;
function call(id: unknown, name: string): void {
  calls += 1;
  if (name === 'take_screenshot' && fault !== 'huge') return say({ id, result: image });
  if (fault === 'dies') process.kill(process.pid, 'SIGKILL');
  if (fault === 'silent') return undefined;
  if (fault === 'huge') return say({ id, result: text('x'.repeat(13_000_000)) });
  if (fault === 'odd') return say({ id, result: { content: 7 } });
  if (fault === 'refuses') return say({ id, error: { code: -32602, message: 'Unknown\n\u001b[31mtool' } });
  if (fault === 'changes' && calls === 2) {
    tools.splice(1, 1, tool('right_click', { x: number, y: number }));
    say({ method: 'notifications/tools/list_changed' });
  }
  return say({ id, result: fault === 'tells' ? text(String(helper)) : done });
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const {
    id,
    method,
    params = {},
  } = JSON.parse(line) as {
    id?: number;
    method: string;
    params?: { name?: string; cursor?: string };
  };
  if (['mute', 'garbage', 'endless'].includes(fault) || id === undefined) return;
  const info = {
    protocolVersion: '2025-06-18',
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: `faulty ${helper ?? ''}`.trim(), version: '1' },
  };
  if (method === 'initialize') say({ id, result: info });
  else if (method === 'tools/list') say({ id, result: listOf(params.cursor) });
  else call(id, params.name ?? '');
});
// A stubborn server does not end when its input ends.
if (fault === 'stubborn') setInterval(() => undefined, 1_000);
