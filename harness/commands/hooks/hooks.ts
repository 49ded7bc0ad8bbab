import { type Command, type Flag, type FlagValues, textOf, usageOf } from '../../core/options.ts';
import { printLine } from '../../core/escape.ts';
import { homeAddress, isLoopback } from '../../core/request-origin.ts';
import { UserError, fetchFailure, messageOf } from '../../core/user-error.ts';
import { DEFAULT_SECONDS, MAX_SECONDS } from './ask.ts';
import { isTemporary } from './command-line.ts';
import { normalised } from './hooks-file.ts';
import { hookExtras } from './invocation.ts';
import { type Wanted, fileOf, install, installedOf, uninstall } from './install.ts';
import { destinationOf } from './send.ts';
import { type Harness, harnesses, targets } from './targets.ts';

const DEFAULT_URL = 'http://127.0.0.1:4200';

const flags: readonly Flag[] = [
  { name: 'project', help: 'for the project of the current folder, instead of all projects' },
  {
    name: 'url',
    value: 'URL',
    help: `address of the home, which install writes into the hooks; without it ${DEFAULT_URL}. status asks the homes that are in the hooks, others than of this machine only with it`,
  },
  { name: 'ask', help: 'install: let the agent also ask you, in the home, before its terminal asks' },
  { name: 'letters', help: 'install: let the agent also read what you write to it in the home' },
  { name: 'changes', help: 'install: let the agent send you the diff of its working folder when you ask' },
  { name: 'usage', help: 'install: let Codex also send what is left of its context and its windows' },
  {
    name: 'seconds',
    range: [1, MAX_SECONDS],
    value: 'N',
    fallback: DEFAULT_SECONDS,
    help: `with --ask: how long it waits for you, at most ${MAX_SECONDS}`,
  },
];

const usage = usageOf('hooks');

/** The agents of the command line, each once. */
function readHarnesses(given: readonly string[]): readonly Harness[] {
  const needed = `hooks needs a coding agent (${harnesses.join(', ')})`;
  if (given.length === 0) throw usage(`${needed}, got nothing.`);
  const found = given.map((name) => {
    const harness = harnesses.find((known) => known === name);
    if (harness === undefined) throw usage(`${needed}, got “${name}”.`);
    return harness;
  });
  return [...new Set(found)];
}

/** The status of the answer if the home accepts the key and refuses the empty report. */
const KEY_TAKEN = 400;

async function homeStatus(url: string, env: NodeJS.ProcessEnv): Promise<string> {
  const destination = destinationOf(env, url);
  if (typeof destination === 'string')
    return `The key: ${destination}. Set it where you start the agent: docs/agents.md says how.`;
  try {
    const response = await fetch(destination.url, {
      method: 'POST',
      headers: { 'x-home-world-key': destination.token, 'content-type': 'application/json' },
      body: '{"session":{}}',
      redirect: 'manual',
      signal: AbortSignal.timeout(2_000),
    });
    const { status } = response;
    const message = (await messageOf(response)) || 'It does not say why.';
    if (status === KEY_TAKEN) return `The home at ${url} answers, and takes this key.`;
    if (status === 401) return `The home at ${url} answers, and refuses the key: ${message}`;
    return `The home at ${url} takes no reports: it answers with status ${status}. ${message}`;
  } catch (error) {
    return `No home answers at ${url}: ${fetchFailure(error)}.`;
  }
}

/** Prints what is installed. Returns the addresses to which the hooks report. */
function printStatus(wanted: Wanted): readonly string[] {
  const { title } = targets[wanted.harness];
  const path = fileOf(wanted);
  let found: string;
  let homes: readonly string[] = [];
  try {
    ({ state: found, homes } = installedOf(wanted));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    found = 'cannot be read as JSON';
  }
  const reports = homes.length === 0 ? '' : `, reports to ${homes.join(' and ')}`;
  printLine(`${title.padEnd(12)} ${found}: ${path}${reports}`);
  return homes;
}

/**
 * Whether the key may be sent to an address that stands in hooks: others may have written the files of a
 * project, and another machine may belong to anyone.
 */
const isTrusted = (home: string, isProject: boolean, env: NodeJS.ProcessEnv): boolean =>
  home === DEFAULT_URL ||
  home === normalised(env['HOME_WORLD_URL'] ?? '') ||
  (!isProject && isLoopback(new URL(home).hostname.replaceAll(/[[\]]/g, '')));

