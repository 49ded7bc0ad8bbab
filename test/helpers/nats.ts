import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../ci/programs.ts';
import { freePort } from './free-port.ts';

const path = findProgram('nats');
/** Why the tests of several gateways are skipped; false where they run. */
export const whyNoNats = path === undefined && 'no nats-server here (node ci/programs.ts nats installs it)';

/** A NATS server with JetStream on a port of its own, which can be killed and started again. */
export class NatsServer {
  readonly url: string;
  readonly #port: number;
  readonly #folder: string;
  readonly #args: readonly string[];
  #child: ChildProcess | undefined;

  private constructor(port: number, folder: string, args: readonly string[]) {
    this.#port = port;
    this.#folder = folder;
    this.#args = args;
    this.url = `nats://127.0.0.1:${port}`;
  }

  static async start(...args: readonly string[]): Promise<NatsServer> {
    const folder = await mkdtemp(join(tmpdir(), 'home-world-nats-'));
    const server = new NatsServer(await freePort(), folder, args);
    await server.start();
    return server;
  }

  async start(): Promise<void> {
    if (path === undefined) throw new Error('there is no nats-server');
    const given = this.#args.length > 0 ? this.#args : ['-js', '-sd', this.#folder];
    const child = spawn(path, ['-a', '127.0.0.1', '-p', `${this.#port}`, ...given], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#child = child;
    let output = '';
    await new Promise<void>((resolve, reject) => {
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('Server is ready')) resolve();
      });
      child.once('exit', () => reject(new Error(`nats-server ended: ${output}`)));
      child.once('error', reject);
    });
    // Read on, so that the server never waits for its log.
    child.stderr?.resume();
  }

  /** Ends the server in the middle of what it does. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child) return;
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await ended;
  }

  /** Suspends the server process without ending it, like a machine that hangs. */
  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  async dispose(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
