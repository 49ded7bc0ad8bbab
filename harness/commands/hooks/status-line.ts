/**
 * `home-world emit --statusline`: Claude Code runs it for its status line, and waits for it. So it imports no package
 * and nothing of the home, as the hooks.
 */
import { spawn } from 'node:child_process';
import type { StatusLineInput } from '../../usage/status-line.ts';
import { readInput } from './invocation.ts';
import { type Payload, isObject, numberIn, textIn } from './payload.ts';
import { placeOf } from './report.ts';
import { destinationOf, send } from './send.ts';

const HARNESS = 'Claude Code';
const windows = { five_hour: 'five-hour', seven_day: 'seven-day' } as const;
const shortWindows = { 'five-hour': '5 h', 'seven-day': '7 d' } as const;

interface Arguments {
  readonly url: string | undefined;
  readonly isVerbose: boolean;
  /** The person's own status line. */
  readonly command: readonly string[];
}

/** Reads the words after `emit`. What follows `--` is the command of the person. */
function readArguments(words: readonly string[], env: NodeJS.ProcessEnv): Arguments {
  const end = words.indexOf('--');
  const own = end < 0 ? words : words.slice(0, end);
  const at = own.findIndex((word) => /^--url(?:=|$)/.test(word));
  const url = at < 0 ? undefined : (/^--url=(.*)$/s.exec(own[at] ?? '')?.[1] ?? own[at + 1]);
  const isVerbose = own.includes('--verbose') || env['HOME_WORLD_VERBOSE'] === '1';
  return { url, isVerbose, command: end < 0 ? [] : words.slice(end + 1) };
}

function parse(text: string): Payload | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return isObject(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

const fieldsIn = (of: Payload, name: string): Payload => {
  const found = of[name];
  return isObject(found) ? found : {};
};

function limitsIn(input: Payload): NonNullable<StatusLineInput['limits']> {
  const limits = fieldsIn(input, 'rate_limits');
  return (Object.keys(windows) as (keyof typeof windows)[]).flatMap((name) => {
    const limit = fieldsIn(limits, name);
    const used = numberIn(limit, 'used_percentage', 1e6);
    const resetsAt = numberIn(limit, 'resets_at', 8.64e12);
    return used === undefined || resetsAt === undefined
      ? []
      : [{ window: windows[name], used: Math.min(100, used), resetsAt: resetsAt * 1000 }];
  });
}

function contextIn(input: Payload): StatusLineInput['context'] {
  const context = fieldsIn(input, 'context_window');
  const used = numberIn(context, 'used_percentage', 100);
  const left = numberIn(context, 'remaining_percentage', 100) ?? (used === undefined ? used : 100 - used);
  const size = numberIn(context, 'context_window_size', 1e9);
  return left === undefined ? undefined : { left, ...(size !== undefined && size >= 1 && { size }) };
}

/**
 * What a status line sends. Each field that leaves the machine is listed here by its name. Undefined if the input is
 * not of a session.
 */
export function statusOf(input: Payload, at: number): StatusLineInput | undefined {
  const id = textIn(input, 'session_id');
  if (!/^[\w.:-]{1,128}$/.test(id)) return undefined;
  const folder = textIn(fieldsIn(input, 'workspace'), 'project_dir') || textIn(input, 'cwd');
  const dollars = numberIn(fieldsIn(input, 'cost'), 'total_cost_usd', 1e5);
  const context = contextIn(input);
  return {
    session: { id, harness: HARNESS, folder: placeOf(folder).folder },
    model: textIn(fieldsIn(input, 'model'), 'id')
      .replace(/\[[^\]]*\]$/, '')
      .slice(0, 200),
    ...(dollars !== undefined && { dollars }),
    ...(context && { context }),
    limits: limitsIn(input),
    at,
  };
}

/** The status line of a person who has none: `Opus · 92 % of the context left · 5 h: 77 % left`. */
export function ownLine(input: Payload): string {
  const context = contextIn(input);
  return [
    textIn(fieldsIn(input, 'model'), 'display_name'),
    context && `${Math.round(context.left)} % of the context left`,
    ...limitsIn(input).map(({ window, used }) => `${shortWindows[window]}: ${Math.round(100 - used)} % left`),
  ]
    .filter(Boolean)
    .join(' · ')
    .replaceAll(/\p{C}+/gu, '');
}

/** Runs the person's own status line with the same input. Resolves with its exit code. */
const runOwn = ([file = '', ...words]: readonly string[], input: string): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(file, words, { stdio: ['pipe', 'inherit', 'inherit'] });
    // Claude Code ends a status line that takes too long.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
      process.on(signal, () => child.kill(signal));
    child.on('error', (error) => {
      process.stderr.write(`home-world emit --statusline: ${error.message}\n`);
      resolve(127);
    });
    child.on('close', (code) => resolve(code ?? 1));
    // A command that does not read its input closes it early.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });

/** Sends what a status line knows. Resolves with what went wrong. */
async function report(
  input: Payload | undefined,
  env: NodeJS.ProcessEnv,
  url: string | undefined,
): Promise<string | undefined> {
  const status = input && statusOf(input, Math.round(performance.timeOrigin));
  if (!status) return 'standard input is not that of a status line, or has no session_id';
  const destination = destinationOf(env, url, 'api/usage');
  return typeof destination === 'string' ? destination : send(destination, JSON.stringify(status));
}

/**
 * Sends what is on standard input to the home, and prints the person's own status line, or a short one. Resolves with
 * the exit code of the person's command. The home never changes what is printed.
 */
export async function runStatusLine(words: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { url, isVerbose, command } = readArguments(words, env);
  const text = await readInput();
  const input = parse(text);
  const own = command.length > 0 ? runOwn(command, text) : undefined;
  if (!own && input) process.stdout.write(`${ownLine(input)}\n`);
  const problem = await report(input, env, url).catch(String);
  if (isVerbose && problem !== undefined) process.stderr.write(`home-world emit --statusline: ${problem}\n`);
  return own ?? 0;
}
