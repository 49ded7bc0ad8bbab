import { createBridgeListener } from '../gateway/gateway.ts';
import type { Command } from '../core/command.ts';
import { type ReadyHome, listen, runHome, socketUrl } from '../server.ts';
import { modelFlags } from '../model/model-flags.ts';
import { flags } from './serve-flags.ts';

/** Listens on the bridge's own port; resolves with the line about it. */
async function bridgeLine({ app, host, trustProxy, apps }: ReadyHome, port: number): Promise<string> {
  const bridge = await createBridgeListener(app.home, trustProxy);
  apps.push(bridge);
  return `  bridge    ${socketUrl(await listen(bridge, host, port, 'bridge-port'))}`;
}

export const serve: Command = {
  summary: 'serve the home: pages, data, bridge and resident in one process',
  details: [
    'Secrets come from the environment only:',
    '  HOME_WORLD_CODE_HOST_TOKEN  token for the code host named in config.json',
    '  HOME_WORLD_BRIDGE_TOKEN     secret of the bridge roles resident and observer, of reports, and of the owner’s sign-in; without it they are refused',
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
      const at = `at ${await listen(home.app, home.host, Number(values['port']), 'port')}`;
      const port = values['bridge-port'];
      return { at, lines: port === undefined ? [] : [await bridgeLine(home, Number(port))] };
    }),
};
