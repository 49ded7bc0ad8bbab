import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

/** The program that builds the pages, for `node`; absent after `npm install --omit=dev`. */
export const ROLLUP = join(resolve(import.meta.dirname, '..'), 'node_modules/rollup/dist/bin/rollup');

export interface Outcome {
  readonly ok: boolean;
  /** The output of both streams, in the order of arrival. */
  readonly output: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Also print the output as it arrives. */
  readonly show?: boolean;
  /** Milliseconds after which the program is killed, which counts as a failure. */
  readonly timeout?: number;
}

/**
 * Runs a program to its end. Never rejects: a missing program is a failure with its reason in
 * `output`.
 */
export function runProgram(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Outcome> {
  const { cwd, env = process.env, show = false, timeout } = options;
  return new Promise((done) => {
    let output = '';
    const child = spawn(command, [...args], {
      ...(cwd === undefined ? {} : { cwd }),
      ...(timeout === undefined ? {} : { timeout }),
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => {
        output += text;
        if (show) process.stdout.write(text);
      });
    }
    child.on('error', (error) => done({ ok: false, output: `${output}\n${command}: ${error.message}` }));
    child.on('close', (code, signal) => {
      if (signal !== null) output += `\n${command} was ended by ${signal}`;
      done({ ok: code === 0, output });
    });
  });
}

/** Calls `run` for each item, one after the other. Returns all results. */
export async function oneByOne<T, R>(all: readonly T[], run: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const one of all) results.push(await run(one));
  return results;
}
