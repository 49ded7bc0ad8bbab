/**
 * Servers made with the SDK’s own server side, as others write them: `node sdk-server.ts desktop|store` over the
 * standard input and output, or `startOverHttp` in the test’s process.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { McpServer, createMcpHandler } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { encode } from 'fast-png';
import * as z from 'zod';

const png = encode({ width: 200, height: 150, data: new Uint8Array(200 * 150 * 3), channels: 3, depth: 8 });
const text = (value: unknown) => ({ content: [{ type: 'text' as const, text: JSON.stringify(value) }] });

/**
 * A desktop that shows windows by their title, at half their size, and returns in its answers what it was
 * asked.
 */
export function desktopServer(): McpServer {
  const server = new McpServer({ name: 'sdk-desktop', version: '1' });
  server.registerTool('capture_window', { inputSchema: z.object({ title: z.string() }) }, ({ title }) =>
    title === 'Game'
      ? {
          content: [
            text({
              window: { x: -700, y: 40, width: 400, height: 300 },
              screens: [{ x: -1920, y: 0, width: 1920, height: 1080 }],
            }).content[0] ?? never(),
            { type: 'image', mimeType: 'image/png', data: Buffer.from(png).toString('base64') },
          ],
        }
      : { ...text(`no window has the title ${title}`), isError: true },
  );
  const asked = (args: object) => text({ success: false, cause: JSON.stringify(args) });
  const whole = z.number().int();
  const point = { x: whole, y: whole };
  for (const name of ['click', 'right_click', 'double_click'])
    server.registerTool(name, { inputSchema: z.object(point) }, (args) => asked({ name, ...args }));
  server.registerTool('press_key', { inputSchema: z.object({ key: z.string() }) }, ({ key }) =>
    text({ success: false, reason: key }),
  );
  server.registerTool('scroll', { inputSchema: z.object({ amount: whole }) }, ({ amount }) =>
    text({ ok: false, message: `wheel ${amount}` }),
  );
  server.registerTool('drag_to', { inputSchema: z.object({ ...point, duration: z.number() }) }, (args) =>
    text({ ok: false, message: Object.values(args).join(' ') }),
  );
  // The tool needs a parameter that the home does not know.
  server.registerTool('hotkey', { inputSchema: z.object({ keys: z.string(), layout: z.string() }) }, asked);
  server.registerTool('move_window', { inputSchema: z.object({ id: z.string() }) }, () => text(true));
  return server;
}

/** A desktop whose window shows this picture, at twice the window's size; `clicked` gets the place of each click. */
export function pictureServer(
  jpeg: Buffer,
  window: { x: number; y: number; width: number; height: number },
  clicked: (x: number, y: number) => void,
): McpServer {
  const server = new McpServer({ name: 'picture', version: '1' });
  server.registerTool('capture_window', { inputSchema: z.object({ title: z.string() }) }, () => ({
    content: [
      ...text({ window }).content,
      { type: 'image' as const, mimeType: 'image/jpeg', data: jpeg.toString('base64') },
    ],
  }));
  server.registerTool('click', { inputSchema: z.object({ x: z.number(), y: z.number() }) }, ({ x, y }) => {
    clicked(x, y);
    return text({ success: true });
  });
  return server;
}

function never(): never {
  throw new Error('an answer has a text');
}

interface Store {
  readonly tools: readonly { name: string; args: Record<string, string> }[];
  readonly bodies: readonly { endpoint: string; body: unknown }[];
  readonly errors: readonly { result: { content: { type: 'text'; text: string }[]; isError: boolean } }[];
}
const storeFile = (): Store =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../recorded/mcp/steam.json'), 'utf8')) as Store;

/** Which recorded body each tool answers; `null` is the recorded error. */
export type StoreAnswers = Readonly<Record<string, string | null>>;

/** The tools of steam-info-mcp, which answer the recorded bodies of the Steam Web API as it does: as printed JSON. */
export function storeServer(
  answers: StoreAnswers,
  asked: (name: string, args: unknown) => void,
  userField = 'user_identifier',
): McpServer {
  const { tools, bodies, errors } = storeFile();
  const server = new McpServer({ name: 'steam-info-mcp', version: '1' });
  for (const { name, args } of tools) {
    const fields = Object.entries(args).map(([field, type]) => [
      field === 'user_identifier' ? userField : field,
      type.startsWith('integer') ? z.number().int() : z.string(),
    ]);
    server.registerTool(
      name,
      { inputSchema: z.object(Object.fromEntries(fields) as Record<string, z.ZodType>) },
      (given) => {
        asked(name, given);
        const endpoint = answers[name];
        if (endpoint === null) return errors[0]?.result ?? never();
        const body = bodies.find((row) => endpoint !== undefined && row.endpoint.includes(endpoint))?.body;
        return { content: [{ type: 'text', text: JSON.stringify(body, null, 2) }] };
      },
    );
  }
  return server;
}

/** Serves over Streamable HTTP to those that have the token. */
export async function startOverHttp(
  create: () => McpServer,
  token?: string,
  port = 0,
): Promise<{ url: string; stop(): void }> {
  const handle = toNodeHandler(createMcpHandler(create));
  const server = createServer((request, response) => {
    if (token !== undefined && request.headers.authorization !== `Bearer ${token}`)
      response.writeHead(401).end();
    else {
      // A request that a server receives always has a method and an address.
      const { method = 'POST', url = '/' } = request;
      void handle(Object.assign(request, { method, url }), response);
    }
  });
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

if (import.meta.main) await desktopServer().connect(new StdioServerTransport());
