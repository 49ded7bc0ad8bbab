/**
 * Finds what the tests of games need (a virtual screen, a window manager, the programs of `home-world desktop`, a game),
 * and installs Debian's packages where something is missing. These tests are skipped on a machine without them.
 *
 *   node ci/display-host.ts     prints the missing programs, if any
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ProgramHost, installWithApt, onPath, thisHost, usableProgram } from './program-host.ts';

/** Each program with its package. Together about 9 MB, beside what a browser brings. */
const PROGRAMS: Readonly<Record<string, string>> = {
  Xvfb: 'xvfb',
  openbox: 'openbox',
  xdotool: 'xdotool',
  maim: 'maim',
  xprop: 'x11-utils',
  'sgt-mines': 'sgt-puzzles',
};

/** Debian puts games into a folder of their own, which the PATH of root does not have. */
const GAMES = '/usr/games';

/** Where a program is; undefined where it is not. */
export const findProgram = (name: string, env: NodeJS.ProcessEnv = process.env): string | undefined =>
  [...onPath(env, [name]), join(GAMES, name)].find((place) => existsSync(place));

export const missingPrograms = (): string[] => Object.keys(PROGRAMS).filter((name) => !findProgram(name));

/** `found` where nothing is missing: the shape of `ProgramHost` is for one program. */
const thisDisplay = (): ProgramHost => ({
  ...thisHost(() => (missingPrograms().length === 0 ? 'found' : undefined)),
  starts: () => true,
});

/** Whether the tests of games can run; false after a line that names what is missing. */
export function ensureDisplay(host = thisDisplay()): boolean {
  if (usableProgram(host) !== undefined) return true;
  if (host.canUseApt) {
    console.log('no virtual screen with a game on this machine: installing Debian’s …');
    if (installWithApt(host, [...new Set(Object.values(PROGRAMS))]) !== undefined) return true;
  }
  console.log(`the tests of games are skipped: there is no ${missingPrograms().join(', ')} on this machine`);
  return false;
}

if (import.meta.main) process.exitCode = ensureDisplay() ? 0 : 1;
