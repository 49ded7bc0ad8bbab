/**
 * A desktop server that knows only the whole screen, as mcp-pyautogui does, over its standard input and output: it
 * takes screenshots with maim, and clicks and presses keys with xdotool.
 */
import { execFileSync } from 'node:child_process';
import { createInterface } from 'node:readline';

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
const xdotool = (...args: readonly (string | number)[]): void =>
  void execFileSync('xdotool', args.map(String));

interface Arguments {
  readonly x?: number;
  readonly y?: number;
  readonly key?: string;
}

function call(name: string, { x = 0, y = 0, key = '' }: Arguments): object {
  if (name === 'take_screenshot') {
    const data = execFileSync('maim', ['--hidecursor'], { maxBuffer: 20_000_000 }).toString('base64');
    return { content: [{ type: 'image', mimeType: 'image/png', data }] };
  }
  if (name === 'click') xdotool('mousemove', '--sync', x, y, 'click', 1);
  else xdotool('key', key);
  return { content: [{ type: 'text', text: 'true' }] };
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line) as {
    id?: number;
    method: string;
    params: { name: string; arguments: Arguments };
  };
  if (id === undefined) return;
  const results: Record<string, () => object> = {
    initialize: () => ({
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'a screen', version: '1' },
    }),
    'tools/list': () => ({ tools }),
    'tools/call': () => call(params.name, params.arguments),
  };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: results[method]?.() ?? {} })}\n`);
});
