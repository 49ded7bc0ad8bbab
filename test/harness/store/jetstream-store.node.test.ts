import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { connectNats } from '../../../harness/bus/nats-connection.ts';
import type { ChatMessageFrame } from '../../../data/chat/protocol.ts';
import { type NewMessage, StoreUnavailableError } from '../../../harness/store/conversation-store.ts';
import { JetStreamStore } from '../../../harness/store/jetstream/jetstream-store.ts';
import { Store } from '../../../harness/store/store.ts';
import { NatsServer, whyNoNats } from '../../helpers/nats.ts';
import { DAY, say } from './messages.ts';
import { storeContract } from './store-contract.ts';

const skip = whyNoNats;
const limits = { keepMs: 30 * DAY, maxBytes: 50_000_000 };
const connections: NatsConnection[] = [];
let server: NatsServer;

async function connection(): Promise<NatsConnection> {
  const opened = await connectNats({ url: server.url, world: 'test' });
  connections.push(opened);
  return opened;
}

const open = async (world: string, more: { maxBytes?: number; timeoutMs?: number } = {}) =>
  JetStreamStore.open(await connection(), { world, ...limits, ...more });

/** Stores a message as a page does: again and again, at any gateway, until it is confirmed. */
async function keep(
  stores: readonly JetStreamStore[],
  session: string,
  message: NewMessage,
  onRefused: () => void = () => undefined,
): Promise<ChatMessageFrame> {
  for (let turn = 0; ; turn++)
    try {
      const stored = await stores[turn % stores.length]?.append(session, message);
      if (stored) return stored.frame;
    } catch (error) {
      assert.ok(error instanceof StoreUnavailableError);
      onRefused();
      await setTimeout(20);
    }
}

before(async () => {
  if (!skip) server = await NatsServer.start();
});
after(async () => {
  await Promise.all(connections.map((one) => one.close()));
  await server?.dispose();
});

storeContract(
  'the store on a NATS server',
  async () => {
    const world = randomUUID().slice(0, 8);
    return [await open(world), await open(world)];
  },
  skip,
);

test('a server that is killed while messages are stored loses none and doubles none', { skip }, async () => {
  const stores = [await open('killed'), await open('killed')];
  const sessions = await Promise.all(
    Array.from({ length: 10 }, async () => (await stores[0]?.openSession(undefined))?.id ?? ''),
  );
  let refused = 0;
  let stored = 0;
  const writing = sessions.flatMap((session) =>
    ['one', 'two'].map(async (writer) => {
      const confirmed: ChatMessageFrame[] = [];
      for (let index = 0; index < 60; index++) {
        confirmed.push(await keep(stores, session, say(`${writer}-${index}`), () => (refused += 1)));
        stored += 1;
        if (stored === 600) void server.kill().then(() => server.start());
      }
      return { session, confirmed };
    }),
  );
  const written = await Promise.all(writing);
  assert.ok(refused > 0, 'the server was away');
  const fresh = await open('killed');
  for (const session of sessions) {
    const confirmed = written.filter((one) => one.session === session).flatMap((one) => one.confirmed);
    assert.equal(confirmed.length, 120);
    assert.deepEqual(
      await fresh.after(session, 0),
      confirmed.toSorted((a, b) => a.seq - b.seq),
    );
  }
  const manager = await jetstreamManager(await connection());
  assert.equal((await manager.streams.info('hw_killed_messages')).state.messages, 1_200);
});

test('while the server is unavailable every call rejects, at once if that is known', { skip }, async () => {
  const away = await NatsServer.start();
  const joined = await connectNats({ url: away.url, world: 'away' });
  try {
    let isOpen = true;
    const store = await JetStreamStore.open(joined, {
      world: 'away',
      ...limits,
      isOpen: () => isOpen,
      timeoutMs: 1_000,
    });
    const { id, secret } = await store.openSession(undefined);
    await away.kill();
    await assert.rejects(store.append(id, say('c1')), StoreUnavailableError);
    isOpen = false;
    await assert.rejects(store.after(id, 0), StoreUnavailableError);
    await assert.rejects(store.openSession(secret), StoreUnavailableError);
  } finally {
    await joined.close();
    await away.dispose();
  }
});

test(
  'a record that is no message is left out, and only hashes of secrets are on the server',
  { skip },
  async () => {
    const store = await open('records');
    const { id, secret } = await store.openSession(undefined);
    const client = jetstream(await connection());
    for (const text of ['not JSON', 'null', '{"id":"c0"}', JSON.stringify(say('c 0'))])
      await client.publish(`hw-messages.records.${id}`, text);
    const { frame: stored } = await store.append(id, say('c1'));
    assert.deepEqual(await store.after(id, 0), [stored]);
    const manager = await client.jetstreamManager();
    for (const name of ['hw_records_messages', 'hw_records_opened']) {
      const { state } = await manager.streams.info(name, { subjects_filter: '>' });
      const subjects = Object.keys(state.subjects ?? {});
      assert.equal(subjects.length, 1);
      assert.ok(!subjects.join('').includes(secret));
    }
  },
);

