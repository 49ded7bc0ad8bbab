import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { State } from '../data/state.ts';
import type { WorldScene } from '../world/core/scene/scene.ts';
import type { Ticker } from '../world/core/ticker.ts';

const root = resolve(import.meta.dirname, '..');
/** Many times the start time on an idle machine. */
const START_SECONDS = 60;

export interface RunningHome {
  /** With a trailing slash. */
  readonly url: string;
  readonly pid: number | undefined;
  /** Everything printed until now. */
  readonly output: () => string;
  /** Ends the process and removes its temporary data folder. */
  stop(): Promise<void>;
}

/**
 * Starts the home as `npm start` does, on a free port of 127.0.0.1 and with a temporary data folder, unless
 * the flags say otherwise. For pictures, benchmarks and end-to-end tests. Needs a built `dist/`.
 */
export const startHome = (...flags: readonly string[]): Promise<RunningHome> => startHomeWith({}, flags);

/** Like `startHome`, with more environment variables, for example for secrets. */
export async function startHomeWith(
  env: Readonly<Record<string, string>>,
  flags: readonly string[],
): Promise<RunningHome> {
  const folder = mkdtempSync(join(tmpdir(), 'home-world-data-'));
  const own = ['--port', '--data'].flatMap((flag) =>
    flags.includes(flag) ? [] : [flag, flag === '--port' ? '0' : folder],
  );
  const child = spawn(process.execPath, [join(root, 'harness/cli.ts'), 'serve', ...own, ...flags], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const address = new Promise<string>((found, failed) => {
    const timer = setTimeout(
      () => failed(new Error(`the home did not start in ${START_SECONDS} s`)),
      START_SECONDS * 1000,
    );
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const url = / at (http:\/\/\S+)/.exec(output)?.[1];
        if (url === undefined) return;
        clearTimeout(timer);
        found(`${url}/`);
      });
    void ended.then(() => {
      clearTimeout(timer);
      failed(new Error(`the home ended: ${output.trim()}`));
    });
  });
  try {
    return { url: await address, pid: child.pid, output: () => output, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * The part of `window.homeWorld` that pictures, bench and tests use. A page has it if it is opened with
 * `?debug`.
 */
export interface DebugHandle {
  readonly state: State;
  readonly scene: WorldScene | undefined;
  readonly ticker: Pick<Ticker, 'stats' | 'tick' | 'pace' | 'remove' | 'start' | 'stop'>;
  readonly version: string | undefined;
}
