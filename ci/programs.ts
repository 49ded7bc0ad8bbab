/**
 * Finds the programs that some tests need besides Chrome, and installs Debian's packages of missing
 * programs. If a program is still missing, the tests that need it are skipped.
 *
 *   node ci/programs.ts nginx nats    prints their paths; without a name, those of all
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface ProgramHost {
  readonly find: () => string | undefined;
  readonly starts: (path: string) => boolean;
  /** Runs a command and prints its output. Returns whether the command succeeded. */
  readonly run: (command: string, args: readonly string[]) => boolean;
  readonly canUseApt: boolean;
}

/** These programs in each folder of the PATH, whether they exist or not. */
export const onPath = (env: NodeJS.ProcessEnv, names: readonly string[]): string[] =>
  (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => names.map((name) => join(folder, name)));

const isDebian = (): boolean =>
  process.platform === 'linux' &&
  existsSync('/etc/os-release') &&
  /^ID(?:_LIKE)?=.*(?:debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'));

export const thisHost = (find: () => string | undefined): ProgramHost => ({
  find,
  starts: (path) => spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0,
  run: (command, args) =>
    spawnSync(command, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      // The variables SYSTEMD_OFFLINE and RUNLEVEL keep a package from starting its service.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', SYSTEMD_OFFLINE: '1', RUNLEVEL: '1' },
    }).status === 0,
  canUseApt: process.getuid?.() === 0 && isDebian(),
});

/**
 * Returns the path of the program if it is found and starts. A found program may not start: Ubuntu's
 * `chromium-browser` may be a script that only recommends the snap.
 */
export function usableProgram({ find, starts }: ProgramHost): string | undefined {
  const path = find();
  return path !== undefined && starts(path) ? path : undefined;
}

export function installWithApt(host: ProgramHost, packages: readonly string[]): string | undefined {
  if (host.run('apt-get', ['update', '-qq']))
    host.run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages]);
  return usableProgram(host);
}

interface Program {
  readonly name: string;
  /** The tests that are skipped without the program. */
  readonly tests: string;
  readonly packages: readonly string[];
  find(env: NodeJS.ProcessEnv): string | undefined;
  /** Whether a found program can be used; if absent, a program that prints its version can be used. */
  starts?(path: string): boolean;
}

const firstOf = (env: NodeJS.ProcessEnv, names: readonly string[], places: readonly string[] = []) =>
  [...onPath(env, names), ...places].find((place) => existsSync(place));

/**
 * Returns `path`, the value of an environment variable, if this file exists. If the variable is not set,
 * returns the path that `find` finds.
 */
function named(path: string | undefined, find: () => string | undefined): string | undefined {
  if (path === undefined || path === '') return find();
  return existsSync(path) ? path : undefined;
}

const succeeds = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore', timeout: 20_000 }).status === 0;

/** The packages of the image, from the Dockerfile. */
function nginxPackages(): string[] {
  const text = readFileSync(join(import.meta.dirname, '../Dockerfile'), 'utf8');
  const list = /apt-get install -y --no-install-recommends ([^\n\\]+)/.exec(text)?.[1] ?? '';
  return list.trim().split(/\s+/);
}

/**
 * The programs that the tests of games start, each with its package. Together they are about 9 MB, in
 * addition to the packages of a browser.
 */
const GAME_PROGRAMS: Readonly<Record<string, string>> = {
  Xvfb: 'xvfb',
  openbox: 'openbox',
  xdotool: 'xdotool',
  maim: 'maim',
  xprop: 'x11-utils',
  'sgt-mines': 'sgt-puzzles',
};

/** Debian installs games into `/usr/games`, a folder that is not in the PATH of root. */
export const findGameProgram = (name: string, env: NodeJS.ProcessEnv = process.env): string | undefined =>
  firstOf(env, [name], [join('/usr/games', name)]);

export const missingGamePrograms = (): string[] =>
  Object.keys(GAME_PROGRAMS).filter((name) => findGameProgram(name) === undefined);

