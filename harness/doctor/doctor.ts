import { join, resolve } from 'node:path';
import { builtPages } from '../core/folders.ts';
import { publicUrlOf } from '../core/request-origin.ts';
import { type OwnerConfig, loadConfig } from '../config/config-file.ts';
import { readBuild } from '../gateway/pages/static-files.ts';
import { type FlagValues, textOf } from '../core/options.ts';
import { hookSecretOf, secretOf } from '../core/secret.ts';
import { UserError } from '../core/user-error.ts';
import { checkAccess, checkPasskeys } from './access.ts';
import { checkDataFolder } from './data-folder.ts';
import { type Finding, note, ok, problem } from './finding.ts';
import { checkGames } from './games.ts';
import { checkModel } from './model.ts';
import { checkNats } from './nats.ts';
import { checkOwnerFiles } from './owner-files.ts';
import { checkPort, localUrl } from './ports.ts';
import { checkProxy } from './proxy.ts';
import { checkRelays } from './relays.ts';
import { checkChain, checkCodeHosts, checkWeather } from './upstreams.ts';

type Findings = Finding | readonly Finding[];

/**
 * Runs a check, and returns a `UserError` as a finding. Other errors are thrown: they are defects of the
 * program.
 */
async function found(name: string, check: () => Promise<string>): Promise<Finding> {
  try {
    return ok(name, await check());
  } catch (error) {
    if (error instanceof UserError) return problem(name, error.message, error.fix);
    throw error;
  }
}

const secrets = [
  { name: 'bridge token', variable: 'HOME_WORLD_BRIDGE_TOKEN', read: secretOf },
  { name: 'metrics token', variable: 'HOME_WORLD_METRICS_TOKEN', read: secretOf },
  { name: 'webhook secret', variable: 'HOME_WORLD_HOOK_SECRET', read: hookSecretOf },
] as const;

/** The secrets of the home, if the owner has set them. Their text is not shown. */
const secretChecks = (env: NodeJS.ProcessEnv): Promise<Finding>[] =>
  secrets
    .filter(({ variable }) => Boolean(env[variable]?.trim()))
    .map(({ name, variable, read }) =>
      found(name, async () => {
        read(env, variable);
        return `${variable} is long enough, and can be used.`;
      }),
    );

async function readConfig(values: FlagValues, data: string, dist: string) {
  const given = textOf(values['config']);
  let config: OwnerConfig | undefined;
  const finding = await found('configuration', async () => {
    config = await loadConfig({ file: given && resolve(given), dataDir: data, dist });
    return `It is right. The home is called “${config.appName}”.`;
  });
  return { config, finding };
}

/** The servers that the configuration names. */
function upstreamChecks(
  config: OwnerConfig | undefined,
  values: FlagValues,
  env: NodeJS.ProcessEnv,
  timeoutMs: number,
): Promise<Findings>[] {
  if (!config)
    return [
      Promise.resolve(
        note(
          'upstreams',
          'They were not tried: the configuration cannot be read.',
          'Correct the configuration first.',
        ),
      ),
    ];
  return [
    checkCodeHosts(config, textOf(values['repo']), env, timeoutMs),
    ...(config.weather.url === '' ? [] : [checkWeather(config, timeoutMs)]),
    ...(config.chain.url === '' ? [] : [checkChain(config, timeoutMs)]),
    checkRelays(config.relays, timeoutMs),
  ];
}

/**
 * Every check of a home with these flags, in the order in which they are shown. All of them run at the
 * same time, each with a limit. Throws a `UserError` for a wrong command line.
 */
export async function examine(
  values: FlagValues,
  env: NodeJS.ProcessEnv,
): Promise<readonly Promise<Findings>[]> {
  const timeoutMs = Number(values['timeout']) * 1000;
  const dist = resolve(textOf(values['dist']) ?? builtPages);
  const data = resolve(String(values['data']));
  const publicUrl = publicUrlOf(textOf(values['public-url']));
  const [host, port, bridgePort] = [String(values['host']), Number(values['port']), values['bridge-port']];
  const { config, finding } = await readConfig(values, data, dist);
  const trustProxy = Number(values['trust-proxy']);
  return [
    found('pages', async () => `Version ${(await readBuild(dist)).version} is built.`),
    Promise.resolve(finding),
    ...secretChecks(env),
    checkDataFolder(data).then(async (findings) => [
      ...findings,
      ...(await checkOwnerFiles(join(data, 'public'))),
    ]),
    Promise.resolve([checkPasskeys(publicUrl, host, port), ...checkAccess(config?.access ?? 'public', data)]),
    checkPort('port', host, port, timeoutMs),
    ...(bridgePort === undefined ? [] : [checkPort('bridge-port', host, Number(bridgePort), timeoutMs)]),
    ...upstreamChecks(config, values, env, timeoutMs),
    checkNats(values, env, timeoutMs),
    checkModel(values, env, timeoutMs),
    checkGames(data, config?.games, env),
    ...(publicUrl === undefined
      ? []
      : [checkProxy({ publicUrl, timeoutMs, trustProxy, home: localUrl(host, port) })]),
  ];
}
