/**
 * A desktop server with a game in it, over its standard input and output: `node counting-game.ts FAULT`. Each click
 * makes the window a little brighter, and its left half another colour than its right half.
 */
import { createInterface } from 'node:readline';
import { encode } from 'fast-png';

const fault = process.argv[2] ?? '';
const WIDTH = 40;
const HEIGHT = 30;
const number = { type: 'number' };
const tool = (name: string, properties: Record<string, object>) => ({
  name,
  inputSchema: { type: 'object', properties, required: Object.keys(properties) },
});
const tools = [
  tool('capture_window', { title: { type: 'string' } }),
  tool('click', { x: number, y: number }),
  tool('press_key', { key: { type: 'string' } }),
];

let [left, right] = [0, 0];

function picture(): string {
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel += 1)
    data[pixel * 3 + (pixel % WIDTH < WIDTH / 2 ? 0 : 2)] = 50 * (pixel % WIDTH < WIDTH / 2 ? left : right);
  return Buffer.from(encode({ width: WIDTH, height: HEIGHT, data, channels: 3, depth: 8 })).toString(
    'base64',
  );
}

function call(name: string, { x, title }: { x?: number; title?: string }): object {
  if (name === 'capture_window') {
    if (fault === 'no-window' || title !== 'Counting Game')
      return { content: [{ type: 'text', text: `no such window: ${title}` }], isError: true };
    return {
      content: [
        { type: 'text', text: JSON.stringify({ x: 100, y: 50, width: WIDTH, height: HEIGHT }) },
        { type: 'image', mimeType: 'image/png', data: picture() },
      ],
    };
  }
  if (fault === 'dies') process.kill(process.pid, 'SIGKILL');
  if (name === 'click') {
    if ((x ?? 0) - 100 < WIDTH / 2) left += 1;
    else right += 1;
  }
  return { content: [{ type: 'text', text: 'true' }] };
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line) as {
    id?: number;
    method: string;
    params: { name: string; arguments: object };
  };
  if (id === undefined) return;
  const result =
    method === 'initialize'
      ? {
          protocolVersion: '2025-06-18',
          capabilities: { tools: {} },
          serverInfo: { name: 'counting game', version: '1' },
        }
      : method === 'tools/list'
        ? { tools }
        : call(params.name, params.arguments);
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
});
