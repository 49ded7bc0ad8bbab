import { setTimeout } from 'node:timers/promises';
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { ensureProgram } from '../../../ci/programs.ts';
import { connectNats } from '../../../harness/bus/nats-connection.ts';
import type { ConversationStore } from '../../../harness/store/conversation-store.ts';
import { JetStreamStore } from '../../../harness/store/jetstream/jetstream-store.ts';
import { say } from '../../harness/store/messages.ts';
import { NatsServer } from '../../helpers/nats.ts';
import { type Figure, quantile } from '../figure.ts';

const MESSAGES = 10_000;
const SESSIONS = 100;
const WRITERS_PER_SESSION = 2;
const DAY_MS = 86_400_000;
const RESUMES = 200;
const TEXT = 'A message of a usual length, with a question about the home and what happened in it. '.repeat(
  3,
);

const message = (id: string) => say(id, { text: TEXT });

const most = (value: number) => ({ at: 'most', value }) as const;

/** Stores a message as a page does: repeatedly, at any gateway, until it is confirmed. */
async function keep(stores: readonly ConversationStore[], session: string, id: string): Promise<void> {
  for (let turn = 0; ; turn++)
    try {
      await stores[turn % stores.length]?.append(session, message(id));
      return;
    } catch {
      await setTimeout(20);
    }
}

/** Two gateways store messages, and both write into each session. The server is killed half-way. */
async function killed(
  server: NatsServer,
  stores: readonly [ConversationStore, ConversationStore],
  manager: JetStreamManager,
): Promise<Figure[]> {
  const [one, two] = stores;
  const sessions: string[] = [];
  for (let i = 0; i < SESSIONS; i++) sessions.push((await one.openSession(undefined)).id);
  const each = MESSAGES / SESSIONS / WRITERS_PER_SESSION;
  let stored = 0;
  const began = performance.now();
  await Promise.all(
    sessions.flatMap((session) =>
      [stores, [two, one]].map(async (ways, writer) => {
        for (let index = 0; index < each; index++) {
          await keep(ways, session, `${writer}-${index}`);
          stored += 1;
          if (stored === MESSAGES / 2) void server.kill().then(() => server.start());
        }
      }),
    ),
  );
  const seconds = (performance.now() - began) / 1000;
  const { state } = await manager.streams.info('hw_bench_messages');
  const ids = new Set<string>();
  for (const session of sessions)
    for (const { id } of await one.after(session, 0)) ids.add(`${session} ${id}`);
  const name = `NATS, ${MESSAGES.toLocaleString('en-US')} messages, server killed half-way`;
  return [
    { name: `${name}: lost`, value: MESSAGES - ids.size, unit: '', bar: most(0) },
    { name: `${name}: doubled`, value: state.messages - ids.size, unit: '', bar: most(0) },
    { name, value: seconds, unit: 's' },
  ];
}

/** Reads sessions that this gateway has not read before. */
async function resumes(store: ConversationStore, fill: ConversationStore): Promise<Figure[]> {
  const appends: number[] = [];
  const sessions: string[] = [];
  for (let i = 0; i < RESUMES; i++) {
    const { id } = await fill.openSession(undefined);
    sessions.push(id);
    for (let index = 0; index < 10; index++) {
      const began = performance.now();
      await fill.append(id, message(`m${index}`));
      appends.push(performance.now() - began);
    }
  }
  const [first, again]: [number[], number[]] = [[], []];
  for (const times of [first, again])
    for (const session of sessions) {
      const began = performance.now();
      await store.after(session, 0);
      times.push(performance.now() - began);
    }
  return [
    { name: 'NATS, a message is stored', value: quantile(appends, 0.5), unit: 'ms', bar: most(5) },
    {
      name: 'NATS, the 10 messages of a session are read first',
      value: quantile(first, 0.5),
      unit: 'ms',
      bar: most(20),
    },
    { name: 'NATS, … are read again', value: quantile(again, 0.5), unit: 'ms', bar: most(5) },
  ];
}

/** The conversations of a world on a NATS server, as two gateways use them. */
export async function nats(): Promise<Figure[]> {
  if (ensureProgram('nats') === undefined) throw new Error('there is no nats-server');
  const server = await NatsServer.start();
  const connections: NatsConnection[] = [];
  const store = async (): Promise<JetStreamStore> => {
    const connection = await connectNats({ url: server.url, world: 'bench' });
    connections.push(connection);
    return JetStreamStore.open(connection, { world: 'bench', keepMs: DAY_MS, maxBytes: 500_000_000 });
  };
  try {
    const stores = [await store(), await store()] as const;
    const [connection] = connections;
    if (!connection) throw new Error('there is no connection');
    const figures = await killed(server, stores, await jetstreamManager(connection));
    return [...figures, ...(await resumes(await store(), stores[0]))];
  } finally {
    await Promise.all(connections.map((one) => one.close()));
    await server.dispose();
  }
}
