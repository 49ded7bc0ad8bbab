import { spawn } from 'node:child_process';

export interface Outcome {
  readonly ok: boolean;
  /** Both streams, in the order they came. */
  readonly output: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Also show the output as it comes. */
  readonly show?: boolean;
  /** Ends it, as a failure, after so many milliseconds. */
  readonly timeout?: number;
}

/** Runs a program to its end. Never rejects: a program that is missing is a failure that says so. */
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
