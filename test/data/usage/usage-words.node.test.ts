import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY_MS, HOUR_MS } from '../../../data/core/time.ts';
import {
  aboutDollars,
  costText,
  dollarsText,
  limitText,
  shortCount,
  sourceText,
  sumOfRows,
  tokensText,
  usedText,
} from '../../../data/usage/usage-words.ts';

describe('the words of usage', () => {
  test('money has cents', () => {
    assert.deepEqual([0, 0.005, 3.2, 1234.567].map(dollarsText), ['$0.00', '$0.01', '$3.20', '$1,234.57']);
    assert.deepEqual([0, 0.004, 3.2].map(aboutDollars), ['about $0.00', 'less than $0.01', 'about $3.20']);
  });

  test('numbers of tokens are short', () => {
    assert.deepEqual([0, 999, 1_000, 12_345, 999_949, 999_950, 1_254_000].map(shortCount), [
      '0',
      '999',
      '1.0 k',
      '12.3 k',
      '999.9 k',
      '1.00 M',
      '1.25 M',
    ]);
    assert.equal(
      tokensText({ input: 10, output: 2_000, cacheRead: 0, cacheWrite: 5 }),
      '2.0 k tokens: 10 in, 2.0 k out, 5 into the cache',
    );
  });

  test('an unknown price stays unknown', () => {
    assert.equal(costText({ dollars: 3.2, unpriced: 0 }), 'about $3.20');
    assert.equal(costText({ dollars: 0, unpriced: 0 }), 'about $0.00');
    assert.equal(costText({ dollars: null, unpriced: 12_345 }), 'price unknown');
    assert.equal(costText({ dollars: 1, unpriced: 7 }), 'about $1.00, and 7 tokens without a price');
    const tokens = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 };
    const row = { tokens, dollars: null, unpriced: 10 };
    assert.deepEqual(sumOfRows([row, row]), { tokens: 20, dollars: null, unpriced: 20 });
    assert.deepEqual(sumOfRows([row, { tokens, dollars: 0.5, unpriced: 0 }]), {
      tokens: 20,
      dollars: 0.5,
      unpriced: 10,
    });
  });

  test('a limit that has reset is not known', () => {
    assert.equal(limitText({ used: 23.5, resetsAt: 3 * HOUR_MS }, 0), '77 % left, resets in 3 h');
    assert.equal(limitText({ used: 0, resetsAt: 2 * DAY_MS }, 0), '100 % left, resets in 2 d');
    assert.equal(limitText({ used: 100, resetsAt: 1 }, 0), '0 % left, resets in less than a minute');
    assert.equal(limitText({ used: 90, resetsAt: 5 }, 5), 'has reset since; no news yet');
  });

  test('what was used has tokens, money, both or nothing', () => {
    const free = { dollars: null, unpriced: 0 };
    assert.equal(usedText(12_300, free), '12.3 k tokens, price unknown');
    assert.equal(usedText(0, { dollars: 3.2, unpriced: 0 }), 'about $3.20');
    assert.equal(usedText(0, free), '');
  });

  test('a source is named', () => {
    assert.equal(sourceText(['requests', 'status-line']), 'estimate from its requests and its status line');
  });
});
