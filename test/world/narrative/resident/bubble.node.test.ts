import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bubbleLines } from '../../../../world/narrative/resident/bubble-lines.ts';
import {
  bubbleOpacity,
  bubbleSeconds,
  holdSeconds,
} from '../../../../world/narrative/resident/bubble-timing.ts';
import { plainText } from '../../../../data/core/plain-text.ts';

const close = (a: number, b: number): void => assert.ok(Math.abs(a - b) < 1e-9, `${a} is not ${b}`);

describe('a bubble’s time', () => {
  it('fades in for 0.4 s, holds 2 s and 0.06 s a character, fades out for 0.6 s', () => {
    close(bubbleOpacity(0, 50), 0);
    close(bubbleOpacity(0.2, 50), 0.5);
    close(bubbleOpacity(0.4, 50), 1);
    close(bubbleOpacity(5.4, 50), 1);
    close(bubbleOpacity(5.7, 50), 0.5);
    close(bubbleOpacity(6, 50), 0);
    close(bubbleSeconds(50), 6);
  });

  it('holds no longer than twelve seconds', () => {
    assert.equal(holdSeconds(10_000), 12);
    assert.equal(bubbleOpacity(12.39, 10_000), 1);
    assert.equal(bubbleOpacity(13.01, 10_000), 0);
  });

  it('shows nothing before its time and after it', () => {
    assert.equal(bubbleOpacity(-1, 10), 0);
    assert.equal(bubbleOpacity(1e6, 10), 0);
  });
});

describe('a bubble’s words', () => {
  it('come without their Markdown marks', () => {
    assert.equal(
      plainText(
        '# Status\n\n**Two** agents are\n*working* on `main`; see [the board](https://x.example/a_b).',
      ),
      'Status\nTwo agents are working on main; see the board.',
    );
    assert.equal(plainText('> said\n> and done'), 'said and done');
    assert.equal(
      plainText('```ts\nconst a = 1;\nconst b_c = `2`;\n```\nafter'),
      'const a = 1;\nconst b_c = `2`;\nafter',
    );
    assert.equal(plainText('see <https://x.example/> now'), 'see https://x.example/ now');
    assert.equal(plainText('one\n\n---\n\ntwo ##'), 'one\ntwo ##');
  });

  it('keep the lines of a list, each with its bullet or number', () => {
    assert.equal(
      plainText('Here:\n- **one**\n  goes on\n* `two`\n    + deeper\n1. three\n2) four\n\nDone.'),
      'Here:\n• one goes on\n• two\n• deeper\n1. three\n2. four\nDone.',
    );
    assert.equal(plainText('- \n-\n* * *\n'), '');
  });

  it('keep signs that are no marks', () => {
    assert.equal(plainText('2 * 3 * 4 and snake_case_name'), '2 * 3 * 4 and snake_case_name');
    assert.equal(plainText('<img src=x onerror=alert(1)>'), '<img src=x onerror=alert(1)>');
    assert.equal(plainText('\\<b> \\[x\\] http\\://x.example \\\\'), '<b> [x] http://x.example \\');
  });

  it('take a bounded time on hostile text', () => {
    const began = performance.now();
    plainText('*'.repeat(100_000));
    plainText('[('.repeat(50_000));
    plainText('`a'.repeat(50_000));
    plainText('- '.repeat(50_000));
    plainText('```'.repeat(50_000));
    assert.ok(performance.now() - began < 200);
  });
});

describe('a bubble’s lines', () => {
  const characters = (text: string): number => text.length;

  it('hang below their bullet', () => {
    assert.deepEqual(bubbleLines('Two things:\n• the first of them\n• more', 12, 9, characters), [
      'Two things:',
      '• the first',
      '  of them',
      '• more',
    ]);
  });

  it('end in an ellipsis at a word where more is to come', () => {
    assert.deepEqual(bubbleLines('one two three four', 9, 1, characters), ['one two…']);
    assert.deepEqual(bubbleLines('• one,\n• two', 12, 1, characters), ['• one…']);
    assert.deepEqual(bubbleLines('first\nabc defghij\nthird', 11, 2, characters), ['first', 'abc…']);
    assert.deepEqual(bubbleLines('a\nb', 12, 2, characters), ['a', 'b'], 'and nowhere else');
  });
});
