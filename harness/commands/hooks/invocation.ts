/** What a command for hooks gets: the words after it, and the event on standard input. */
import { type Payload, isObject } from './payload.ts';

/** How long to wait for the end of standard input. The event is there when the hook starts. */
const INPUT_MS = 400;
/** An event may contain whole files. */
const MAX_INPUT_BYTES = 32 * 1024 * 1024;

/**
 * What a hook may do besides reporting, each by the flag of its name: take letters of the owner, send what the session
 * has changed if the owner asks, and send what is left of the context and of the limits of Codex.
 */
export const hookExtras = ['letters', 'changes', 'usage'] as const;
export type HookExtra = (typeof hookExtras)[number];

export interface Arguments {
  readonly harness: string;
  /** The name of the event, for bodies that do not name it. */
  readonly event: string;
  readonly url: string | undefined;
  readonly seconds: string | undefined;
  readonly extras: readonly HookExtra[];
  readonly isVerbose: boolean;
}

/** Reads the words after the command. Unknown flags are ignored: an error would disturb the agent. */
export function readArguments(words: readonly string[], env: NodeJS.ProcessEnv): Arguments {
  const names: string[] = [];
  const values: Record<string, string | undefined> = {};
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    const [, name, value] = /^--(url|seconds)(?:=(.*))?$/s.exec(word) ?? [];
    if (name !== undefined) values[name] = value ?? words[++i];
    else if (!word.startsWith('--')) names.push(word);
  }
  const [harness = '', event = ''] = names;
  const isVerbose = words.includes('--verbose') || env['HOME_WORLD_VERBOSE'] === '1';
  const extras = hookExtras.filter((name) => words.includes(`--${name}`));
  return { harness, event, url: values['url'], seconds: values['seconds'], extras, isVerbose };
}

/**
 * Resolves with the text of standard input when the input ends, or when the time is over: some programs leave
 * it open.
 */
export function readInput(): Promise<string> {
  const { stdin } = process;
  if (stdin.isTTY) return Promise.resolve('');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = (): void => {
      clearTimeout(timer);
      stdin.removeAllListeners();
      stdin.on('error', () => undefined).pause();
      resolve(Buffer.concat(chunks).toString('utf8'));
    };
    // What has come while this process did not run is read first.
    const timer = setTimeout(() => setImmediate(end), INPUT_MS);
    stdin.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MAX_INPUT_BYTES) end();
    });
    stdin.on('end', end);
    stdin.on('error', end);
  });
}

/** Why there is no event. */
export const NO_EVENT = 'standard input is not the event of a hook (docs/door.md has an example)';

/** Resolves with the event on standard input; undefined if there is none. */
export async function readEvent(): Promise<Payload | undefined> {
  try {
    const event: unknown = JSON.parse(await readInput());
    return isObject(event) ? event : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Runs `work`, which resolves with what went wrong. Never throws. Prints what went wrong only if `isVerbose`.
 */
export async function quietly(
  name: string,
  isVerbose: boolean,
  work: () => Promise<string | undefined>,
): Promise<void> {
  let problem: string | undefined;
  try {
    problem = await work();
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  if (isVerbose) process.stderr.write(`home-world ${name}: ${problem ?? 'done'}\n`);
}
