import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jetstreamManager } from '@nats-io/jetstream';
import { connectNats } from '../../../../harness/bus/nats-connection.ts';
import { joinWorld } from '../../../../harness/store/jetstream/join-world.ts';
import type { Resident } from '../../../../harness/resident/resident.ts';
import { ResidentRoom } from '../../../../harness/resident/room/resident-room.ts';
import { startBalancer } from '../../../helpers/balancer.ts';
import { NatsServer, whyNoNats } from '../../../helpers/nats.ts';
import { until } from '../../../helpers/waiting.ts';
import { echo } from '../../residents.ts';
import { ManyVisitors } from '../many-visitors.ts';
import { startBridge } from '../start-bridge.ts';

const VISITORS = 60;
const QUESTIONS = 4;
const limits = { keepMs: 86_400_000, maxBytes: 50_000_000 };

/** A gateway of a world; its resident notes each question it is asked. */
async function startMember(url: string, asked: string[]) {
  const { bus, conversations: store } = await joinWorld({ url, world: 'home' }, limits);
  const base = echo(5);
  const answer: Resident['answer'] = (question, context, signal) => {
    asked.push(question);
    return base.answer(question, context, signal);
  };
  const resident = new ResidentRoom({ ...base, answer });
  const { stop, ...gateway } = await startBridge(0, { store, bus, resident });
  return {
    ...gateway,
    bus,
    /** Stops the gateway without a good-bye to the other gateway. */
    kill: async (): Promise<void> => {
      await bus.close();
      await stop();
    },
  };
}

/** How many messages the NATS server has. */
async function countStored(url: string): Promise<number> {
  const connection = await connectNats({ url, world: 'home' });
  const manager = await jetstreamManager(connection);
  const { state } = await manager.streams.info('hw_home_messages');
  await connection.close();
  return state.messages;
}

test(
  'visitors of two gateways lose and double nothing while the NATS server and then a gateway are killed',
  { skip: whyNoNats },
  async () => {
    const server = await NatsServer.start();
    const ends: (() => Promise<void> | void)[] = [() => server.dispose()];
    try {
      const asked: string[] = [];
      const one = await startMember(server.url, asked);
      ends.push(one.kill);
      const two = await startMember(server.url, asked);
      ends.push(two.kill);
      const balancer = await startBalancer([one.port, two.port]);
      ends.push(balancer.close);
      let ahead = 0;
      const visitors = new ManyVisitors(balancer.url, VISITORS, QUESTIONS, () => Date.now() + ahead);
      ends.push(() => visitors.close());
      await until('all are connected', () => visitors.areConnected);
      const { sockets } = one.bridge.counts;
      assert.ok(sockets > 0 && sockets < VISITORS, 'some are at each gateway');
      visitors.ask();
      await until('some are answered', () => visitors.answered >= VISITORS);
      await server.kill();
      await until('both gateways know', () => !one.bus.isOpen && !two.bus.isOpen);
      await server.start();
      await until('more are answered', () => visitors.answered >= VISITORS * 2);
      assert.equal(new Set(asked).size, asked.length, 'no question is answered twice');
      await one.kill();
      ahead += 40_000; // Pages wait before they connect again.
      await until('all are answered', () => visitors.answered >= VISITORS * QUESTIONS);
      await until('all is in order', () => visitors.faults.length === 0, 2_000).catch(() => undefined);
      assert.deepEqual(visitors.faults, []);
      assert.equal(await countStored(server.url), VISITORS * QUESTIONS * 2);
    } finally {
      for (const end of ends.reverse()) await end();
    }
  },
);
