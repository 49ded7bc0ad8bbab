import { createBridgeListener } from '../gateway/bridge-listener.ts';
import type { Command } from '../core/options.ts';
import { listen, type ReadyHome, runHome, socketUrl } from './server.ts';
import { modelFlags } from '../model/model-flags.ts';
import { flags } from './serve-flags.ts';

/** Listens on the bridge's own port; resolves with the line about it. */
async function bridgeLine({ app, host, trustProxy, apps }: ReadyHome, port: number): Promise<string> {
  const bridge = await createBridgeListener(app.home, trustProxy);
  apps.push(bridge);
  return `  bridge    ${socketUrl(await listen(bridge, host, port, 'bridge-port'))}`;
}

/** The values of `--host` with which the home answers at “localhost”, too. */
const AT_LOCALHOST = ['localhost', '127.0.0.1', '::1', '0.0.0.0', '::'];

/**
 * The address of the home for a browser on this machine. Browsers offer passkeys at “localhost”, and not at
 * an IP address.
 * @param host The value of `--host`.
 * @param url The address at which the server listens.
 */
function browserAddress(host: string, url: string): string {
  const address = new URL(url);
  if (AT_LOCALHOST.includes(host)) address.hostname = 'localhost';
  return address.href;
}

export const serve: Command = {
  details: [
    'Secrets come from the environment only:',
    '  HOME_WORLD_CODE_HOST_TOKEN  token for the code host named in config.json',
    '  HOME_WORLD_BRIDGE_TOKEN     secret of the bridge roles resident and observer, and of reports; without it they are refused',
    '  HOME_WORLD_HOOK_SECRET      secret of the code host’s webhooks; without it they are refused',
    '  HOME_WORLD_METRICS_TOKEN    secret with which Prometheus reads /metrics; without it there are no metrics',
    '  HOME_WORLD_NATS_USER, HOME_WORLD_NATS_PASSWORD, HOME_WORLD_NATS_TOKEN, HOME_WORLD_NATS_CREDS (a file)',
    '                              how to sign in at the NATS server of --nats',
    '  GROQ_API_KEY, OPENAI_API_KEY … key of the provider whose model answers (docs/resident.md)',
    '',
    'Every flag and field is explained in docs/configuration.md.',
  ].join('\n'),
  flags: [...flags, ...modelFlags],
  run: (values, env) =>
    runHome(values, env, async (home) => {
      const url = await listen(home.app, home.host, Number(values['port']), 'port');
      const port = values['bridge-port'];
      const lines = port === undefined ? [] : [await bridgeLine(home, Number(port))];
      return { at: `at ${url}`, address: browserAddress(home.host, url), lines };
    }),
};

const BRIDGE_PORT = 8765;

/** The flags of `serve`, with the port of the bridge. */
const bridgeFlags = flags
  .filter(({ name }) => name !== 'bridge-port')
  .map((flag) =>
    flag.name === 'port'
      ? { ...flag, fallback: BRIDGE_PORT, help: 'port of the bridge; 0 lets the system choose' }
      : flag,
  );

export const bridgeCommand: Command = {
  details: [
    'Its address belongs into bridge.url of the config.json that the pages have, and the origin of the pages into',
    'allowedOrigins of its own. It also takes reports and webhooks.',
    '',
    serve.details,
  ].join('\n'),
  flags: [...bridgeFlags, ...modelFlags],
  run: (values, env) =>
    runHome(values, env, async ({ app, host, trustProxy, apps }) => {
      const bridge = await createBridgeListener(app.home, trustProxy, true);
      apps.push(bridge);
      const url = await listen(bridge, host, Number(values['port']), 'port');
      return { at: `as a bridge at ${socketUrl(url)}`, lines: [] };
    }),
};
