import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import type { TestContext } from 'node:test';
import { type Loopback, listen } from '../../helpers/loopback.ts';
import { folderWith } from '../folder.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Settings of no user and no machine, so that the tests do not depend on the configuration of git. */
export const gitEnv = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.invalid',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.invalid',
};

export const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', args, {
    cwd: folder,
    env: { ...process.env, ...gitEnv },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

export interface Deployed {
  readonly code: number;
  readonly output: string;
}

export interface ServerWithHome {
  /** The checkout with `deploy.sh`. */
  readonly checkout: string;
  readonly health: Loopback;
  /** The calls of the container tool, in order. */
  calls(): string[];
  readonly env: NodeJS.ProcessEnv;
  deploy(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Deployed>;
}

interface Given {
  /** Beginnings of the calls of the container tool that fail. */
  readonly fails?: readonly string[];
  /** Whether a container runs before the script starts. */
  readonly running?: boolean;
  /** Whether a second gateway runs before the script starts. */
  readonly second?: boolean;
  /** The status of /healthz, by the number of started containers and of requests. */
  readonly status?: (starts: number, questions: number) => number;
}

/**
 * A server as `deploy.sh` finds it: a clean checkout, a container tool that does what the test
 * says, and a real HTTP server in the place of the container.
 */
export async function serverWithHome(t: TestContext, given: Given = {}): Promise<ServerWithHome> {
  const { fails = [], running = true, second = false, status = () => 200 } = given;
  const folder = folderWith(t, {
    'stand-in/fails': fails.map((line) => `${line}\n`).join(''),
    ...(running ? { 'stand-in/running': '' } : {}),
    ...(second ? { 'stand-in/second': '' } : {}),
    'checkout/docker-compose.yml': 'services: {}\n',
    'bin/docker': readFileSync(join(import.meta.dirname, 'container-tool.sh')),
  });
  const [checkout, standIn] = [join(folder, 'checkout'), join(folder, 'stand-in')];
  chmodSync(join(folder, 'bin/docker'), 0o755);
  copyFileSync(join(root, 'deploy.sh'), join(checkout, 'deploy.sh'));
  git(checkout, 'init', '--quiet', '--template=', '--initial-branch', 'main');
  git(checkout, 'add', '.');
  git(checkout, 'commit', '--quiet', '--message', 'first');

  const log = join(standIn, 'calls');
  const calls = (): string[] =>
    existsSync(log)
      ? readFileSync(log, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
      : [];
  const health = await listen(({ url }, response) => {
    const starts = calls().filter((call) => call.startsWith('compose up')).length;
    response.statusCode = url === '/healthz' ? status(starts, health.seen.length) : 404;
    response.end();
  });
  t.after(() => health.close());
  // As Compose prints a port that is published on all addresses.
  writeFileSync(join(standIn, 'address'), health.url.replace('http://127.0.0.1', '0.0.0.0'));

  const env = {
    ...process.env,
    ...gitEnv,
    PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`,
    STAND_IN: standIn,
    HEALTH_SECONDS: '0',
  };
  const deploy: ServerWithHome['deploy'] = (args, more = {}) =>
    new Promise((done) => {
      execFile('./deploy.sh', args, { cwd: checkout, env: { ...env, ...more } }, (error, stdout, stderr) => {
        const code = error === null ? 0 : Number(error.code);
        done({ code, output: stdout + stderr });
      });
    });
  return { checkout, health, calls, env, deploy };
}
