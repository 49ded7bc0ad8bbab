import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '../../helpers/waiting.ts';
import { TOKEN } from '../agent.ts';
import { people } from '../asks/asking.ts';
import { startHome } from '../helpers.ts';
import { MODES, connectMcp } from './mcp-client.ts';

interface Told {
  readonly ask: string;
  readonly state: string;
  readonly decision?: { readonly choice: string; readonly chosen: readonly string[]; readonly text: string };
}
const told = ({ text }: { readonly text: string }): Told => JSON.parse(text) as Told;

for (const mode of MODES)
  describe(`ask_owner over MCP, mode ${JSON.stringify(mode)}`, () => {
    it('waits for the owner, and waits on in a later call', async () => {
      await using home = await startHome({ bridge: { token: TOKEN } });
      const { untilOpen, answer } = people(home);
      const agent = await connectMcp(home.url, { name: 'gardener', mode });
      const options = ['Roses', 'Lilies', 'Tulips'];
      const first = told(
        await agent.call('ask_owner', { title: 'Which flowers?', options, several: true, wait_seconds: 0 }),
      );
      assert.equal(first.state, 'open');
      const ask = await untilOpen();
      assert.deepEqual(
        [ask.id, ask.kind, ask.title, ask.mayWrite, ask.machine],
        [first.ask, 'question', 'Which flowers?', false, 'the home’s token'],
      );
      const waiting = agent.call('ask_owner', { ask: first.ask });
      assert.equal((await answer(ask, { choice: 'choose', chosen: ['o0', 'o2'] })).status, 200);
      assert.deepEqual(told(await waiting), {
        ask: first.ask,
        state: 'decided',
        decision: { choice: 'choose', chosen: ['Roses', 'Tulips'], text: '' },
      });
      assert.equal((await agent.call('ask_owner', { ask: first.ask })).isError, true);
      await agent.leave();
    });

    it('tells that the time is over, and takes a permission', async () => {
      await using home = await startHome({ bridge: { token: TOKEN } });
      const { untilOpen, answer } = people(home);
      const agent = await connectMcp(home.url, { mode });
      const late = told(await agent.call('ask_owner', { title: 'Now?', seconds: 1 }));
      assert.deepEqual([late.state, late.decision], ['undecided', undefined]);
      const asking = agent.call('ask_owner', { kind: 'permission', title: 'Water', command: 'tap on' });
      const ask = await untilOpen();
      assert.equal(ask.command?.text, 'tap on');
      await answer(ask, { choice: 'refuse', text: 'It rains.' });
      assert.deepEqual(told(await asking).decision, { choice: 'refuse', chosen: [], text: 'It rains.' });
      assert.equal((await agent.call('ask_owner', {})).isError, true);
      assert.equal((await agent.call('ask_owner', { ask: 'A'.repeat(22) })).isError, true);
      await agent.leave();
    });

    it('leaves its asks when it leaves', async () => {
      await using home = await startHome({ bridge: { token: TOKEN }, mcp: { graceMs: 20 } });
      const { untilOpen } = people(home);
      const states = (): string[] => home.app.home.asks.list().asks.map(({ state }) => state);
      const agent = await connectMcp(home.url, { mode });
      await agent.call('ask_owner', { title: 'One?', wait_seconds: 0 });
      await untilOpen();
      await agent.leave();
      await until('it is gone', () => states().every((state) => state === 'gone'));
      const killed = await connectMcp(home.url, { mode });
      const asking = killed.call('ask_owner', { title: 'Two?' }).catch(() => undefined);
      await untilOpen();
      await killed.kill();
      await until('it is gone', () => states().every((state) => state === 'gone'));
      // Otherwise the call waits a minute for its answer.
      await killed.client.close();
      await asking;
    });
  });
