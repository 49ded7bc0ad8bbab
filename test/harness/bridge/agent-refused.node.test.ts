import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Agent, TOKEN } from '../agent.ts';
import { Client } from '../helpers.ts';
import { stuck } from '../residents.ts';
import { ask, visitor, withRoom } from '../room.ts';

describe('the room is closed', () => {
  test('to a wrong token, to visitors and to observers', async () => {
    await withRoom(async ({ url }) => {
      const wrong = await new Client(url).open();
      wrong.send({ type: 'hello', version: 1, role: 'resident', token: 'a guess' });
      assert.equal((await wrong.closed).code, 1008);
      const enter = JSON.stringify({ type: 'enter' });
      const [asking, observer] = [await visitor(url), new Client(url)];
      await observer.hello({ role: 'observer', token: TOKEN });
      for (const client of [asking, observer]) {
        client.socket.send(enter);
        assert.equal((await client.frame('error')).code, 'bad-frame');
      }
      ask(asking, 'c1', 'still you?');
      assert.equal((await asking.answerTo('c1')).text, 'still you? ');
      for (const client of [asking, observer]) await client.close();
    });
  });

  test('to a client that enters again and again', async () => {
    await withRoom(async ({ url }) => {
      const agent = await new Agent(url).moveIn();
      for (let i = 0; i < 20; i++) agent.tell({ type: 'enter' });
      assert.equal((await agent.frame('error')).code, 'rate-limited');
      agent.tell({ type: 'ping' } as never);
      await agent.frame('pong');
      assert.ok(agent.frames.filter(({ type }) => type === 'resident').length <= 20);
      await agent.close();
    });
  });

  test('to pages of other sites, oversized frames and floods', async () => {
    await withRoom(async ({ url }) => {
      const foreign = new Client(url, { origin: 'https://evil.example' });
      assert.match((await foreign.closed).reason, /403/);
      const [big, flood] = [new Agent(url), new Agent(url)];
      await big.moveIn();
      big.socket.send('x'.repeat(70_000));
      assert.equal((await big.closed).code, 1009);
      await flood.moveIn();
      for (let i = 0; i < 2_000; i++) flood.tell({ type: 'ping' } as never);
      assert.equal((await flood.closed).code, 1008);
      const asking = await visitor(url);
      ask(asking, 'c1', 'who is here?');
      assert.equal((await asking.answerTo('c1')).text, 'who is here? ');
      await asking.close();
    });
  });

  test('for words before moving in, and for answers of other questions', async () => {
    await withRoom(
      async ({ url }) => {
        const [asking, agent] = [await visitor(url), new Agent(url)];
        await agent.hello({ role: 'resident', token: TOKEN });
        ask(asking, 'c1', 'hi');
        await asking.frame('chat-delta');
        agent.tell({ type: 'answer-delta', id: 'a-c1', text: 'not mine' });
        assert.match((await agent.frame('error')).message, /Move in first/);
        await agent.moveIn();
        agent.tell({ type: 'answer-delta', id: 'a-c1', text: 'not mine' });
        await agent.frame('error', ({ message }) => message.includes('do not have this question'));
        for (const client of [asking, agent]) await client.close();
      },
      { resident: stuck },
    );
  });
});
