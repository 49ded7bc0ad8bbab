import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { ServerAddress } from '../../../../harness/config/games-config.ts';
import { connectDesktop } from '../../../../harness/games/mcp/connect-desktop.ts';
import type { LocalWindow, WindowFinder } from '../../../../harness/games/x11/local-window.ts';

export const recorded = join(import.meta.dirname, '../../../recorded/mcp');
export const script = (name: string): string => join(import.meta.dirname, name);
const portal = { id: 'game', window_title: 'Game' };

/** A program of the tests as a server. */
export const program = (name: string, ...args: string[]): ServerAddress => ({
  command: process.execPath,
  args: [script(name), ...args],
});

/** A window that the test puts where it likes, on a screen that is as large as the recorded picture. */
export function movableWindow(
  area = { x: 100, y: 50, width: 400, height: 300 },
  screen = { x: 0, y: 0, width: 1280, height: 720 },
) {
  const state = { area, isThere: true, focused: 0 };
  const finder: WindowFinder = {
    find: () =>
      Promise.resolve<LocalWindow | undefined>(
        state.isThere ? { id: 1, title: 'Game', area: state.area, screen } : undefined,
      ),
    focus: () => Promise.resolve((state.focused += 1) > 0),
  };
  return { state, finder };
}

/** Connects, and closes when the test ends. */
export async function connected(
  t: TestContext,
  desktop: ServerAddress,
  options: Partial<Parameters<typeof connectDesktop>[0]> & {
    allowKeys?: string[];
    statistics?: ServerAddress;
    player?: string;
  } = {},
) {
  const lines: string[] = [];
  const { allowKeys = [], statistics, player, ...rest } = options;
  const result = await connectDesktop({
    portal,
    config: {
      desktop,
      ...(statistics && { statistics }),
      ...(player !== undefined && { player }),
      portals: { game: { allowKeys } },
    },
    gameKeys: ['ctrl s'],
    log: (line) => void lines.push(line),
    finder: movableWindow().finder,
    ...rest,
  });
  t.after(() => result.close());
  return { desktop: result, lines };
}

/** A server that replays recorded frames, and the calls that it got. */
export async function replaying(t: TestContext, frames: string) {
  const folder = await mkdtemp(join(tmpdir(), 'replay-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const screenshot = join(folder, 'screen.png');
  await writeFile(screenshot, await recordedScreen());
  const calls = join(folder, 'calls.jsonl');
  return {
    server: program('replay-server.ts', join(recorded, frames), calls, screenshot),
    calls: async (): Promise<{ name: string; args: Record<string, unknown> }[]> =>
      (await readFile(calls, 'utf8'))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as { name: string; args: Record<string, unknown> }),
  };
}

/** The screenshot of the recorded session: a screen of 1280 × 720 with a game’s window. */
export async function recordedScreen(): Promise<Buffer> {
  const frames = await readFile(join(recorded, 'computer-use-frames.json'), 'utf8');
  return Buffer.from(/"data": "(iVBOR[^"]+)"/.exec(frames)?.[1] ?? '', 'base64');
}
