import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinWorld } from '../../../../harness/store/jetstream/join-world.ts';
import { NatsServer, whyNoNats } from '../../../helpers/nats.ts';
import { until } from '../../../helpers/waiting.ts';
import { Client, startHome } from '../../helpers.ts';

const DAY = 86_400_000;

test(
  'a conversation goes on at another gateway of the world, also after NATS was away',
  { skip: whyNoNats },
  async () => {
    const server = await NatsServer.start();
    const join = () => joinWorld({ url: server.url, world: 'home' }, { keepMs: DAY, maxBytes: 10_000_000 });
    const [one, two] = [await join(), await join()];
    await using first = await startHome(one);
    await using second = await startHome(two);
    const clients: Client[] = [];
    /** A tab of the session at a gateway. */
    const tab = async (home: string, session?: string): Promise<readonly [Client, string]> => {
      const client = new Client(home);
      clients.push(client);
      return [client, (await client.hello(session === undefined ? {} : { session })).session];
    };
    try {
      const [asking, session] = await tab(first.url);
      asking.send({ type: 'chat', id: 'c1', text: 'who are you?' });
      const answer = await asking.answerTo('c1');
      await asking.close();
      const [again, same] = await tab(second.url, session);
      assert.equal(same, session);
      assert.deepEqual(await again.answerTo('c1'), answer);
      await server.kill();
      await until('the gateways know that NATS is away', () => !one.bus.isOpen && !two.bus.isOpen);
      again.send({ type: 'chat', id: 'c2', text: 'still there?' });
      await again.frame('error', ({ ref }) => ref === 'c2');
      await server.start();
      await until('both are back', () => one.bus.isOpen && two.bus.isOpen);
      again.send({ type: 'chat', id: 'c2', text: 'still there?' });
      const later = await again.answerTo('c2');
      const [third] = await tab(first.url, session);
      assert.deepEqual(await third.answerTo('c2'), later);
      third.send({ type: 'chat', id: 'c3', text: 'and here?' });
      assert.deepEqual(await again.answerTo('c3'), await third.answerTo('c3'), 'a tab elsewhere has it too');
      const ids = third.frames.flatMap((frame) => (frame.type === 'chat-message' ? [frame.id] : []));
      assert.deepEqual(ids, ['c1', 'a-c1', 'c2', 'a-c2', 'c3', 'a-c3']);
      assert.equal(first.store.latest('1', 1).length, 0, 'the file of the gateway has no message');
    } finally {
      await Promise.all(clients.map((client) => client.close()));
      await Promise.all([one.bus.close(), two.bus.close()]);
      await server.dispose();
    }
  },
);
