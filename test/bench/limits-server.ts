/**
 * The server for limits.ts, in a separate process: a home with its ordinary limits, and with the
 * conversations in the given folder.
 */
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { defaultConfig } from '../../data/config/config.ts';
import { NoCodeHost } from '../../harness/gateway/code-host/cached.ts';
import { createGateway } from '../../harness/gateway/gateway.ts';
import { readUnderstanding } from '../../harness/resident/model/resident-setup.ts';
import { StatusResident } from '../../harness/resident/answers/status-resident.ts';
import { Store } from '../../harness/store/store.ts';

export type Order = 'memory' | 'fill';
export type Answer =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'filled' }
  /** The live memory after a garbage collection, and the resident set. Bytes. */
  | { readonly kind: 'memory'; readonly live: number; readonly resident: number };

/** The bytes that wait for a reader: below the limit at which the home disconnects a reader immediately. */
const BACKLOG = 700_000;
const folder = process.argv[2] ?? '';
const answer = (message: Answer): void => void process.send?.(message);

const app = await createGateway({
  dist: join(resolve(import.meta.dirname, '../..'), 'dist'),
  ownerFiles: join(folder, 'public'),
  config: { ...defaultConfig, relays: [] },
  codeHosts: [new NoCodeHost('the bench shows no commits')],
  store: new Store(join(folder, 'conversations.sqlite')),
  resident: new StatusResident(readUnderstanding),
  poll: false,
});
await app.listen({ host: '127.0.0.1', port: 0 });

/**
 * Sends different frames to each reader, as in a conversation, until `BACKLOG` bytes wait for that reader.
 */
async function fill(): Promise<void> {
  const text = 'x'.repeat(30_000);
  let count = 0;
  for (const client of app.websocketServer.clients)
    while (client.readyState === client.OPEN && client.bufferedAmount < BACKLOG) {
      client.send(JSON.stringify({ type: 'status-update', detail: { count: count++, text } }));
      await new Promise(setImmediate);
    }
}

process.on('message', (order: Order) => {
  if (order === 'fill') return void fill().then(() => answer({ kind: 'filled' }));
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  answer({ kind: 'memory', live: heapUsed + external, resident: rss });
});
process.on('disconnect', () => process.exit(0));

answer({ kind: 'listening', port: (app.server.address() as AddressInfo).port });
