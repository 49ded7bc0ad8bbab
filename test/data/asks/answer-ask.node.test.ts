import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signal } from '@lit-labs/signals';
import { answerAsk } from '../../../data/asks/answer-ask.ts';
import { type AsksView, noAsks } from '../../../data/asks/asks-view.ts';
import { countOpenAsks } from '../../../data/asks/follow-asks.ts';
import { answerOf, cutBody, decided, openAsk, scriptedHome } from '../../helpers/asks.ts';

const ask = openAsk();
const view = () => signal<AsksView>({ ...noAsks, line: 'open', asks: [ask] });

test('an answer repeats the nonce, and ends the ask', async () => {
  const { io, requests } = scriptedHome(() => [200, { ask: decided(ask) }]);
  const asks = view();
  assert.equal(await answerAsk(io, asks, ask, { choice: 'refuse', text: 'No.' }), '');
  assert.deepEqual(requests, [
    {
      method: 'POST',
      path: '/api/asks/a1/answer',
      body: { nonce: ask.nonce, choice: 'refuse', text: 'No.' },
    },
  ]);
  assert.equal(asks.get().asks[0]?.state, 'decided');
});

test('an answer that is not the first shows the other one', async () => {
  const other = decided(ask, { choice: 'refuse' });
  const { io } = scriptedHome(() => [409, { message: 'This ask has ended already.', ask: other }]);
  const asks = view();
  assert.equal(await answerAsk(io, asks, ask, { choice: 'allow' }), 'This ask has ended already.');
  assert.deepEqual(asks.get().asks, [other]);
});

test('an answer that is lost says that its fate is not known, and the ask stays open', async () => {
  const asks = view();
  for (const lost of [[0], [200, cutBody()]] as const) {
    const { io } = scriptedHome(() => lost);
    assert.match(
      await answerAsk(io, asks, ask, { choice: 'allow' }),
      /not known whether your answer arrived/,
    );
    assert.equal(asks.get().asks[0]?.state, 'open');
  }
  const broken = scriptedHome(() => [409, { message: 'x', ask: { id: 7 } }]);
  assert.equal(await answerAsk(broken.io, asks, ask, { choice: 'allow' }), 'x');
  assert.equal(asks.get().asks[0]?.state, 'open');
});

test('open asks are counted for the owner, and are none for a visitor', async () => {
  const asks = [ask, openAsk({ id: 'a2' }), decided(openAsk({ id: 'a3' }))];
  const owner = scriptedHome(() => [200, JSON.parse(answerOf(asks))]);
  assert.equal(await countOpenAsks(owner.io.base, owner.io.fetch), 2);
  const visitor = scriptedHome(() => [401, { message: 'Sign in.' }]);
  assert.equal(await countOpenAsks(visitor.io.base, visitor.io.fetch), 0);
});
