/**
 * Finds the WebDriver of WebKitGTK for the end-to-end tests, and installs Debian's with its browser where
 * there is none. Its tests are skipped on a machine without one.
 *
 *   node ci/webkit.ts     prints the path, if any
 */
import { existsSync } from 'node:fs';
import { type ProgramHost, installWithApt, onPath, thisHost, usableProgram } from './program-host.ts';

export const findWebKit = (env: NodeJS.ProcessEnv = process.env): string | undefined =>
  onPath(env, ['WebKitWebDriver']).find((place) => existsSync(place));

/** It has no `--version`, by which others show that they start. */
const thisWebKit = (): ProgramHost => ({ ...thisHost(findWebKit), starts: () => true });

/** The path of a driver; undefined after a line that names the missing package. */
export function ensureWebKit(host = thisWebKit()): string | undefined {
  const found = usableProgram(host);
  if (found !== undefined) return found;
  if (host.canUseApt) {
    console.log('no WebKitGTK with a driver on this machine: installing Debian’s …');
    const installed = installWithApt(host, ['webkit2gtk-driver']);
    if (installed !== undefined) return installed;
  }
  console.log(
    'the tour in WebKitGTK is skipped: there is no WebKitWebDriver (webkit2gtk-driver) on this machine',
  );
  return undefined;
}

if (import.meta.main) {
  const path = ensureWebKit();
  if (path !== undefined) console.log(path);
  process.exitCode = path === undefined ? 1 : 0;
}
