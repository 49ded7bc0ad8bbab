import { type Command, type Flag, type FlagValues } from '../../core/options.ts';
import { UserError, fetchFailure } from '../../core/user-error.ts';
import { isTemporary } from './command-line.ts';
import { type Wanted, fileOf, install, installedOf, uninstall } from './install.ts';
import { destinationOf } from './send.ts';
import { type Harness, harnesses, targets } from './targets.ts';

const flags: readonly Flag[] = [
  { name: 'project', help: 'for the project of the current folder, instead of all projects' },
  {
    name: 'url',
    value: 'URL',
    fallback: 'http://127.0.0.1:4200',
    help: 'address of the home, which install writes into the hooks',
  },
];

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const usage = (message: string): UserError =>
  new UserError(message, 'Run “home-world hooks --help” to see what it takes.', 2);

function readHarness(given: string | undefined): Harness {
  const harness = harnesses.find((known) => known === given);
  if (harness !== undefined) return harness;
  const got = given === undefined ? 'nothing' : `“${given}”`;
  throw usage(`hooks needs a coding agent (${harnesses.join(', ')}), got ${got}.`);
}

/** The address as the hooks have it: `http://localhost:4200/` and the same without the last slash are one. */
const normalised = (url: string): string => (URL.parse(url)?.href ?? url).replace(/\/+$/, '');

/** What the home says to a report that is none: the secret is right if only the report is wrong. */
const answers: Readonly<Record<number, string>> = {
  400: 'answers, and takes this secret',
  401: 'answers, and has another secret',
  403: 'answers, and was started without a secret: it takes no reports',
};

async function homeStatus(url: string, env: NodeJS.ProcessEnv): Promise<string> {
  const destination = destinationOf(env, url);
  if (typeof destination === 'string')
    return `The secret: ${destination}. Set it where you start the agent: docs/agents.md says how.`;
  try {
    const { status } = await fetch(destination.url, {
      method: 'POST',
      headers: { 'x-home-world-key': destination.token, 'content-type': 'application/json' },
      body: '{"session":{}}',
      redirect: 'manual',
      signal: AbortSignal.timeout(2_000),
    });
    return `The home at ${url} ${answers[status] ?? `takes no reports: it answers with status ${status}`}.`;
  } catch (error) {
    return `No home answers at ${url}: ${fetchFailure(error)}.`;
  }
}

function printStatus(wanted: Wanted): void {
  const { title } = targets[wanted.harness];
  const path = fileOf(wanted);
  let found: string;
  try {
    found = installedOf(wanted);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    found = 'cannot be read as JSON';
  }
  print(`${title.padEnd(12)} ${found}: ${path}`);
}

async function status(list: readonly Wanted[], url: string, env: NodeJS.ProcessEnv): Promise<void> {
  for (const wanted of list) printStatus(wanted);
  print(await homeStatus(url, env));
}

async function installAndTell(wanted: Wanted): Promise<void> {
  const parsed = URL.parse(wanted.url);
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.password !== '')
    throw usage('--url needs an http(s) address without a name and a password.');
  const { title, notes, isShared } = targets[wanted.harness];
  const change = await install(wanted);
  const path = fileOf(wanted);
  print(`The hooks of ${title} are ${change}: ${path}`);
  for (const note of notes) print(note);
  if (wanted.isProject && isShared)
    print('The file has paths of this machine: commit it only if others have the program at the same place.');
  if (isTemporary())
    print('npx keeps this program only for a while. Install it (npm install -g), and run this again.');
  print(`They report to ${wanted.url}. ${await homeStatus(wanted.url, wanted.env)}`);
}

async function uninstallAndTell(wanted: Wanted): Promise<void> {
  const { title } = targets[wanted.harness];
  const path = fileOf(wanted);
  print(
    (await uninstall(wanted))
      ? `The hooks of ${title} are removed: ${path}`
      : `${title} had no hooks of this program: ${path}`,
  );
}

/** Resolves with the exit code; throws a `UserError`. */
async function run(values: FlagValues, env: NodeJS.ProcessEnv, words: readonly string[]): Promise<number> {
  const [action, given, extra] = words;
  if (extra !== undefined) throw usage(`“${extra}” is one word too many.`);
  const url = normalised(String(values['url']));
  const isProject = values['project'] === true;
  const wantedOf = (harness: Harness): Wanted => ({ harness, isProject, env, url });
  if (action === 'install') await installAndTell(wantedOf(readHarness(given)));
  else if (action === 'uninstall') await uninstallAndTell(wantedOf(readHarness(given)));
  else if (action === 'status')
    await status((given === undefined ? harnesses : [readHarness(given)]).map(wantedOf), url, env);
  else
    throw usage(
      `hooks needs install, status or uninstall, got ${action === undefined ? 'nothing' : `“${action}”`}.`,
    );
  return 0;
}

/** The command `hooks`; `details` is shown by `--help` below the flags. */
export const hooks: Command = {
  words: 'install|status|uninstall AGENT',
  details: [
    `AGENT is one of ${harnesses.join(', ')}. status without it lists all of them.`,
    'install writes into the file of the agent, keeps everything else in it, and a copy beside it.',
    'The secret comes from the environment only: HOME_WORLD_AGENT_KEY, which “home-world keys add” makes.',
    '',
    'docs/agents.md says what the hooks send, and who sees it.',
  ].join('\n'),
  flags,
  run,
};
