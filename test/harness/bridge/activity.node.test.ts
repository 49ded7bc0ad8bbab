import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { WebSocket } from 'ws';
import { Client, withHome } from '../helpers.ts';

const token = 'the-secret-of-the-bridge';
const bridge = { token };

describe('what the resident does', () => {
  test('goes from its agent to visitors, observers and the agent itself', async () => {
    await withHome({ bridge }, async ({ url }) => {
      const [agent, visitor, observer] = [new Client(url), new Client(url), new Client(url)];
      await agent.hello({ role: 'resident', token });
      await visitor.hello();
      await observer.hello({ role: 'observer', token });
      agent.send({ type: 'activity', activity: { state: 'working', task: 'A\u202e\nB', progress: 0.4 } });
      for (const client of [agent, visitor, observer]) {
        const { activity } = await client.frame('activity');
        assert.deepEqual([activity.state, activity.task, activity.progress], ['working', 'A B', 0.4]);
        await client.close();
      }
    });
  });

  test('is sent to each newcomer after welcome, and nothing before the first report', async () => {
    await withHome({ bridge }, async ({ url, app }) => {
      const early = new Client(url);
      await early.hello();
      early.send({ type: 'ping' });
      await early.frame('pong');
      assert.deepEqual(
        early.frames.filter(({ type }) => type === 'activity'),
        [],
      );
      app.home.bridge.activity.report({ state: 'waiting', step: 'Asks for permission' });
      for (const hello of [{}, { role: 'observer', token }, { role: 'resident', token }] as const) {
        const client = new Client(url);
        await client.hello(hello);
        const { activity } = await client.frame('activity');
        assert.equal(activity.step, 'Asks for permission');
        const types = client.frames.map(({ type }) => type);
        assert.ok(types.indexOf('welcome') < types.indexOf('activity'));
        await client.close();
      }
      await early.close();
    });
  });

  test('is what the embedded resident answers with', async () => {
    await withHome({ bridge }, async ({ url, app }) => {
      app.home.bridge.activity.report({ state: 'working', task: 'Spring cleaning' });
      const visitor = new Client(url);
      await visitor.hello();
      visitor.send({ type: 'chat', id: 'c1', text: 'What are you doing?' });
      assert.match(
        (await visitor.answerTo('c1')).text,
        /Timmy: working on Spring cleaning \(began just now\)/,
      );
      await visitor.close();
    });
  });

  test('is reported by the role resident only', async () => {
    await withHome({ bridge }, async ({ url, app }) => {
      const report = { type: 'activity', activity: { state: 'working' } } as const;
      for (const hello of [{}, { role: 'observer', token }] as const) {
        const client = new Client(url);
        await client.hello(hello);
        client.send(report);
        assert.equal((await client.frame('error')).code, 'unauthorized');
        await client.close();
      }
      const silent = await new Client(url).open();
      silent.send(report);
      assert.equal((await silent.frame('error')).code, 'no-session');
      await silent.close();
      assert.equal(app.home.state.activity.get(), undefined);
    });
  });

  test('is refused with the place of the mistake, and the connection stays', async () => {
    await withHome({ bridge }, async ({ url }) => {
      const agent = new Client(url);
      await agent.hello({ role: 'resident', token });
      agent.socket.send(JSON.stringify({ type: 'activity', activity: { state: 'working', progress: 7 } }));
      const { code, message } = await agent.frame('error');
      assert.equal(code, 'bad-frame');
      assert.match(message, /activity\.progress: expected <=1/);
      assert.equal(agent.socket.readyState, WebSocket.OPEN);
      await agent.close();
    });
  });

  test('arrives at the end, however fast the agent reports', async () => {
    await withHome({ bridge }, async ({ url }) => {
      const [agent, visitor] = [new Client(url), new Client(url)];
      await agent.hello({ role: 'resident', token });
      await visitor.hello();
      for (let i = 0; i < 40; i++)
        agent.send({ type: 'activity', activity: { state: 'working', step: String(i) } });
      await visitor.frame('activity', ({ activity }) => activity.step === '39');
      const seen = visitor.frames.filter(({ type }) => type === 'activity').length;
      assert.ok(seen < 30, `${seen} frames for 40 reports`);
      await agent.close();
      await visitor.close();
    });
  });

  test('is not known after a restart', async () => {
    await withHome({ bridge }, async ({ url, app }) => {
      app.home.bridge.activity.report({ state: 'working' });
      const answer = await fetch(`${url}/api/activity.json`);
      assert.equal(((await answer.json()) as { activity: { state: string } }).activity.state, 'working');
    });
    await withHome({ bridge }, async ({ url }) => {
      assert.deepEqual(await (await fetch(`${url}/api/activity.json`)).json(), { activity: null });
    });
  });
});