export const programs = {
  firefox: {
    name: 'Firefox',
    tests: 'the tour in Firefox (FIREFOX_PATH can name its program file)',
    packages: ['firefox-esr'],
    find: (env) =>
      named(env['FIREFOX_PATH'], () =>
        firstOf(env, ['firefox-esr', 'firefox'], ['/Applications/Firefox.app/Contents/MacOS/firefox']),
      ),
  },
  webkit: {
    name: 'WebKitWebDriver',
    tests: 'the tour in WebKitGTK',
    packages: ['webkit2gtk-driver'],
    find: (env) => firstOf(env, ['WebKitWebDriver']),
    // WebKitWebDriver has no `--version`.
    starts: () => true,
  },
  nginx: {
    name: 'nginx with its modules',
    tests: 'the tests of nginx (NGINX_PATH can name its program file)',
    packages: nginxPackages(),
    find: (env) => named(env['NGINX_PATH'], () => firstOf(env, ['nginx'], ['/usr/sbin/nginx'])),
    starts: (path) =>
      globSync('/etc/nginx/modules-enabled/*{brotli-static,http-js}.conf').length === 2 &&
      succeeds(path, '-v') &&
      succeeds('envsubst', '--version'),
  },
  nats: {
    name: 'nats-server',
    tests: 'the tests of several gateways',
    packages: ['nats-server'],
    // Debian installs nats-server into a folder that is not in the PATH of a user.
    find: (env) => firstOf(env, ['nats-server'], ['/usr/sbin/nats-server', '/usr/local/sbin/nats-server']),
  },
  python: {
    name: 'Python with websockets',
    tests: 'the test of the example agent in Python',
    packages: ['python3-websockets'],
    // The Python in the PATH may not be the one of Debian, and only the one of Debian finds Debian's
    // packages.
    find: (env) =>
      [...onPath(env, ['python3']), '/usr/bin/python3'].find(
        (path) => existsSync(path) && succeeds(path, '-c', 'import websockets'),
      ),
  },
  display: {
    name: Object.keys(GAME_PROGRAMS).join(', '),
    tests: 'the tests of games',
    packages: [...new Set(Object.values(GAME_PROGRAMS))],
    find: (env) => (missingGamePrograms().length === 0 ? findGameProgram('Xvfb', env) : undefined),
    // Some of these programs have no `--version`.
    starts: () => true,
  },
} as const satisfies Readonly<Record<string, Program>>;

export type ProgramName = keyof typeof programs;

/** The path of a program, whether it starts or not. */
export const findProgram = (name: ProgramName, env: NodeJS.ProcessEnv = process.env): string | undefined =>
  programs[name].find(env);

const hostFor = (name: ProgramName): ProgramHost => {
  const { starts }: Program = programs[name];
  return { ...thisHost(() => findProgram(name)), ...(starts && { starts }) };
};

/**
 * Returns the path of a program that can be used, and installs the program if it is missing. If that fails,
 * prints which tests are skipped and returns undefined.
 */
export function ensureProgram(name: ProgramName, host: ProgramHost = hostFor(name)): string | undefined {
  const found = usableProgram(host);
  if (found !== undefined) return found;
  const { name: title, tests, packages } = programs[name];
  if (host.canUseApt) {
    console.log(`no ${title} on this machine: installing Debian’s ${packages.join(' ')} …`);
    const installed = installWithApt(host, packages);
    if (installed !== undefined) return installed;
  }
  console.log(`no ${title} on this machine: skipped: ${tests}; Debian: ${packages.join(' ')}`);
  return undefined;
}

/** Returns the path of nginx for tests if it is installed with its modules. */
export const usableNginx = (): string | undefined => usableProgram(hostFor('nginx'));

if (import.meta.main) {
  const all = Object.keys(programs) as ProgramName[];
  const wanted = process.argv.slice(2);
  for (const name of all.filter((one) => wanted.length === 0 || wanted.includes(one))) {
    const path = ensureProgram(name);
    if (path === undefined) process.exitCode = 1;
    else console.log(path);
  }
}
