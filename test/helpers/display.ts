import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findGameProgram, missingGamePrograms } from '../../ci/programs.ts';
import { PATIENCE_MS } from './waiting.ts';

const missing = missingGamePrograms();
/** Why the tests of games are skipped; false where they run. */
export const whyNoDisplay =
  missing.length > 0 && `no ${missing.join(', ')} here (node ci/programs.ts display installs it)`;

const run = promisify(execFile);

interface Started {
  readonly child: ChildProcess;
  /** What it has printed. */
  readonly output: () => string;
  /** Ends the program, and waits for its end. */
  end(): Promise<void>;
}

/** Starts a program, with a pipe as its descriptor 3. */
function begin(name: string, args: readonly string[], env: NodeJS.ProcessEnv): Started {
  const path = findGameProgram(name);
  if (path === undefined) throw new Error(`there is no ${name}`);
  const child = spawn(path, args, { env, stdio: ['ignore', 'pipe', 'ignore', 'pipe'] });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = new Promise<void>((done) => child.once('exit', () => done()).once('error', () => done()));
  const end = async (): Promise<void> => {
    // A program that is stopped, or that hangs, gets no other signal.
    child.kill('SIGKILL');
    await ended;
  };
  return { child, output: () => output, end };
}

/** Asks again until there is an answer. */
async function answered<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined) return answer;
    if (Date.now() > until) throw new Error(`waited ${PATIENCE_MS} ms in vain for ${what}`);
    await new Promise((next) => setTimeout(next, 20));
  }
}

/** The number that the X server writes once it answers. A fixed number may be in use. */
const displayNumber = ({ child }: Started): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    child.stdio[3]?.on('data', (chunk) => {
      text += String(chunk);
      if (text.endsWith('\n')) resolve(text.trim());
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error('Xvfb ended before it answered')));
  });

/** A window of a game or of another program that a test has started. */
export interface GameWindow extends Started {
  /** The id of the window, for `xdotool`. */
  readonly window: string;
}

/** A virtual screen of its own, with a window manager. Disposing it ends everything that was started on it. */
export class VirtualDisplay implements AsyncDisposable {
  readonly env: NodeJS.ProcessEnv;
  readonly #home: string;
  readonly #started: Started[];

  private constructor(env: NodeJS.ProcessEnv, home: string, started: Started[]) {
    this.env = env;
    this.#home = home;
    this.#started = started;
  }

  static async start(size = '1024x768'): Promise<VirtualDisplay> {
    const home = await mkdtemp(join(tmpdir(), 'home-world-display-'));
    // The games write their settings there.
    const env = { PATH: process.env['PATH'], HOME: home, XDG_RUNTIME_DIR: home, LANG: 'C.UTF-8' };
    const flags = ['-displayfd', '3', '-screen', '0', `${size}x24`, '-nolisten', 'tcp', '-noreset'];
    const server = begin('Xvfb', flags, env);
    const display = new VirtualDisplay({ ...env, DISPLAY: `:${await displayNumber(server)}` }, home, [
      server,
    ]);
    display.#started.push(begin('openbox', [], display.env));
    await answered('the window manager', async () =>
      /# 0x/.test(await display.run('xprop', '-root', '_NET_SUPPORTING_WM_CHECK')) ? true : undefined,
    );
    return display;
  }

  /** The output of a program that runs on this screen. */
  async run(name: string, ...args: readonly string[]): Promise<string> {
    const { stdout } = await run(findGameProgram(name) ?? name, args, {
      env: this.env,
      timeout: PATIENCE_MS,
    });
    return stdout;
  }

  /** Starts a program, and waits for a window of this title. */
  async open(title: string, name: string, ...args: readonly string[]): Promise<GameWindow> {
    const started = begin(name, args, this.env);
    this.#started.push(started);
    const pattern = `^${title.replaceAll(/[^\w ]/g, '\\$&')}$`;
    const window = await answered(`the window “${title}”`, async () => {
      const managed = await this.run('xprop', '-root', '_NET_CLIENT_LIST');
      const found = (await this.run('xdotool', 'search', '--name', pattern)).trim().split('\n');
      return found.find((id) => managed.includes(`0x${Number(id).toString(16)}`));
    });
    return { ...started, window };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // The screen was started first, and ends last.
    for (const started of this.#started.toReversed()) await started.end();
    await rm(this.#home, { recursive: true, force: true });
  }
}
