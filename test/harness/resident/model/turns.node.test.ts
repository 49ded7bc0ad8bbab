import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MAX_AT_ONCE, Turns } from '../../../../harness/resident/model/turns.ts';
import { Client, until } from '../../helpers.ts';
import { withModelHome } from './model-home.ts';
import { says } from './provider-server.ts';

describe('the turns of answers', () => {
  test('begin in their order, as others end; a given-up one delays no other', async () => {
    const turns = new Turns();
    const { signal } = new AbortController();
    const first = Array.from({ length: MAX_AT_ONCE }, () => turns.take(signal));
    assert.ok(first.every(({ before }) => before === undefined));
    const givingUp = new AbortController();
    const [one, gone, two] = [signal, givingUp.signal, signal].map((of) => turns.take(of));
    assert.deepEqual([one?.before, gone?.before, two?.before], [0, 1, 2]);
    const begun: string[] = [];
    void one?.begun.then(() => begun.push('one'));
    void two?.begun.then(() => begun.push('two'));
    givingUp.abort();
    await gone?.begun;
    gone?.end();
    assert.deepEqual(begun, []);
    first[2]?.end();
    await until(() => begun.length === 1);
    assert.deepEqual(begun, ['one']);
    one?.end();
    await until(() => begun.length === 2);
  });
});

test('questions beyond what a model answers at once wait, and their visitors see it', () =>
  withModelHome(
    {
      next: (_request, index) =>
        index < MAX_AT_ONCE ? { kind: 'stream', text: '', end: 'hang' } : says('Your turn.'),
    },
    async ({ url, requests }, client) => {
      const visitors = [client, ...Array.from({ length: MAX_AT_ONCE + 1 }, () => new Client(url))];
      const [first, ...others] = visitors;
      for (const other of others) await other.hello();
      const asking = visitors.slice(0, MAX_AT_ONCE);
      for (const visitor of asking) visitor.send({ type: 'chat', id: 'c1', text: 'hi' });
      await until(() => requests.length === MAX_AT_ONCE);
      const [waiting, leaving] = visitors.slice(MAX_AT_ONCE);
      for (const [index, visitor] of [waiting, leaving].entries()) {
        visitor?.send({ type: 'chat', id: 'c1', text: 'and me?' });
        const step = await visitor?.frame('chat-step');
        assert.deepEqual([step?.tool, step?.state], ['wait', 'running']);
        assert.equal(step?.detail?.includes('1 waits before'), index === 1, step?.detail);
      }
      assert.equal(requests.length, MAX_AT_ONCE);
      leaving?.send({ type: 'stop', id: 'c1' });
      assert.equal((await leaving?.answerTo('c1'))?.end, 'stopped');
      first?.send({ type: 'stop', id: 'c1' });
      const answer = await waiting?.answerTo('c1');
      assert.equal(answer?.text, 'Your turn.');
      assert.deepEqual(
        answer?.steps?.map(({ tool, state }) => [tool, state]),
        [['wait', 'done']],
      );
      assert.equal(requests.length, MAX_AT_ONCE + 1);
      for (const other of others) await other.close();
    },
  ));
