/**
 * Finds a Firefox for the end-to-end tests, and installs Debian's where there is none. Without one those tests are skipped.
 *
 *   node ci/firefox.ts     prints the browser
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type ChromeHost, isDebian, run, starts } from './chrome.ts';

const names = ['firefox-esr', 'firefox'];
const fixedPlaces = ['/Applications/Firefox.app/Contents/MacOS/firefox'];

/** The Firefox to test with: that of `FIREFOX_PATH` and no other, or else the machine's own. */
export function findFirefox(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = env['FIREFOX_PATH'];
  if (named !== undefined && named !== '') return existsSync(named) ? named : undefined;
  const onPath = (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath, ...fixedPlaces].find((path) => existsSync(path));
}

const thisHost = (env: NodeJS.ProcessEnv): ChromeHost => ({
  find: () => findFirefox(env),
  works: starts,
  run,
  canUseApt: process.getuid?.() === 0 && isDebian(),
});

/** The browser to test with; installs one if the machine has none. Undefined, with the reason in the output, where that fails. */
export function ensureFirefox(host: ChromeHost = thisHost(process.env)): string | undefined {
  const usable = (): string | undefined => {
    const path = host.find();
    return path !== undefined && host.works(path) ? path : undefined;
  };
  const found = usable();
  if (found !== undefined) return found;
  if (host.canUseApt) {
    console.log('no Firefox on this machine: installing Debian’s firefox-esr …');
    if (host.run('apt-get', ['update', '-qq']))
      host.run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'firefox-esr']);
    const installed = usable();
    if (installed !== undefined) return installed;
  }
  console.log('no Firefox on this machine: its tests are skipped (FIREFOX_PATH can name its program file)');
  return undefined;
}

if (import.meta.main) {
  const firefox = ensureFirefox();
  if (firefox !== undefined) console.log(firefox);
}
