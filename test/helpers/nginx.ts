import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { usableNginx } from '../../ci/programs.ts';
import { nginxFiles } from '../../ci/nginx.ts';
import { freePort } from './free-port.ts';
import { until } from './waiting.ts';

const root = resolve(import.meta.dirname, '../..');
export const dist = join(root, 'dist');

const program = usableNginx();
const missing = existsSync(join(dist, 'version.json')) ? undefined : 'dist/ is not built';
/** Why the tests of nginx are skipped; false where they run. */
export const whyNoNginx =
  missing ??
  (program === undefined ? 'no nginx with its modules here (node ci/programs.ts nginx installs it)' : false);

/**
 * The id of the user `nobody`. nginx runs as this user if the test runs as root; otherwise as the user of the
 * test.
 */
const NOBODY = 65_534;
const asUser = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** The files of the image `static` in a temporary folder, and the environment for start.sh. */
export interface NginxFolder {
  readonly path: string;
  /** The owner's files. */
  readonly files: string;
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  dispose(): void;
}

export async function nginxFolder(settings: Readonly<Record<string, string>> = {}): Promise<NginxFolder> {
  const path = mkdtempSync(join(tmpdir(), 'home-world-nginx-'));
  chmodSync(path, 0o755);
  const [nginx, files, run] = ['nginx', 'files', 'run'].map((name) => join(path, name)) as [
    string,
    string,
    string,
  ];
  cpSync(join(root, 'deploy/nginx'), nginx, { recursive: true });
  for (const [name, text] of Object.entries(await nginxFiles(dist))) {
    mkdirSync(dirname(join(nginx, name)), { recursive: true });
    writeFileSync(join(nginx, name), text);
  }
  cpSync(dist, join(path, 'pages'), { recursive: true, preserveTimestamps: true });
  for (const folder of [files, run]) mkdirSync(folder);
  if (asUser.uid !== undefined) chownSync(run, NOBODY, NOBODY);
  const port = await freePort();
  return {
    path,
    files,
    url: `http://127.0.0.1:${port}`,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME_WORLD_NGINX: nginx,
      HOME_WORLD_PAGES: join(path, 'pages'),
      HOME_WORLD_FILES: files,
      HOME_WORLD_RUN: run,
      HOME_WORLD_LISTEN: `127.0.0.1:${port}`,
      HOME_WORLD_ACCESS_LOG: join(run, 'access.log'),
      HOME_WORLD_RESOLVER: '127.0.0.1',
      ...settings,
    },
    dispose: () => rmSync(path, { recursive: true, force: true }),
  };
}

const programIn = (folder: NginxFolder, ...flags: readonly string[]): string[] => [
  join(folder.path, 'nginx/start.sh'),
  program ?? '',
  '-c',
  join(folder.path, 'run/nginx.conf'),
  ...flags,
];

/** Runs start.sh with `nginx -t`, with further settings. */
export function testConfiguration(folder: NginxFolder, settings: Readonly<Record<string, string>> = {}) {
  const env = { ...folder.env, ...settings };
  const { status, stdout, stderr } = spawnSync('sh', programIn(folder, '-t'), {
    ...asUser,
    env,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

export interface RunningNginx extends NginxFolder, AsyncDisposable {
  /** What it printed until now, and its access log. */
  readonly logs: () => string;
}

/**
 * Starts nginx with the shipped configuration, as an ordinary user, on a free port.
 * @param prepare Changes files of the folder first.
 */
export async function startNginx(
  settings: Readonly<Record<string, string>> = {},
  prepare: (folder: NginxFolder) => void = () => undefined,
): Promise<RunningNginx> {
  const folder = await nginxFolder(settings);
  prepare(folder);
  const output = join(folder.path, 'output.log');
  const file = openSync(output, 'w');
  const child = spawn('sh', programIn(folder), { ...asUser, env: folder.env, stdio: ['ignore', file, file] });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const logs = (): string =>
    [output, folder.env['HOME_WORLD_ACCESS_LOG'] ?? ''].map((path) => readFileSync(path, 'utf8')).join('');
  let isUp = false;
  const ask = (): void =>
    void fetch(`${folder.url}/healthz`).then(
      () => (isUp = true),
      () => undefined,
    );
  await until(
    () => `nginx answers: ${readFileSync(output, 'utf8')}`,
    () => (ask(), isUp || child.exitCode !== null),
  );
  assert.ok(isUp, readFileSync(output, 'utf8'));
  return {
    ...folder,
    logs,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
      folder.dispose();
    },
  };
}
