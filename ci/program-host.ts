/** How to find a program on this machine and to install it: a browser, nginx, a NATS server. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface ProgramHost {
  readonly find: () => string | undefined;
  readonly starts: (path: string) => boolean;
  /** Runs a command and prints its output; whether it succeeded. */
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
      // The last two keep a package from starting its service.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', SYSTEMD_OFFLINE: '1', RUNLEVEL: '1' },
    }).status === 0,
  canUseApt: process.getuid?.() === 0 && isDebian(),
});

/**
 * A browser that starts: Ubuntu's `chromium-browser` may be a script that only recommends the snap.
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
