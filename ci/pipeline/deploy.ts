/**
 * The deploy step (specification 5 and 8): signs in on the server by SSH, where `deploy.sh --pull`
 * fetches, resets to origin/main and deploys. It uses nothing that npm installs.
 *
 *   node ci/pipeline/deploy.ts    reads DEPLOY_HOST, DEPLOY_USER, DEPLOY_SSH_KEY, DEPLOY_KNOWN_HOSTS,
 *                                 DEPLOY_FOLDER, DEPLOY_SERVICE
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../harness/core/user-error.ts';
import { runStep, setting } from './step.ts';

interface Deployment {
  readonly host: string;
  readonly port: string;
  readonly user: string;
  readonly key: string;
  /** Lines as in `~/.ssh/known_hosts`. */
  readonly knownHosts: string | undefined;
  readonly folder: string;
  readonly service: string;
}

const SECRETS = ['DEPLOY_HOST', 'DEPLOY_USER', 'DEPLOY_SSH_KEY'] as const;

const wrong = (name: string, expected: string): UserError =>
  new UserError(`${name} is not ${expected}.`, 'Correct it in the settings of the repository.', 2);

/** Where and how to deploy, or the reason why the step has nothing to do. */
export function deployment(env: NodeJS.ProcessEnv): Deployment | string {
  const missing = SECRETS.filter((name) => setting(env, name) === undefined);
  if (missing.length === SECRETS.length)
    return `There are no secrets ${SECRETS.join(', ')} for this run, so nothing is deployed.`;
  if (missing.length > 0)
    throw new UserError(
      `A secret of the deployment is missing: ${missing.join(', ')}.`,
      'Set all three in the settings of the repository, or none.',
      2,
    );
  const [, host, port = '22'] =
    /^([A-Za-z0-9][\w.-]*|[\da-fA-F]*:[\da-fA-F:]+:[\da-fA-F]*)(?::(\d{1,5}))?$/.exec(
      setting(env, 'DEPLOY_HOST') ?? '',
    ) ?? [];
  if (host === undefined) throw wrong('DEPLOY_HOST', 'a host name, with or without :port');
  const user = setting(env, 'DEPLOY_USER') ?? '';
  if (!/^[A-Za-z_][\w.-]*$/.test(user)) throw wrong('DEPLOY_USER', 'the name of a user');
  const key = (setting(env, 'DEPLOY_SSH_KEY') ?? '').replaceAll('\r\n', '\n');
  if (!key.startsWith('-----BEGIN ')) throw wrong('DEPLOY_SSH_KEY', 'the text of a private key');
  const service = setting(env, 'DEPLOY_SERVICE') ?? 'main';
  if (service !== 'main' && service !== 'staging') throw wrong('DEPLOY_SERVICE', 'main or staging');
  const folder = setting(env, 'DEPLOY_FOLDER') ?? 'home-world';
  const knownHosts = setting(env, 'DEPLOY_KNOWN_HOSTS');
  return { host, port, user, key: `${key}\n`, knownHosts, folder, service };
}

const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The arguments of `ssh`. `files` is the folder with the key and the known hosts. */
export function sshArguments(to: Deployment, files: string): string[] {
  const options = {
    BatchMode: 'yes',
    ConnectTimeout: '20',
    IdentitiesOnly: 'yes',
    ServerAliveInterval: '15',
    StrictHostKeyChecking: to.knownHosts === undefined ? 'accept-new' : 'yes',
    UserKnownHostsFile: join(files, 'known_hosts'),
  };
  // The settings of this machine's user do not count.
  return ['-F', '/dev/null', '-i', join(files, 'key'), '-p', to.port].concat(
    Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]),
    ['--', `${to.user}@${to.host}`, `cd -- ${shellQuoted(to.folder)} && ./deploy.sh --pull ${to.service}`],
  );
}

/** Runs `ssh` with its output in the log, and without the secrets in its environment. */
function ssh(args: readonly string[]): Promise<number> {
  const env = { ...process.env };
  for (const name of SECRETS) delete env[name];
  return new Promise((done, failed) => {
    const child = spawn('ssh', args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', () =>
      failed(new UserError('This runner has no ssh.', 'Use an image of the runner with openssh-client.')),
    );
    child.on('close', (code) => done(code ?? 1));
  });
}

async function deploy(to: Deployment): Promise<void> {
  if (to.knownHosts === undefined)
    console.log('The server’s key is not checked: set the variable DEPLOY_KNOWN_HOSTS (docs/pipeline.md).');
  const files = await mkdtemp(join(tmpdir(), 'home-world-deploy-'));
  let code: number;
  try {
    await writeFile(join(files, 'key'), to.key, { mode: 0o600 });
    await writeFile(join(files, 'known_hosts'), `${to.knownHosts ?? ''}\n`, { mode: 0o600 });
    code = await ssh(sshArguments(to, files));
  } finally {
    await rm(files, { recursive: true, force: true });
  }
  if (code === 0) return;
  // The code of ssh itself; deploy.sh has none above 5.
  if (code === 255)
    throw new UserError(
      'The SSH session failed.',
      'Its message is above. Check the three secrets, the server’s key and that the server runs.',
    );
  throw new UserError(
    `The deployment ended with exit code ${code}.`,
    'Its messages are above; “deploy.sh --help” explains the codes.',
    code,
  );
}

async function deployStep(): Promise<void> {
  const to = deployment(process.env);
  if (typeof to === 'string') console.log(to);
  else await deploy(to);
}

if (import.meta.main) await runStep(deployStep);
