/**
 * Finds the NATS server for the tests of several gateways, and installs Debian's where there is none.
 * These tests are skipped on a machine without one.
 *
 *   node ci/nats-host.ts     prints the path, if any
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installWithApt, onPath, thisHost, usableProgram } from './program-host.ts';

/** Debian puts it where the PATH of a user does not look. */
const PLACES = ['/usr/sbin', '/usr/local/sbin'];

export const findNats = (env: NodeJS.ProcessEnv = process.env): string | undefined =>
  [...onPath(env, ['nats-server']), ...PLACES.map((place) => join(place, 'nats-server'))].find((path) =>
    existsSync(path),
  );

/** The path of a NATS server that starts; undefined after a line that says so. */
export function ensureNats(host = thisHost(findNats)): string | undefined {
  const found = usableProgram(host);
  if (found !== undefined) return found;
  if (host.canUseApt) {
    console.log('no NATS server on this machine: installing Debian’s …');
    const installed = installWithApt(host, ['nats-server']);
    if (installed !== undefined) return installed;
  }
  console.log('the tests of several gateways are skipped: there is no nats-server on this machine');
  return undefined;
}

if (import.meta.main) {
  const path = ensureNats();
  if (path !== undefined) console.log(path);
  process.exitCode = path === undefined ? 1 : 0;
}
