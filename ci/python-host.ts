/**
 * Finds a Python that has `websockets`, for the test of the example agent in Python, and installs Debian's package where
 * there is none. That test is skipped on a machine without one.
 *
 *   node ci/python-host.ts     prints the path, if any
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installWithApt, onPath, thisHost, usableProgram } from './program-host.ts';

/** The Python in the PATH may be another than Debian's, which has Debian's packages. */
export const findPython = (env: NodeJS.ProcessEnv = process.env): string | undefined =>
  [...onPath(env, ['python3']), '/usr/bin/python3'].find(
    (path) =>
      existsSync(path) && spawnSync(path, ['-c', 'import websockets'], { stdio: 'ignore' }).status === 0,
  );

/** The path of that Python; undefined after a line that says so. */
export function ensurePython(host = thisHost(findPython)): string | undefined {
  const found = usableProgram(host);
  if (found !== undefined) return found;
  if (host.canUseApt) {
    console.log('no Python with websockets on this machine: installing Debian’s …');
    const installed = installWithApt(host, ['python3-websockets']);
    if (installed !== undefined) return installed;
  }
  console.log(
    'the test of the example agent in Python is skipped: there is no python3-websockets on this machine',
  );
  return undefined;
}

if (import.meta.main) {
  const path = ensurePython();
  if (path !== undefined) console.log(path);
  process.exitCode = path === undefined ? 1 : 0;
}
