import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { createLog, logOptionsOf } from '../../../harness/core/log.ts';
import { terminalText } from '../../../harness/core/escape.ts';
import { UserError } from '../../../harness/core/user-error.ts';

const AT = Date.UTC(2026, 0, 2, 3, 4, 5);
const STAMP = '2026-01-02T03:04:05.000Z';

describe('the log', () => {
  let lines: string[];
  const log = (options?: ReturnType<typeof logOptionsOf>) =>
    createLog(
      (line) => lines.push(line),
      options,
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

  test('leaves out no line that has a limit of its own, and counts it beside the fifty others', () => {
    const { line, flush } = log();
    for (let i = 0; i < 60; i += 1) line(`a report ${i}`, 'warn', 'never');
    for (let i = 0; i < 60; i += 1) line(`the visitor wrote ${i}`);
    line('one more report', 'warn', 'never');
    assert.equal(lines.length, 60 + 50 + 1);
    assert.equal(lines.at(-1), `${STAMP} one more report`);
    flush();
    assert.deepEqual(lines.slice(111), [`${STAMP} lines left out: 10`]);
  });

  test('shortens a long line, and keeps a line break within one line', () => {
    log().line(`first\r\n${STAMP} forged\u001B[2J\u202e${'x'.repeat(5_000)}`);
    assert.equal(lines.length, 1);
    assert.ok((lines[0]?.length ?? 0) < 600);
    assert.doesNotMatch(lines[0] ?? '', /\p{Cc}|\u202e/u);
  });

  test('writes one JSON object a line for programs, with level and counts', () => {
    const { line, flush } = log(logOptionsOf('info', 'json'));
    line('a request failed');
    line('a request failed');
    line('answers come from another', 'info');
    for (let i = 0; i < 60; i += 1) line(`one more ${i}`, 'error');
    flush();
    const entries = lines.map((json) => JSON.parse(json) as Record<string, unknown>);
    assert.deepEqual(entries.slice(0, 2), [
      { level: 'warn', time: STAMP, msg: 'a request failed' },
      { level: 'info', time: STAMP, msg: 'answers come from another' },
    ]);
    assert.deepEqual(entries.slice(-2), [
      { level: 'warn', time: STAMP, repeated: 1, msg: 'a request failed' },
      { level: 'warn', time: STAMP, omitted: 12, msg: 'lines left out: 12' },
    ]);
  });

  test('leaves out what is less important than its level, and refuses other words', () => {
    const { line } = log(logOptionsOf('error', 'text'));
    line('a request failed');
    line('answers come from another', 'info');
    line('the store is damaged', 'error');
    assert.deepEqual(lines, [`${STAMP} the store is damaged`]);
    for (const [level, format] of [
      ['debug', 'text'],
      ['info', 'xml'],
    ] as const)
      assert.throws(() => logOptionsOf(level, format), UserError);
  });
});

test('a text for the terminal keeps its lines and tabs, and nothing that controls the terminal', () => {
  assert.equal(terminalText('a\u001b[31mb\u0007\tc\n\u202ed\u2066'), 'a[31mb\tc\nd');
});
