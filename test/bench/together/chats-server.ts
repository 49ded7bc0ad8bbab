/**
 * A home for chats.ts and gateways.ts, in a separate process that the bench kills. Its folder, its port and
 * its NATS server are arguments.
 */
import type { AddressInfo } from 'node:net';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { defaultConfig } from '../../../data/config/config.ts';
import { joinWorld } from '../../../harness/store/jetstream/join-world.ts';
import { NoCodeHost } from '../../../harness/gateway/code-host/cached.ts';
import { createGateway } from '../../../harness/gateway/gateway.ts';
import { Store } from '../../../harness/store/store.ts';
import { echo } from '../../harness/residents.ts';

const MANY = 1_000_000;
const [, , folder = '', port = '0', nats] = process.argv;
const limits = { keepMs: 86_400_000, maxBytes: 500_000_000 };
const world = nats === undefined ? undefined : await joinWorld({ url: nats, world: 'bench' }, limits);
await mkdir(folder, { recursive: true });
const app = await createGateway({
  dist: join(resolve(import.meta.dirname, '../../..'), 'dist'),
  ownerFiles: join(folder, 'public'),
  config: { ...defaultConfig, relays: [] },
  codeHosts: [new NoCodeHost('the bench shows no commits')],
  store: new Store(join(folder, 'conversations.sqlite')),
  ...world,
  resident: echo(5),
  poll: false,
  bridge: { maxSocketsPerIp: MANY, addressBudget: { burst: 1e9, perSecond: 1e9 } },
  requestsPerMinute: MANY,
});
await app.listen({ host: '127.0.0.1', port: Number(port) });
process.on('disconnect', () => process.exit(0));
process.send?.({ kind: 'listening', port: (app.server.address() as AddressInfo).port });