/** @param url The home to ask; undefined for the homes that are in the hooks. */
async function status(
  list: readonly Wanted[],
  url: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const installed = new Set(list.flatMap(printStatus));
  const isProject = list.some((wanted) => wanted.isProject);
  const answer = async (home: string): Promise<string> =>
    home === url || isTrusted(home, isProject, env)
      ? homeStatus(home, env)
      : `The home at ${home} gets no key, because only a file names it: give --url ${home} to test it.`;
  const asked = url === undefined && installed.size > 0 ? [...installed] : [url ?? DEFAULT_URL];
  // Without a key, the line is the same for all homes.
  for (const line of new Set(await Promise.all(asked.map(answer)))) printLine(line);
}

/** Throws if an agent cannot do what is wanted. */
function check({ harness, askSeconds, extras }: Wanted): void {
  const { title, asks, tellsUsage } = targets[harness];
  if (askSeconds !== undefined && !asks)
    throw usage(`${title} takes no answer from a hook, so it can only report: leave out --ask.`);
  if (extras?.includes('usage') && !tellsUsage)
    throw usage(`${title} tells its hooks nothing of its windows: leave out --usage.`);
}

async function installAndTell(wanted: Wanted): Promise<void> {
  const { title, notes, askNotes = [], isShared } = targets[wanted.harness];
  const change = await install(wanted);
  const path = fileOf(wanted);
  printLine(`The hooks of ${title} are ${change}: ${path}`);
  for (const note of [...notes, ...(wanted.askSeconds === undefined ? [] : askNotes)]) printLine(note);
  if (wanted.isProject && isShared)
    printLine(
      'The file has paths of this machine: commit it only if others have the program at the same place.',
    );
}

async function installAll(list: readonly Wanted[], url: string, env: NodeJS.ProcessEnv): Promise<void> {
  homeAddress(url, 'url');
  for (const wanted of list) check(wanted);
  for (const wanted of list) await installAndTell(wanted);
  if (isTemporary())
    printLine('npx keeps this program only for a while. Install it (npm install -g), and run this again.');
  printLine(`They report to ${url}. ${await homeStatus(url, env)}`);
}

async function uninstallAndTell(wanted: Wanted): Promise<void> {
  const { title } = targets[wanted.harness];
  const path = fileOf(wanted);
  printLine(
    (await uninstall(wanted))
      ? `The hooks of ${title} are removed: ${path}`
      : `${title} had no hooks of this program: ${path}`,
  );
}

async function probeAndTell(given: readonly string[], url: string, env: NodeJS.ProcessEnv): Promise<void> {
  const other = given.find((name) => name !== 'claude-code');
  if (other !== undefined)
    throw usage(`probe asks claude-code only: no other agent tells its sessions, got “${other}”.`);
  const { probe } = await import('./probe.ts');
  const { there, done, ended } = await probe(url, env);
  const sessions = there === 1 ? '1 session' : `${there} sessions`;
  printLine(`Claude Code has ${sessions} here. Reported: ${ended} ended, ${done} interrupted.`);
}

/** Resolves with the exit code; throws a `UserError`. */
async function run(values: FlagValues, env: NodeJS.ProcessEnv, words: readonly string[]): Promise<number> {
  const [action, ...given] = words;
  const named = textOf(values['url']);
  const url = normalised(named ?? DEFAULT_URL);
  const isProject = values['project'] === true;
  const askSeconds = values['ask'] === true ? Number(values['seconds']) : undefined;
  const extras = hookExtras.filter((name) => values[name] === true);
  const wanted = (): Wanted[] =>
    readHarnesses(action === 'status' && given.length === 0 ? harnesses : given).map((harness) => ({
      harness,
      isProject,
      env,
      url,
      askSeconds,
      extras,
    }));
  if (action === 'install') await installAll(wanted(), url, env);
  else if (action === 'uninstall') for (const one of wanted()) await uninstallAndTell(one);
  else if (action === 'status') await status(wanted(), named && url, env);
  else if (action === 'probe') await probeAndTell(given, url, env);
  else
    throw usage(
      `hooks needs install, status, uninstall or probe, got ${action === undefined ? 'nothing' : `“${action}”`}.`,
    );
  return 0;
}

/** The command `hooks`; `details` is shown by `--help` below the flags. */
export const hooks: Command = {
  words: 'install|status|uninstall|probe AGENT…',
  details: [
    `AGENT is one of ${harnesses.join(', ')}; there may be several. status without one lists all of them.`,
    'install writes into the file of the agent, keeps everything else in it, and a copy beside it.',
    'probe asks Claude Code which of its sessions are there, and reports those that are gone or were interrupted.',
    'The key comes from the environment only: HOME_WORLD_AGENT_KEY, which “home-world keys add” makes.',
    '',
    'docs/agents.md says what the hooks send, and who sees it.',
  ].join('\n'),
  flags,
  run,
};
