import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MAX_AT_ONCE, Turns } from '../../../../harness/resident/model/turns.ts';
import { Client, until } from '../../helpers.ts';
import { withModelHome } from './model-home.ts';
import { says } from './provider-server.ts';

type Turn = ReturnType<Turns['take']>;
const MAX_OF_ADDRESS = 3;
const { signal } = new AbortController();
/** Steps that the slow model of these tests needs for an answer; a step stands for a second. */
const STEPS_OF_ANSWER = 6;

/** Lets a slow model answer, step by step; returns the step at which the turn of this address begins. */
function stepsUntilTurn(others: readonly Turn[], own: Turn): number {
  const left = new Map(others.map((turn) => [turn, STEPS_OF_ANSWER]));
  let step = 0;
  for (; !own.hasBegun; step++)
    for (const [turn, steps] of left) {
      if (!turn.hasBegun) continue;
      left.set(turn, steps - 1);
      if (steps > 1) continue;
      left.delete(turn);
      turn.end();
    }
  return step;
}

describe('the turns of answers', () => {
  test('sixty questions of one address do not delay another', () => {
    const turns = new Turns();
    const flood = Array.from({ length: 60 }, () => turns.take('flood', signal));
    assert.equal(flood.filter(({ hasBegun }) => hasBegun).length, 1);
    assert.ok(stepsUntilTurn(flood, turns.take('honest', signal)) <= 5);
  });

  test('addresses take turns: the second question of one comes after the first of all others', () => {
    const turns = new Turns();
    const addresses = Array.from({ length: 10 }, (_, index) => `address ${index}`);
    const flood = addresses.flatMap((address) =>
      Array.from({ length: MAX_OF_ADDRESS }, () => turns.take(address, signal)),
    );
    assert.equal(flood.filter(({ hasBegun }) => hasBegun).length, MAX_AT_ONCE);
    const batches = Math.ceil(addresses.length / MAX_AT_ONCE);
    const steps = stepsUntilTurn(flood, turns.take('honest', signal));
    assert.ok(steps <= batches * STEPS_OF_ANSWER, `${steps} steps`);
  });

  test('an address is full with three questions, and has room again as they end', () => {
    const turns = new Turns();
    const [first] = Array.from({ length: MAX_OF_ADDRESS }, () => turns.take('one', signal));
    assert.ok(turns.isFull('one'));
    assert.ok(!turns.isFull('other'));
    first?.end();
    assert.ok(!turns.isFull('one'));
  });

  test('a /48 has two of the four answers at once, and twelve questions in all', () => {
    const turns = new Turns();
    const households = Array.from({ length: 12 }, (_, index) => `2001:db8:0:${index + 10}00::`);
    const flood = households.map((address) => turns.take(address, signal));
    assert.equal(flood.filter(({ hasBegun }) => hasBegun).length, 2);
    assert.ok(turns.isFull('2001:db8:0:3000::'));
    assert.ok(!turns.isFull('2001:db8:1:3000::'), 'another /48 has its own');
    for (const address of ['2001:db8:1::', '192.0.2.1'])
      assert.ok(turns.take(address, signal).hasBegun, address);
    assert.ok(!turns.take('192.0.2.2', signal).hasBegun, 'all four are taken');
    flood[0]?.end();
    assert.equal(flood.filter(({ hasBegun }) => hasBegun).length, 3, 'the next of the /48');
    assert.ok(!turns.isFull('2001:db8:0:3000::'));
  });

  test('a turn that is given up delays no other, and its waiting ends', async () => {
    const turns = new Turns();
    const first = turns.take('one', signal);
    const givingUp = new AbortController();
    const gone = turns.take('one', givingUp.signal);
    const last = turns.take('one', signal);
    givingUp.abort();
    await gone.begun;
    assert.ok(!gone.hasBegun);
    gone.end();
    assert.ok(!last.hasBegun);
    first.end();
    await last.begun;
    assert.ok(last.hasBegun);
  });
});

describe('the turns of a home', () => {
  const from = (url: string, address: string): Client =>
    new Client(url, { headers: { 'x-forwarded-for': address } });
  const home = { trustProxy: 1 };
  const slow = { kind: 'stream', text: '', end: 'hang' } as const;

  test('one address asks one after the other, and a fourth question is refused until there is room', () =>
    withModelHome(
      { home, next: (_request, index) => (index === 0 ? slow : says('Your turn.')) },
      async ({ url, requests }) => {
        // One household of IPv6 has many networks.
        const flood = Array.from({ length: MAX_OF_ADDRESS + 1 }, (_, index) =>
          from(url, `2001:db8:0:120${index}::1`),
        );
        for (const one of flood) await one.hello();
        const [first, second, third, fourth] = flood;
        first?.send({ type: 'chat', id: 'c1', text: 'hi' });
        await until(() => requests.length === 1);
        for (const one of [second, third]) {
          one?.send({ type: 'chat', id: 'c1', text: 'hi' });
          const step = await one?.frame('chat-step');
          assert.deepEqual([step?.tool, step?.state], ['wait', 'running']);
        }
        fourth?.send({ type: 'chat', id: 'c1', text: 'hi' });
        const refused = await fourth?.frame('error');
        assert.deepEqual([refused?.code, refused?.ref], ['busy', 'c1']);
        assert.match(refused?.message ?? '', /has enough questions of your network already/);
        const honest = from(url, '2001:db8:0:1300::1');
        await honest.hello();
        honest.send({ type: 'chat', id: 'c1', text: 'hi' });
        const answer = await honest.answerTo('c1');
        assert.deepEqual([answer.text, answer.steps], ['Your turn.', undefined]);
        first?.send({ type: 'stop', id: 'c1' });
        const waited = await second?.answerTo('c1');
        assert.equal(waited?.text, 'Your turn.');
        assert.deepEqual(
          waited?.steps?.map(({ tool, state }) => [tool, state]),
          [['wait', 'done']],
        );
        fourth?.send({ type: 'chat', id: 'c2', text: 'hi' });
        assert.equal((await fourth?.answerTo('c2'))?.text, 'Your turn.');
        for (const one of [...flood, honest]) await one.close();
      },
    ));

  test('a question that waits for too long is answered by the readings, which say why', () =>
    withModelHome({ home, waitMs: 20, next: () => slow }, async ({ url, requests }) => {
      const [first, second] = [from(url, '203.0.113.1'), from(url, '203.0.113.1')];
      for (const one of [first, second]) await one.hello();
      first.send({ type: 'chat', id: 'c1', text: 'hi' });
      await until(() => requests.length === 1);
      second.send({ type: 'chat', id: 'c1', text: 'block height' });
      const { text, steps } = await second.answerTo('c1');
      assert.match(
        text,
        /^\*The model is still answering other questions: ask again in a minute\.\*\n\n---\n\n.*\n\nBlock height: 698767/,
      );
      assert.deepEqual(
        steps?.map(({ tool, state }) => [tool, state]),
        [['wait', 'failed']],
      );
      assert.equal(requests.length, 1);
      for (const one of [first, second]) await one.close();
    }));
});