test('a conversation from before the world moves when its visitor comes back', { skip }, async () => {
  const file = new Store(':memory:', { now: () => 10_000 });
  const { id: old, secret } = file.openSession(undefined);
  const silent = file.openSession(undefined);
  const before = Array.from({ length: 20 }, (_, index) => file.append(old, say(`c${index}`)).frame);
  const store = await JetStreamStore.open(await connection(), { world: 'moved', ...limits, earlier: file });
  // Two tabs of the visitor.
  const [one, two] = await Promise.all([store.openSession(secret), store.openSession(secret)]);
  assert.deepEqual(one, { id: one.id, secret, resumed: true });
  assert.deepEqual(two, one);
  const texts = (frames: readonly ChatMessageFrame[]) => frames.map(({ seq: _seq, ...message }) => message);
  assert.deepEqual(texts(await store.after(one.id, 0)), texts(before));
  assert.equal(file.sessionOf(secret), undefined, 'it is kept once');
  assert.equal((await store.openSession(silent.secret)).resumed, false, 'a session without messages is new');
  file.close();
});

test('streams that the server has lost are made again', { skip }, async () => {
  let now = 1_000_000;
  const options = { world: 'lost', ...limits, now: () => now, timeoutMs: 3_000 };
  const store = await JetStreamStore.open(await connection(), options);
  const { id } = await store.openSession(undefined);
  await store.append(id, say('c1'));
  const manager = await jetstreamManager(await connection());
  await manager.streams.delete('hw_lost_messages');
  await assert.rejects(store.append(id, say('c2')), StoreUnavailableError);
  now += 10_000;
  await assert.rejects(store.append(id, say('c2')), StoreUnavailableError);
  const { frame: stored } = await store.append(id, say('c2'));
  assert.deepEqual(await store.after(id, 0), [stored]);
});

test(
  'a message that was deleted on the server is stored again when its page sends it again',
  { skip },
  async () => {
    const store = await open('deleted');
    const { id } = await store.openSession(undefined);
    await store.append(id, say('c1'));
    const manager = await jetstreamManager(await connection());
    await manager.streams.purge('hw_deleted_messages');
    const { frame, isNew } = await store.append(id, say('c1'));
    assert.ok(isNew);
    assert.deepEqual(await store.after(id, 0), [frame]);
  },
);

test('a flood over two gateways displaces itself, and no small session', { skip }, async () => {
  const maxBytes = 3_000_000;
  const gateways = [await open('flood', { maxBytes }), await open('flood', { maxBytes })] as const;
  const [one] = gateways;
  const honest = (await one.openSession(undefined)).id;
  for (let i = 0; i < 8; i++) await one.append(honest, say(`c${i}`));
  await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const gateway = gateways[index % 2] ?? one;
      const { id } = await gateway.openSession(undefined);
      for (let i = 0; i < 40; i++) await keep([gateway], id, say(`f${i}`, { text: '字'.repeat(7_000) }));
      assert.equal((await gateway.latest(id, 1))[0]?.id, 'f39', 'its newest message stays');
    }),
  );
  // Another gateway has read nothing before.
  const fresh = await open('flood', { maxBytes });
  assert.equal((await fresh.after(honest, 0)).length, 8);
  const manager = await jetstreamManager(await connection());
  const { config, state } = await manager.streams.info('hw_flood_messages');
  assert.ok(state.bytes <= maxBytes);
  assert.equal(config.discard, 'new');
  assert.equal(state.consumer_count, 0);
});

test('a flood of small sessions displaces itself', { skip }, async () => {
  const maxBytes = 2_000_000;
  const store = await open('small', { maxBytes });
  const { id: honest } = await store.openSession(undefined, { household: '3f2a' });
  // The one session of this visitor is larger than each session of the flood.
  for (let i = 0; i < 12; i++) await store.append(honest, say(`c${i}`, { text: 'x'.repeat(8_000) }));
  let last = '';
  for (let i = 0; i < 60; i++) {
    last = (await store.openSession(undefined, { household: 'b00c' })).id;
    for (let k = 0; k < 3; k++) await store.append(last, say(`c${k}`, { text: '字'.repeat(6_880) }));
  }
  const fresh = await open('small', { maxBytes });
  assert.equal((await fresh.latest(honest, 20)).length, 12);
  assert.equal((await fresh.after(last, 0)).at(-1)?.id, 'c2', 'its newest message stays');
});

test('a lower limit is reached in the largest sessions', { skip }, async () => {
  const store = await open('lower', { maxBytes: 4_000_000 });
  const { id: honest } = await store.openSession(undefined);
  for (let i = 0; i < 8; i++) await store.append(honest, say(`c${i}`));
  const { id: large } = await store.openSession(undefined);
  for (let i = 0; i < 80; i++) await store.append(large, say(`c${i}`, { text: 'x'.repeat(20_000) }));
  const lower = await open('lower', { maxBytes: 1_000_000 });
  assert.equal((await lower.after(honest, 0)).length, 8);
  const left = (await lower.latest(large, 100)).length;
  assert.ok(left > 10 && left < 50, `${left}`);
});

test('the streams have the limits of the home, and keep what their owner set besides', { skip }, async () => {
  await open('limits');
  const manager = await jetstreamManager(await connection());
  const name = 'hw_limits_messages';
  const before = (await manager.streams.info(name)).config;
  assert.equal(before.max_age, 30 * DAY * 1_000_000);
  assert.equal(before.max_bytes, 50_000_000);
  assert.equal(before.max_msgs_per_subject, 1_000);
  assert.equal((await manager.streams.info('hw_limits_opened')).config.max_age, DAY * 1_000_000);
  await manager.streams.update(name, { ...before, description: 'of the owner' });
  await open('limits', { maxBytes: 60_000_000 });
  const { max_bytes, description } = (await manager.streams.info(name)).config;
  assert.deepEqual({ max_bytes, description }, { max_bytes: 60_000_000, description: 'of the owner' });
  await assert.rejects(
    open('huge', { maxBytes: 1e15 }),
    /does not keep the conversations of the world “huge”/,
  );
});
