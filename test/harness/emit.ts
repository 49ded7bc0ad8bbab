import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { compileCache } from '../helpers/compile-cache.ts';

const root = join(import.meta.dirname, '../..');
export const program = join(root, 'harness/home-world.js');

export interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a program to its end, with this text on standard input. */
export function runProgram(
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
  const child = spawn(file, args, {
    cwd,
    env: { PATH: folders.join(':'), ...compileCache, ...env },
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => (out += String(chunk)));
  child.stderr.on('data', (chunk) => (err += String(chunk)));
  // A program that does not read its input closes it early.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
  });
}
