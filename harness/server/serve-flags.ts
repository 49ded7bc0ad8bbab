import { socketDefaults } from '../bridge/sockets/sockets.ts';
import { DEFAULT_WORLD } from '../bus/nats-settings.ts';
import { REQUESTS_PER_MINUTE } from '../gateway/security.ts';
import { configFlag, dataFlag, distFlag } from '../core/folders.ts';
import type { Flag } from '../core/options.ts';

/** Every flag of `serve`. docs/configuration.md has a line for each flag, and a test checks this. */
export const flags: readonly Flag[] = [
  {
    name: 'port',
    range: [0, 65_535],
    value: 'PORT',
    fallback: 4200,
    help: 'port of the home; 0 lets the system choose',
  },
  {
    name: 'host',
    value: 'HOST',
    fallback: '127.0.0.1',
    help: 'address to listen on',
  },
  configFlag,
  dataFlag,
  {
    name: 'repo',
    value: 'DIR',
    help: 'local git repository to show instead of a code host; without it the current folder',
  },
  {
    name: 'demo',
    help: 'replay recorded readings; send no request to other servers',
  },
  {
    name: 'bridge-port',
    range: [0, 65_535],
    value: 'PORT',
    help: 'also serve the bridge on this port',
  },
  {
    name: 'keep-days',
    range: [1, 36_500],
    value: 'DAYS',
    fallback: 30,
    help: 'delete messages older than this',
  },
  {
    name: 'max-store',
    range: [10, 1_000_000],
    value: 'MB',
    fallback: 500,
    help: 'megabytes of conversations to keep; above it the largest conversations are shortened',
  },
  {
    name: 'rate-limit',
    range: [10, 1_000_000],
    value: 'N',
    fallback: REQUESTS_PER_MINUTE,
    help: 'requests a minute from one address',
  },
  {
    name: 'max-sockets',
    range: [1, 1_000_000],
    value: 'N',
    fallback: socketDefaults.maxSocketsPerIp,
    help: 'bridge connections from one address',
  },
  {
    name: 'drain-seconds',
    range: [0, 600],
    value: 'SECONDS',
    fallback: 5,
    help: 'how long a shutdown waits for answers that are being written',
  },
  {
    name: 'nats',
    value: 'URL',
    help: 'join the other gateways of a world on this NATS server, nats://host:4222; it then keeps the conversations',
  },
  {
    name: 'nats-world',
    value: 'NAME',
    // There is no fallback, because a name that the owner gives needs --nats, and the default name does not.
    help: `name of the world (default ${DEFAULT_WORLD}), the same at each of its gateways; another one for each home of a NATS server`,
  },
  distFlag,
  {
    name: 'public-url',
    value: 'URL',
    help: 'address of the home in shared links; without it the host of each request',
  },
  {
    name: 'trust-proxy',
    range: [0, 8],
    value: 'N',
    bare: '1',
    fallback: 0,
    help: 'number of your own proxies in front of the home (1 without N); the home then reads their X-Forwarded-… headers',
  },
  {
    name: 'log-level',
    value: 'LEVEL',
    fallback: 'info',
    help: 'least important lines of the log: error, warn or info',
  },
  {
    name: 'log-format',
    value: 'FORMAT',
    fallback: 'text',
    help: 'form of the log: text, or json with one object a line',
  },
];
