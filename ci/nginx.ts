/**
 * Writes the parts of nginx's configuration that depend on the build, for the templates in `deploy/nginx/`:
 * the headers of a page (with the hashes of its inline scripts in the policy), the files that never change,
 * and the version for `/healthz`.
 *
 *   node ci/nginx.ts dist FOLDER
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify from 'fastify';
import { type Config, defaultConfig } from '../data/config/config.ts';
import { FOREVER, IMMUTABLE, readBuild } from '../harness/gateway/pages/static-files.ts';
import { SCRIPT_PATH } from '../harness/gateway/program-files.ts';
import { addHeaders } from '../harness/gateway/security.ts';

/** Headers that depend on a single answer, or that nginx sets. */
const LEFT_OUT = /^(?:content-(?:type|length)|date|connection|vary|x-ratelimit-.+|access-control-.+)$/;

/** The headers that the gateway sends with a page in this configuration. */
async function pageHeaders(dist: string, config: Config): Promise<Map<string, string>> {
  const app = Fastify();
  await addHeaders(app, config, dist);
  app.get('/', async () => '');
  // Without a host name the policy uses 'self' for sockets too.
  const { headers } = await app.inject({ url: '/', headers: { host: '?' } });
  await app.close();
  return new Map(
    Object.entries(headers)
      .filter(([name]) => !LEFT_OUT.test(name))
      .map(([name, value]) => [name, String(value)]),
  );
}

const CONNECT = /(?<=(?:^|;)connect-src )[^;]*/;

/** The origins of the included portals. Without a gateway, the page checks whether they answer. */
async function portalOrigins(dist: string): Promise<string[]> {
  const records = JSON.parse(await readFile(join(dist, 'portals.json'), 'utf8')) as {
    readonly destination?: { readonly url?: string };
  }[];
  return records.flatMap(({ destination }) => {
    const url = URL.parse(destination?.url ?? '');
    return url ? [url.origin] : [];
  });
}

/** A pattern for a URL's path, in the syntax of nginx. */
const pattern = (source: string): string => `"~${source.replace(/^\^(?!\\\/)/, '^/')}"`;

const maps = (version: string, build: string): string =>
  `map $uri $home_world_cache {
  default no-cache;
  /healthz no-store;
  ${pattern(IMMUTABLE.source)} "${FOREVER}";
}
map $uri $home_world_readers {
  default '';
  ${pattern(SCRIPT_PATH.source)} "*";
}
map '' $home_world_health {
  default '${JSON.stringify({ status: 'ok', version, build })}';
}
`;

/**
 * The files for nginx, by name. `connect-to` has the origins to which a home with the included files
 * connects; the environment variable `HOME_WORLD_CONNECT_TO` replaces these origins.
 */
export async function nginxFiles(dist: string): Promise<Readonly<Record<string, string>>> {
  const headers = await pageHeaders(dist, defaultConfig);
  const policy = headers.get('content-security-policy') ?? '';
  const upstreams = (CONNECT.exec(policy)?.[0] ?? '').split(' ').filter((source) => source !== "'self'");
  headers.set(
    'content-security-policy',
    policy.replace(CONNECT, () => "'self' ${HOME_WORLD_CONNECT_TO}"),
  );
  const { version, build } = await readBuild(dist);
  return {
    'templates/headers.conf.template': [...headers]
      .map(([name, value]) => `add_header ${name} "${value}" always;\n`)
      .join(''),
    'maps.conf': maps(version, build),
    'connect-to': [...new Set([...upstreams, ...(await portalOrigins(dist))])].join(' '),
  };
}

if (import.meta.main) {
  const [dist = 'dist', folder = ''] = process.argv.slice(2);
  await mkdir(join(folder, 'templates'), { recursive: true });
  for (const [name, text] of Object.entries(await nginxFiles(dist)))
    await writeFile(join(folder, name), text);
}
