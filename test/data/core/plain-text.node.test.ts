import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plainText } from '../../../data/core/plain-text.ts';

describe('plainText', () => {
  it('removes Markdown marks', () => {
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

  it('keeps the lines of a list, each with its bullet or number', () => {
    assert.equal(
      plainText('Here:\n- **one**\n  goes on\n* `two`\n    + deeper\n1. three\n2) four\n\nDone.'),
      'Here:\n• one goes on\n• two\n• deeper\n1. three\n2. four\nDone.',
    );
    assert.equal(plainText('- \n-\n* * *\n'), '');
  });

  it('keeps other characters', () => {
    assert.equal(plainText('2 * 3 * 4 and snake_case_name'), '2 * 3 * 4 and snake_case_name');
    assert.equal(plainText('before\n\n--\n\nafter'), 'before\n--\nafter');
    assert.equal(plainText('<img src=x onerror=alert(1)>'), '<img src=x onerror=alert(1)>');
    assert.equal(plainText('\\<b> \\[x\\] http\\://x.example \\\\'), '<b> [x] http://x.example \\');
  });

  it('takes a bounded time on hostile text', () => {
    const began = performance.now();
    plainText('*'.repeat(100_000));
    plainText('[('.repeat(50_000));
    plainText('`a'.repeat(50_000));
    plainText('- '.repeat(50_000));
    plainText('```'.repeat(50_000));
    assert.ok(performance.now() - began < 200);
  });
});
