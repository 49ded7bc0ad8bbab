import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noAsks, openAsks, withAnswer, withAsk } from '../../../data/asks/asks-view.ts';
import { ASKED_AT, decided, openAsk } from '../../helpers/asks.ts';

test('an answer of the home replaces the asks, and gives the difference of the clocks', () => {
  const view = withAnswer(
    { ...noAsks, line: 'lost', problem: 'x' },
    { asks: [openAsk()], now: ASKED_AT },
    ASKED_AT - 5000,
  );
  assert.deepEqual(view, { line: 'open', problem: '', asks: [openAsk()], ahead: 5000 });
});

test('an ask that has ended does not open again with an older answer', () => {
  const first = withAnswer(noAsks, { asks: [openAsk()], now: ASKED_AT }, ASKED_AT);
  const ended = withAsk(first, decided(openAsk()));
  assert.deepEqual(openAsks(ended), []);
  const late = withAnswer(ended, { asks: [openAsk(), openAsk({ id: 'a2' })], now: ASKED_AT }, ASKED_AT);
  assert.deepEqual(
    late.asks.map(({ id, state }) => [id, state]),
    [
      ['a1', 'decided'],
      ['a2', 'open'],
    ],
  );
});
