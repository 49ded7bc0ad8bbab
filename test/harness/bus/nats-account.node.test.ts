import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { type NatsConnection, connect } from '@nats-io/transport-node';
import { NatsBus } from '../../../harness/bus/nats-bus.ts';
import { connectNats } from '../../../harness/bus/nats-connection.ts';
import { JetStreamStore } from '../../../harness/store/jetstream/jetstream-store.ts';
import { NatsServer, whyNoNats } from '../../helpers/nats.ts';
import { until } from '../../helpers/waiting.ts';
import { temporaryFolder } from '../helpers.ts';
import { DAY, say } from '../store/messages.ts';

const page = await readFile(resolve(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
const accounts = /^```text nats\n([\s\S]*?)^```/m.exec(page)?.[1] ?? '';
const own = { user: 'home', password: 'the output of openssl rand -hex 32' };

test('the account of the guide keeps a world apart from other programs', { skip: whyNoNats }, async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'nats.conf');
  await writeFile(file, `jetstream { store_dir: ${JSON.stringify(folder.path)} }\n${accounts}`);
  const server = await NatsServer.start('-c', file);
  const opened: NatsConnection[] = [];
  const joined = async (): Promise<NatsConnection> => {
    const connection = await connectNats({ url: server.url, world: 'home', ...own });
    opened.push(connection);
    return connection;
  };
  try {
    await assert.rejects(connectNats({ url: server.url, world: 'home' }), /cannot be used/);
    const stranger = await connect({ servers: server.url, user: 'other', pass: 'another one' });
    opened.push(stranger);
    const overheard: string[] = [];
    stranger.subscribe('>', { callback: (_error, { subject }) => void overheard.push(subject) });
    const [one, two] = [await joined(), await joined()];
    const [bus, beside] = [await NatsBus.join(one, 'home'), await NatsBus.join(two, 'home')];
    const heard = new Set<string>();
    beside.subscribe('all', (text) => heard.add(text));
    stranger.publish('hw.home.all', 'of a stranger');
    await stranger.flush();
    const store = await JetStreamStore.open(one, { world: 'home', keepMs: DAY, maxBytes: 1_000_000 });
    const { id } = await store.openSession(undefined);
    await store.append(id, say('c1'));
    await until('a gateway hears the other one', () => {
      bus.publish('all', 'of a gateway');
      return heard.size > 0;
    });
    assert.deepEqual([...heard], ['of a gateway']);
    stranger.publish('end');
    await until('the stranger hears itself', () => overheard.includes('end'));
    assert.deepEqual(overheard, ['hw.home.all', 'end']);
  } finally {
    await Promise.all(opened.map((connection) => connection.close()));
    await server.dispose();
  }
});
