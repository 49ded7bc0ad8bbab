import { createBridgeListener } from '../gateway/gateway.ts';
import type { Command } from '../core/command.ts';
import { modelFlags } from '../model/model-flags.ts';
import { flags as serveFlags } from './serve-flags.ts';
import { serve } from './serve.ts';
import { listen, runHome, socketUrl } from '../server.ts';

const PORT = 8765;

/** Those of `serve`, with the port of the bridge. */
const flags = serveFlags
  .filter(({ name }) => name !== 'bridge-port')
  .map((flag) =>
    flag.name === 'port'
      ? { ...flag, fallback: PORT, help: 'port of the bridge; 0 lets the system choose' }
      : flag,
  );

export const bridgeCommand: Command = {
  summary: 'serve the bridge alone: chat and resident for pages that another server has',
  details: [
    'Its address belongs into bridge.url of the config.json that the pages have, and the origin of the pages into',
    'allowedOrigins of its own. It also takes reports and webhooks.',
    '',
    serve.details,
  ].join('\n'),
  flags: [...flags, ...modelFlags],
  run: (values, env) =>
    runHome(values, env, async ({ app, host, trustProxy, apps }) => {
      const bridge = await createBridgeListener(app.home, trustProxy, true);
      apps.push(bridge);
      const url = await listen(bridge, host, Number(values['port']), 'port');
      return { at: `as a bridge at ${socketUrl(url)}`, lines: [] };
    }),
};
