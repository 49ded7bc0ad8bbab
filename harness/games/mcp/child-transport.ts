import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type JSONRPCMessage,
  type Transport,
  deserializeMessage,
  serializeMessage,
} from '@modelcontextprotocol/client';

/** Enough for one answer: a screenshot of 8 MB in base64, and the JSON around it. */
const MAX_LINE_BYTES = 12_000_000;
/** After this many lines that are not messages, the program is ended. */
const MAX_GARBAGE_LINES = 100;
const MAX_STDERR_CHARACTERS = 2_000;
const LINE_END = 10;
/** How long a program has to exit by itself, and again after SIGTERM. */
const GRACE_MS = 500;
/** The maximum time for reading the rest of the output after the process has ended. */
const DRAIN_MS = 1_000;

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The transport to a server that runs as a child process, over its standard input and output. The SDK’s
 * transport ends only the process itself, and waits for its output to close: a killed server would seem alive
 * while one of its own child processes keeps the output open. Here the child leads a process group, and the
 * whole group is ended with the child.
 */
export class ChildTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  /** How the process ended, in words. */
  ending: string | undefined;
  /** The newest part of what the program wrote to its standard error. */
  stderr = '';
  readonly #program: Program;
  #child: ChildProcess | undefined;
  #parts: Buffer[] = [];
  #bytes = 0;
  #garbage = 0;
  readonly #killAtExit = (): void => this.#killGroup('SIGKILL');

  constructor(program: Program) {
    this.#program = program;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  start(): Promise<void> {
    const { command, args, env } = this.#program;
    const child = spawn(command, [...args], {
      env,
      stdio: 'pipe',
      // The program leads its own process group, so that its children can be ended with it. Ctrl+C in the
      // terminal reaches only the home, which ends the play first.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    this.#child = child;
    process.once('exit', this.#killAtExit);
    child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr = (this.stderr + text).slice(-MAX_STDERR_CHARACTERS);
    });
    for (const stream of [child.stdin, child.stdout, child.stderr])
      stream.on('error', (error) => this.onerror?.(error));
    child.once('exit', (code, signal) => {
      const ending = signal === null ? `it ended with exit code ${code}` : `it was ended by ${signal}`;
      this.#killGroup('SIGKILL');
      // Waits for `close`: then the last output of the process has been read. The timer ends the wait if a
      // process that left the group keeps the output open.
      const timer = setTimeout(() => this.#end(ending), DRAIN_MS);
      child.once('close', () => {
        clearTimeout(timer);
        this.#end(ending);
      });
    });
    return new Promise((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (error) => {
        reject(error);
        this.#end('it cannot be started');
      });
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    const input = this.#child?.stdin;
    if (this.ending !== undefined || !input?.writable)
      return Promise.reject(
        new Error(`The server takes no messages: ${this.ending ?? 'its input is closed'}.`),
      );
    return new Promise((resolve, reject) => {
      input.write(serializeMessage(message), (error) => (error ? reject(error) : resolve()));
    });
  }

  async close(): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined || this.ending !== undefined) return;
    const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
    const exited = hasEnded() ? Promise.resolve() : new Promise((resolve) => child.once('exit', resolve));
    const within = (ms: number) => Promise.race([exited, wait(ms, undefined, { ref: false })]);
    child.stdin?.end();
    await within(GRACE_MS);
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      if (hasEnded()) break;
      this.#killGroup(signal);
      await within(GRACE_MS);
    }
    this.#end('it was closed');
  }

  /** Cleans up: the process is gone, or its output is no longer needed. */
  #end(ending: string): void {
    if (this.ending !== undefined) return;
    this.ending = ending;
    process.off('exit', this.#killAtExit);
    this.#killGroup('SIGKILL');
    this.#parts = [];
    // A process that left the group may still hold the pipes open.
    for (const stream of [this.#child?.stdin, this.#child?.stdout, this.#child?.stderr]) stream?.destroy();
    this.onclose?.();
  }

  #killGroup(signal: NodeJS.Signals): void {
    const { pid } = this.#child ?? {};
    if (pid === undefined) return;
    try {
      if (process.platform === 'win32') this.#child?.kill(signal);
      else process.kill(-pid, signal);
    } catch {
      // The group has no process left.
    }
  }

  /** Cuts the output into lines, each of which is one message. */
  #read(chunk: Buffer): void {
    let rest = chunk;
    for (let end = rest.indexOf(LINE_END); end >= 0; end = rest.indexOf(LINE_END)) {
      const line = Buffer.concat([...this.#parts, rest.subarray(0, end)]).toString('utf8');
      this.#parts = [];
      this.#bytes = 0;
      rest = rest.subarray(end + 1);
      if (line.trim() !== '') this.#take(line);
      if (this.ending !== undefined) return;
    }
    this.#parts.push(rest);
    this.#bytes += rest.length;
    if (this.#bytes > MAX_LINE_BYTES) this.#end('it sent a message of more than 12 MB');
  }

  #take(line: string): void {
    let message: JSONRPCMessage;
    try {
      message = deserializeMessage(line);
    } catch {
      // Some programs print a greeting or a warning first; a program that prints nothing else is not an MCP
      // server.
      this.#garbage += 1;
      if (this.#garbage > MAX_GARBAGE_LINES) this.#end('it writes lines that are not MCP messages');
      return;
    }
    this.onmessage?.(message);
  }
}
