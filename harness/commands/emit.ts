import { text as readText } from 'node:stream/consumers';
import * as v from 'valibot';
import { activityStates } from '../../data/readings/schemas/activity-states.ts';
import { reportedActivity, targetKinds } from '../../data/readings/schemas/resident-activity.ts';
import type { SessionReportInput } from '../agent-sessions/session-report.ts';
import { type Command, type Flag, type FlagValues, textOf, usageOf } from '../core/options.ts';
import { homeAddress } from '../core/request-origin.ts';
import { fitsHeader } from '../core/secret.ts';
import { UserError } from '../core/user-error.ts';
import { type Report, reportOfHook } from './emit-claude-code.ts';
import { sendReport } from './emit-request.ts';
import { sessionFlags, sessionReportOf } from './emit-session.ts';

/** Every flag of `emit`. A test checks that docs/configuration.md has a line for each. */
export const flags: readonly Flag[] = [
  {
    name: 'task',
    value: 'TEXT',
    help: 'what the agent works on; it stays until the next task, or until idle',
  },
  { name: 'step', value: 'TEXT', help: 'the part of the task that it does now' },
  { name: 'tool', value: 'NAME', help: 'the tool that it uses' },
  { name: 'progress', value: 'PART', help: 'how much of the task is done, from 0 to 1' },
  {
    name: 'target',
    value: 'KIND:NAME',
    help: 'what it works on: file:src/a.ts, issue:12 or url:https://example.org/',
  },
  { name: 'target-url', value: 'URL', help: 'the http(s) address of a file or an issue' },
  { name: 'url', value: 'URL', fallback: 'http://127.0.0.1:4200', help: 'address of the home' },
  {
    name: 'timeout',
    range: [1, 60],
    value: 'SECONDS',
    fallback: 2,
    help: 'how long the home may take to answer',
  },
  { name: 'claude-code', help: 'read an event of a Claude Code hook from standard input, instead of STATE' },
  {
    name: 'task-from-prompt',
    help: 'with --claude-code: the first line of each prompt is the task; without it no text of a prompt is sent',
  },
  {
    name: 'statusline',
    help: 'read the input of Claude Code’s status line, send its limits, context and cost, and print a status line: that of COMMAND after “--”, if there is one',
  },
  ...sessionFlags,
  { name: 'quiet', help: 'print nothing and exit with 0 also after an error, for hooks' },
];

const usage = usageOf('emit');

/**
 * Reads a flag as an http(s) address. The message does not repeat the given text: it may contain a password.
 */
function readUrl(flag: string, given: string): URL {
  const url = URL.parse(given);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw usage(`--${flag} needs an http(s) address.`);
}

/** Reads a target such as `file:src/a.ts`. */
function readTarget(given: string, url: string | undefined): Report['target'] {
  const [, word, name] = /^([a-z]+):(.+)$/s.exec(given) ?? [];
  const kind = targetKinds.find((known) => known === word);
  if (kind === undefined || name === undefined)
    throw usage(`--target needs ${targetKinds.map((known) => `${known}:…`).join(' or ')}, got “${given}”.`);
  const address = url ?? (kind === 'url' ? name : undefined);
  if (address === undefined) return { kind, name };
  return { kind, name, url: readUrl(url === undefined ? 'target' : 'target-url', address).href };
}

function readProgress(given: string): number {
  const value = /^(?:\d+\.?\d*|\.\d+)$/.test(given) ? Number(given) : NaN;
  if (value >= 0 && value <= 1) return value;
  throw usage(`--progress needs a number from 0 to 1, got “${given}”.`);
}

function readState(given: string | undefined): Report['state'] {
  const state = activityStates.find((known) => known === given);
  if (state !== undefined) return state;
  const got = given === undefined ? 'nothing' : `“${given}”`;
  throw usage(`emit needs a state (${activityStates.join(', ')}), got ${got}.`);
}

