import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendChat } from '../../../data/chat/chat.ts';
import { Agent, TOKEN } from '../../harness/agent.ts';
import { withHome } from '../../harness/helpers.ts';
import { echo } from '../../harness/residents.ts';
import { openBridgeTab } from '../../helpers/bridge-tab.ts';
import { MemoryStorage } from '../../helpers/memory-storage.ts';
import { until } from '../../helpers/waiting.ts';

test('the page’s chat shows who has the room, what an agent answers, and its successor’s words', async () => {
  await withHome({ resident: echo(), bridge: { token: TOKEN } }, async ({ url }) => {
    const storage = new MemoryStorage();
    const tab = openBridgeTab({ base: `${url}/`, storage, now: Date.now });
    const { state } = tab;
    const resident = (): string => `${state.resident.get().note} (${state.bridge.get().state})`;
    const answers = (): string[] =>
      state.chat.entries
        .get()
        .flatMap(({ role, text, status }) => (role === 'resident' ? [`${text}: ${status}`] : []));
    await until('the page is connected', () => resident() === 'echo (open)');
    const agent = await new Agent(url).moveIn({ note: 'I am Scout.' });
    await until('the page knows of the agent', () => resident() === 'I am Scout. (open)');
    assert.equal(state.resident.get().attached, true);
    agent.onQuestion = ({ id }) => agent.reply(id, 'Good ', 'morning.');
    sendChat(state, 'hello', storage);
    await until(
      'it has answered',
      () => answers().length === 1 && answers()[0] === 'Good morning.: complete',
    );
    agent.onQuestion = ({ id }) => {
      agent.tell({ type: 'answer-delta', id, text: 'Let me' });
      setImmediate(() => agent.socket.terminate());
    };
    sendChat(state, 'and now?', storage);
    await until(
      () => `the home has answered: ${answers().join(' | ')}`,
      () =>
        /^Let me\n\n\*.*broke off.*\*\n\nand now\? : complete$/.test(answers()[1] ?? '') ||
        /^and now\? : complete$/.test(answers()[1] ?? ''),
    );
    assert.equal(answers().length, 2);
    assert.equal(resident(), 'echo (open)');
    tab.close();
  });
});
