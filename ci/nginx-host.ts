/**
 * Finds an nginx for the tests of `deploy/nginx/`, and installs the packages of the image where there is
 * none. Its tests are skipped on a machine without one.
 *
 *   node ci/nginx-host.ts     prints the program
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ProgramHost, installWithApt, onPath, thisHost, usableProgram } from './program-host.ts';

/** The packages of the image, from the Dockerfile. */
export function nginxPackages(): string[] {
  const text = readFileSync(join(import.meta.dirname, '../Dockerfile'), 'utf8');
  const list = /apt-get install -y --no-install-recommends ([^\n\\]+)/.exec(text)?.[1] ?? '';
  return list.trim().split(/\s+/);
}

/** The nginx to test with: only that of `NGINX_PATH` if set, else the machine's own. */
export function findNginx(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const path = env['NGINX_PATH'];
  if (path !== undefined && path !== '') return existsSync(path) ? path : undefined;
  return [...onPath(env, ['nginx']), '/usr/sbin/nginx'].find((place) => existsSync(place));
}

/** Whether it runs, with the modules and the program that the configuration needs. */
function isComplete(nginx: string): boolean {
  const modules = globSync('/etc/nginx/modules-enabled/*{brotli-static,http-js}.conf');
  const runs = (program: string, flag: string): boolean =>
    spawnSync(program, [flag], { stdio: 'ignore', timeout: 20_000 }).status === 0;
  return modules.length === 2 && runs(nginx, '-v') && runs('envsubst', '--version');
}

/** The host on which the tests run. */
const thisNginx = (): ProgramHost => ({ ...thisHost(findNginx), starts: isComplete });

/** The nginx to test with, if there is one. */
export const usableNginx = (): string | undefined => usableProgram(thisNginx());

/** The nginx to test with; undefined, after a line about it, where there is none and none can be installed. */
export function ensureNginx(host = thisNginx()): string | undefined {
  const found = usableProgram(host);
  if (found !== undefined) return found;
  if (host.canUseApt) {
    console.log('no nginx with its modules on this machine: installing Debian’s …');
    const installed = installWithApt(host, nginxPackages());
    if (installed !== undefined) return installed;
  }
  console.log(
    'no nginx with its modules on this machine: its tests are skipped (NGINX_PATH can name its program file)',
  );
  return undefined;
}

if (import.meta.main) {
  const nginx = ensureNginx();
  if (nginx !== undefined) console.log(nginx);
}