/** The report of the command line. */
function reportOfFlags(
  state: string | undefined,
  values: FlagValues,
  env: NodeJS.ProcessEnv,
): Report | SessionReportInput {
  const [target, targetUrl, progress] = ['target', 'target-url', 'progress'].map((name) =>
    textOf(values[name]),
  );
  if (targetUrl !== undefined && target === undefined) throw usage('--target-url needs --target.');
  const activity: Omit<Report, 'state'> = {
    task: textOf(values['task']),
    step: textOf(values['step']),
    tool: textOf(values['tool']),
    ...(progress !== undefined && { progress: readProgress(progress) }),
    ...(target !== undefined && { target: readTarget(target, targetUrl) }),
  };
  const session = sessionReportOf(state, activity, values, env);
  if (session) return session;
  const report: Report = { state: readState(state), ...activity };
  if (!v.is(reportedActivity, report))
    throw usage('--target needs a name with at least one visible character.');
  return report;
}

/** The text that a hook of Claude Code wrote to the standard input. */
async function readStandardInput(timeoutMs: number): Promise<string> {
  const { stdin } = process;
  const problem = (message: string): UserError =>
    new UserError(message, 'Let a hook of Claude Code run this command: docs/agents.md has the settings.');
  if (stdin.isTTY) throw problem('--claude-code reads standard input, and that is the terminal.');
  const timer = setTimeout(() => stdin.destroy(problem('Standard input did not end in time.')), timeoutMs);
  try {
    return await readText(stdin);
  } finally {
    clearTimeout(timer);
  }
}

async function reportOfStandardInput(values: FlagValues, timeoutMs: number): Promise<Report | undefined> {
  const report = reportOfHook(await readStandardInput(timeoutMs), values['task-from-prompt'] === true);
  const task = textOf(values['task']);
  return report && task !== undefined && report.state !== 'idle' ? { task, ...report } : report;
}

/**
 * The secret for a report. A key may report only sessions, so what the resident does is sent with the token
 * if both are set. Throws a `UserError` if neither is usable.
 */
function readSecret(env: NodeJS.ProcessEnv, isSession: boolean): string {
  const names = ['HOME_WORLD_BRIDGE_TOKEN', 'HOME_WORLD_AGENT_KEY'];
  if (isSession) names.reverse();
  const name = names.find((one) => env[one]?.trim()) ?? names[0] ?? '';
  const secret = env[name]?.trim();
  if (secret && fitsHeader(secret)) return secret;
  throw new UserError(
    `${name} ${secret ? 'holds a space or a character that is not ASCII' : 'is not set'}.`,
    isSession
      ? 'Set it to a key that “home-world keys add” made.'
      : 'Set it to the secret with which the home was started.',
  );
}

async function send(values: FlagValues, env: NodeJS.ProcessEnv, words: readonly string[]): Promise<void> {
  const [state, extra] = words;
  if (extra !== undefined) throw usage(`“${extra}” is one word too many.`);
  const timeoutMs = Number(values['timeout']) * 1000;
  const fromHook = values['claude-code'] === true;
  if (fromHook && state !== undefined) throw usage(`--claude-code accepts no state, got “${state}”.`);
  const report = fromHook
    ? await reportOfStandardInput(values, timeoutMs)
    : reportOfFlags(state, values, env);
  if (report === undefined) return;
  await sendReport(report, {
    url: new URL(homeAddress(String(values['url']), 'url')),
    secret: readSecret(env, 'session' in report),
    timeoutMs,
  });
}

/** Resolves with the exit code; throws a `UserError` unless `--quiet` is set. */
async function run(values: FlagValues, env: NodeJS.ProcessEnv, words: readonly string[]): Promise<number> {
  if (values['statusline'] === true) {
    const { runStatusLine } = await import('./hooks/status-line.ts');
    return runStatusLine(['--url', String(values['url']), '--', ...words], env);
  }
  try {
    await send(values, env, words);
  } catch (error) {
    if (values['quiet'] !== true) throw error;
  }
  return 0;
}

/** The command `emit`; `details` is shown by `--help` below the flags. */
export const emit: Command = {
  words: 'STATE | --statusline [-- COMMAND]',
  details: [
    'STATE is idle, thinking, working, waiting or failed; with --session also done or ended.',
    'The secret comes from the environment only: HOME_WORLD_AGENT_KEY for sessions (“home-world keys add”), and',
    'HOME_WORLD_BRIDGE_TOKEN, as for “home-world serve”, for what the resident does.',
    'Exit codes: 0 sent; 1 not sent; 2 wrong command line. With --quiet always 0.',
    '',
    'docs/agents.md has examples, and the settings for Claude Code.',
  ].join('\n'),
  flags,
  run,
};
