import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { decode } from 'fast-png';

const program = resolve(import.meta.dirname, '../../../../harness/home-world.js');

export interface Place {
  readonly title: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export interface Shot extends Place {
  /** The colours, `channels` numbers for each pixel. */
  readonly pixels: Uint8Array;
  readonly channels: number;
}

/** The SDK's client, connected to `home-world desktop` on a display. */
export class DesktopClient implements AsyncDisposable {
  readonly client = new Client({ name: 'test-player', version: '1' });

  static async start(env: NodeJS.ProcessEnv, ...flags: readonly string[]): Promise<DesktopClient> {
    const desktop = new DesktopClient();
    const defined = Object.entries(env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    );
    await desktop.client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [join(program), 'desktop', ...flags],
        env: Object.fromEntries(defined) as Record<string, string>,
      }),
    );
    return desktop;
  }

  async call(name: string, args: Record<string, unknown> = {}) {
    const {
      content,
      isError = false,
      structuredContent,
    } = await this.client.callTool({ name, arguments: args });
    const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
    const image = content.find((part) => part.type === 'image');
    return { text, isError, structured: structuredContent, image };
  }

  /** Runs an action, which must succeed. */
  async act(name: string, args: Record<string, unknown>): Promise<void> {
    const { text, isError, structured } = await this.call(name, args);
    if (isError || (structured as { result?: unknown } | undefined)?.result !== true) throw new Error(text);
  }

  /** Runs an action that must be refused, and returns the reason. */
  async refusal(name: string, args: Record<string, unknown>): Promise<string> {
    const { text, isError } = await this.call(name, args);
    if (!isError) throw new Error(`${name} was done: ${text}`);
    return text;
  }

  async capture(title: string): Promise<Shot> {
    const { text, image, structured } = await this.call('capture_window', { title });
    if (image?.mimeType !== 'image/png') throw new Error(text);
    const { data, channels, width, height } = decode(Buffer.from(image.data, 'base64'));
    const place = structured as unknown as Place;
    if (!(data instanceof Uint8Array) || width !== place.width || height !== place.height)
      throw new Error(`the picture is not as large as the window: ${text}`);
    return { ...place, pixels: data, channels };
  }

  /** The next picture after a reaction: it differs from `before` in this part, and stays as it is. */
  async reaction(before: Shot, part: (shot: Shot) => Uint8Array): Promise<Shot> {
    const old = Buffer.from(part(before));
    let last = before;
    for (let tries = 0; tries < 100; tries += 1) {
      const shot = await this.capture(before.title);
      const now = part(shot);
      if (!old.equals(now) && Buffer.from(part(last)).equals(now)) return shot;
      last = shot;
    }
    throw new Error('the game does not react');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
  }
}

/** Where two pictures of the same size differ, in their rows above `bottom`. */
export function changed(before: Shot, after: Shot, bottom: number) {
  const { width, channels } = before;
  let [left, top, right, low] = [Infinity, Infinity, -1, -1];
  for (let index = 0; index < bottom * width * channels; index += 1)
    if (before.pixels[index] !== after.pixels[index]) {
      const [x, y] = [Math.floor(index / channels) % width, Math.floor(index / channels / width)];
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, low] = [Math.min(top, y), Math.max(low, y)];
    }
  return { x: left, y: top, width: right - left + 1, height: low - top + 1 };
}
