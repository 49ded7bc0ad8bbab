import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { jetstreamManager } from '@nats-io/jetstream';
import { connectNats } from '../../../harness/bus/nats-connection.ts';
import { NatsBus } from '../../../harness/bus/nats-bus.ts';
import { UserError } from '../../../harness/core/user-error.ts';
import { NatsServer, whyNoNats } from '../../helpers/nats.ts';
import { until } from '../../helpers/waiting.ts';
import { busContract } from './bus-contract.ts';

let server: NatsServer;

const joinBus = async (world = 'test'): Promise<NatsBus> =>
  NatsBus.join(await connectNats({ url: server.url, world }), world);

before(async () => {
  if (!whyNoNats) server = await NatsServer.start();
});
after(() => server?.dispose());

busContract(
  'the bus over NATS',
  (count) => Promise.all(Array.from({ length: count }, () => joinBus())),
  whyNoNats,
);

test('two worlds of one NATS server receive nothing from each other', { skip: whyNoNats }, async () => {
  const [one, two, other] = await Promise.all([joinBus(), joinBus(), joinBus('other')]);
  const heard: string[] = [];
  other.subscribe('all', () => assert.fail('a text of another world'));
  two.subscribe('all', (text) => void heard.push(text));
  other.serve('ready', () => 'other');
  two.serve('ready', () => 'two');
  // The connections are independent, so the request may arrive before the service exists.
  let answer = '';
  while (answer === '') answer = await one.request('ready', '', 10_000).catch(() => '');
  assert.equal(answer, 'two');
  one.publish('all', 'text');
  await until('the text came', () => heard.length === 1);
  await one.bucket('shared', 60_000).put('key', 'one');
  assert.equal(await other.bucket('shared', 60_000).get('key'), undefined);
  await Promise.all([one.close(), two.close(), other.close()]);
});

test(
  'a server that is killed and comes back is used again, with its buckets',
  { skip: whyNoNats },
  async () => {
    const [one, two] = await Promise.all([joinBus('again'), joinBus('again')]);
    const changes: boolean[] = [];
    one.onChange((isOpen) => void changes.push(isOpen));
    const heard: string[] = [];
    two.subscribe('all', (text) => void heard.push(text));
    await one.bucket('kept', 600_000).put('key', 'text');
    await server.kill();
    await until('both know that it is away', () => !one.isOpen && !two.isOpen);
    one.publish('all', 'lost');
    await assert.rejects(one.bucket('kept', 600_000).get('key'), /cannot be reached/);
    await assert.rejects(one.request('all', 'x', 1_000), /no other gateway/);
    await server.start();
    await until('both are back', () => one.isOpen && two.isOpen);
    assert.deepEqual(changes, [false, true]);
    while (heard.length === 0) {
      one.publish('all', 'back');
      await new Promise((next) => setTimeout(next, 20));
    }
    assert.equal(heard[0], 'back');
    assert.equal(await two.bucket('kept', 600_000).get('key'), 'text');
    await Promise.all([one.close(), two.close()]);
    // The gateway continues alone.
    one.subscribe('all', () => assert.fail('it is closed'))();
    one.serve('all', () => assert.fail('it is closed'))();
  },
);

test('a bucket that the server has lost is made again', { skip: whyNoNats }, async () => {
  const bus = await joinBus('lost');
  const connection = await connectNats({ url: server.url, world: 'lost' });
  const bucket = bus.bucket('readings', 60_000);
  await bucket.put('key', 'one');
  await (await jetstreamManager(connection)).streams.delete('KV_hw_lost_readings');
  await bucket.put('key', 'two').catch(() => undefined);
  await bucket.put('key', 'three');
  assert.equal(await bucket.get('key'), 'three');
  await Promise.all([bus.close(), connection.close()]);
});

test('a listener that throws is reported, and the bus reads on', { skip: whyNoNats }, async () => {
  const local = await NatsServer.start();
  const errors: unknown[] = [];
  const connect = () => connectNats({ url: local.url, world: 'throws' });
  const receiver = await NatsBus.join(await connect(), 'throws', (error) => void errors.push(error));
  const sender = await NatsBus.join(await connect(), 'throws');
  const received: string[] = [];
  receiver.subscribe('all', (text) => {
    received.push(text);
    throw new Error('no text fits');
  });
  receiver.onChange(() => {
    throw new Error('no state fits');
  });
  const arrives = async (text: string): Promise<void> => {
    while (!received.includes(text)) {
      sender.publish('all', text);
      await new Promise((next) => setTimeout(next, 20));
    }
  };
  try {
    await arrives('one');
    await arrives('two');
    await local.kill();
    await until('both know that it is away', () => !receiver.isOpen && !sender.isOpen);
    await local.start();
    await until('both are back', () => receiver.isOpen && sender.isOpen);
    await arrives('three');
    const causes = new Set(errors.map((error) => (error instanceof Error ? error.message : '')));
    assert.deepEqual([...causes].sort(), ['no state fits', 'no text fits']);
  } finally {
    await Promise.all([receiver.close(), sender.close()]);
    await local.dispose();
  }
});

test('a server whose messages are too small for a world is refused', { skip: whyNoNats }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'home-world-nats-'));
  const file = join(folder, 'nats.conf');
  await writeFile(file, `max_payload: 100000\njetstream { store_dir: "${folder}" }\n`);
  const small = await NatsServer.start('-c', file);
  try {
    await assert.rejects(
      connectNats({ url: small.url, world: 'test' }),
      (error) =>
        error instanceof UserError && /100000 bytes/.test(error.message) && /max_payload/.test(error.fix),
    );
  } finally {
    await small.dispose();
    await rm(folder, { recursive: true, force: true });
  }
});

test('a server that cannot be used is reported with its fix', { skip: whyNoNats }, async () => {
  const plain = await NatsServer.start('--user', 'home', '--pass', 'secret');
  const away = 'nats://127.0.0.1:1';
  try {
    await assert.rejects(connectNats({ url: away, world: 'test' }, 500), /127\.0\.0\.1:1 cannot be used/);
    await assert.rejects(connectNats({ url: plain.url, world: 'test' }), /uthoriz/);
    await assert.rejects(
      connectNats({ url: plain.url, world: 'test', user: 'home', password: 'secret' }),
      /has no JetStream/,
    );
  } finally {
    await plain.dispose();
  }
});
