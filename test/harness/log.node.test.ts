import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { createLog } from '../../harness/log.ts';

const AT = Date.UTC(2026, 0, 2, 3, 4, 5);
const STAMP = '2026-01-02T03:04:05.000Z';

describe('the log', () => {
  let lines: string[];
  const log = () =>
    createLog(
      (line) => lines.push(line),
      () => AT,
    );
  beforeEach(() => (lines = []));

  test('writes a line at once, with the time', () => {
    log().line('a request failed: no reason');
    assert.deepEqual(lines, [`${STAMP} a request failed: no reason`]);
  });

  test('writes a repeated line once, and its count after a minute', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { line } = log();
    for (let i = 0; i < 2_464; i += 1) line('a request failed');
    line('another');
    line('another');
    assert.equal(lines.length, 2);
    t.mock.timers.tick(60_000);
    assert.deepEqual(lines.slice(2), [
      `${STAMP} 2463 times more: a request failed`,
      `${STAMP} once more: another`,
    ]);
    line('a request failed');
    assert.equal(lines.at(-1), `${STAMP} a request failed`, 'the next minute counts from zero');
  });

  test('writes at most fifty different lines a minute, and counts the others', () => {
    const { line, flush } = log();
    for (let i = 0; i < 10_000; i += 1) line(`the visitor wrote ${i}`);
    assert.equal(lines.length, 50);
    flush();
    assert.deepEqual(lines.slice(50), [`${STAMP} lines left out: 9950`]);
    flush();
    assert.equal(lines.length, 51);
  });

  test('shortens a long line, and keeps a line break within one line', () => {
    log().line(`first\r\n${STAMP} forged\u001B[2J\u202e${'x'.repeat(5_000)}`);
    assert.equal(lines.length, 1);
    assert.ok((lines[0]?.length ?? 0) < 600);
    assert.doesNotMatch(lines[0] ?? '', /\p{Cc}|\u202e/u);
  });
});
