import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { compileCache } from '../helpers/compile-cache.ts';

const root = join(import.meta.dirname, '../..');
export const program = join(root, 'harness/home-world.js');

export interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A program that was started, and what it has printed until now. */
export interface Run {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly err: () => string;
  readonly code: Promise<number | null>;
}

/** Starts a program, and kills it after a minute: it should have ended, or its test has failed. */
export function startProgram(file: string, args: readonly string[], options: SpawnOptions): Run {
  const child = spawn(file, args, { timeout: 60_000, killSignal: 'SIGKILL', ...options });
  let [out, err] = ['', ''];
  child.stdout?.on('data', (chunk) => (out += String(chunk)));
  child.stderr?.on('data', (chunk) => (err += String(chunk)));
  // A program that does not read its input closes it early.
  child.stdin?.on('error', () => undefined);
  const code = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return { child, out: () => out, err: () => err, code };
}

/** Runs a program to its end, with this text on standard input. */
export async function runProgram(
  file: string,
  args: readonly string[],
  {
    env = {},
    input = '',
    path = '',
    cwd = root,
  }: { env?: Record<string, string>; input?: string; path?: string; cwd?: string } = {},
): Promise<Outcome> {
  const folders = [path, dirname(process.execPath), process.env['PATH']].filter((folder) => folder);
  const { child, out, err, code } = startProgram(file, args, {
    cwd,
    env: { PATH: folders.join(':'), ...compileCache, ...env },
  });
  child.stdin?.end(input);
  return { code: await code, out: out(), err: err() };
}
