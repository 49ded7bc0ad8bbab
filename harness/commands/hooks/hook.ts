/**
 * `home-world hook`: a coding agent runs it at each of its events, and waits for it. So it imports no package and
 * nothing of the home, prints nothing, since the agent would read it as an answer, and ends with 0 in every case.
 */
import { claudeCode } from './claude-code.ts';
import { codex, copilot, gemini } from './other-harnesses.ts';
import { type Mapping, isObject } from './payload.ts';
import { reportOf } from './report.ts';
import { destinationOf, send } from './send.ts';

/** The event of a hook is there when the hook starts. */
const INPUT_MS = 400;
/** An event may have the contents of files. */
const MAX_INPUT_BYTES = 32 * 1024 * 1024;

const mappings: Readonly<Record<string, (event: string) => Mapping>> = {
  'claude-code': () => claudeCode,
  codex: () => codex,
  gemini: () => gemini,
  copilot,
};

interface Arguments {
  readonly harness: string;
  /** The name of the event, for bodies that do not name it. */
  readonly event: string;
  readonly url: string | undefined;
  readonly isVerbose: boolean;
}

/** Reads the words after `hook`. What it does not know does not matter: an error would disturb the agent. */
function readArguments(words: readonly string[]): Arguments {
  const names: string[] = [];
  let url: string | undefined;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    if (word === '--url') url = words[++i];
    else if (word.startsWith('--url=')) url = word.slice('--url='.length);
    else if (!word.startsWith('--')) names.push(word);
  }
  const [harness = '', event = ''] = names;
  return { harness, event, url, isVerbose: words.includes('--verbose') };
}

/** What is on standard input when it ends, or when the time is over: some programs leave it open. */
function readInput(): Promise<string> {
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
    const timer = setTimeout(end, INPUT_MS);
    stdin.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MAX_INPUT_BYTES) end();
    });
    stdin.on('end', end);
    stdin.on('error', end);
  });
}

/** Resolves with why nothing was reported. */
async function reportEvent(
  { harness, event, url }: Arguments,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  // When the process began, not when its code was loaded: hooks that start one after another keep their order.
  const at = Math.round(performance.timeOrigin);
  const mapping = Object.hasOwn(mappings, harness) ? mappings[harness]?.(event) : undefined;
  if (!mapping) return `hook needs one of ${Object.keys(mappings).join(', ')}, got “${harness}”`;
  const destination = destinationOf(env, url);
  if (typeof destination === 'string') return destination;
  const payload: unknown = JSON.parse(await readInput());
  if (!isObject(payload)) return 'standard input is not the event of a hook';
  const found = mapping(payload, env);
  return found
    ? send(destination, JSON.stringify(reportOf(found, env, at)))
    : 'this event says nothing new of a session, or has no session_id';
}

/** Reports the event on standard input to the home. Never throws. */
export async function runHook(words: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const given = readArguments(words);
  const isVerbose = given.isVerbose || env['HOME_WORLD_VERBOSE'] === '1';
  let problem: string | undefined;
  try {
    problem = await reportEvent(given, env);
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  if (isVerbose) process.stderr.write(`home-world hook: ${problem ?? 'reported'}\n`);
}
