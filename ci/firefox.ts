/**
 * Finds a Firefox for the end-to-end tests, and installs Debian's where there is none. Its tests
 * are skipped on a machine without one.
 *
 *   node ci/firefox.ts     prints the browser
 */
import { existsSync } from 'node:fs';
import { type ProgramHost, installWithApt, onPath, thisHost, usableProgram } from './program-host.ts';

const names = ['firefox-esr', 'firefox'];
const fixedPlaces = ['/Applications/Firefox.app/Contents/MacOS/firefox'];

/** The Firefox to test with: only that of `FIREFOX_PATH` if set, else the machine's own. */
export function findFirefox(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const path = env['FIREFOX_PATH'];
  if (path !== undefined && path !== '') return existsSync(path) ? path : undefined;
  return [...onPath(env, names), ...fixedPlaces].find((place) => existsSync(place));
}

/**
 * The browser to test with; installs one if the machine has none. Undefined if that fails, after a
 * line about it.
 */
export function ensureFirefox(host: ProgramHost = thisHost(findFirefox)): string | undefined {
  const found = usableProgram(host);
  if (found !== undefined) return found;
  if (host.canUseApt) {
    console.log('no Firefox on this machine: installing Debian’s firefox-esr …');
    const installed = installWithApt(host, ['firefox-esr']);
    if (installed !== undefined) return installed;
  }
  console.log('no Firefox on this machine: its tests are skipped (FIREFOX_PATH can name its program file)');
  return undefined;
}

if (import.meta.main) {
  const firefox = ensureFirefox();
  if (firefox !== undefined) console.log(firefox);
}
