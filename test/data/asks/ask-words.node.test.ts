import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  endText,
  leftOutText,
  leftShare,
  leftText,
  momentText,
  waitText,
  wholeEndText,
} from '../../../data/asks/ask-words.ts';
import { DAY_MS, localTime } from '../../../data/core/time.ts';
import { ASKED_AT, decided, openAsk } from '../../helpers/asks.ts';

test('an ask says how long it waits, and how long until its terminal asks', () => {
  const ask = openAsk();
  assert.equal(waitText(ask, ASKED_AT + 59_000), 'new');
  assert.equal(waitText(ask, ASKED_AT + 130_000), 'waits 2 min');
  assert.equal(leftText(ask, ASKED_AT), '5:00 until its terminal asks');
  assert.equal(leftText(ask, ASKED_AT + 295_500), '0:05 until its terminal asks');
  assert.equal(leftText({ deadline: ASKED_AT + 3_661_000 }, ASKED_AT), '1:01:01 until its terminal asks');
  assert.equal(leftText(ask, ASKED_AT + 300_000), 'its terminal asks now');
  assert.deepEqual(
    [0, 150_000, 400_000, -1000].map((ms) => leftShare(ask, ASKED_AT + ms)),
    [1, 0.5, 0, 1],
  );
});

test('each end has its sentence', () => {
  const ask = openAsk({
    options: [
      { id: 'o0', label: 'SQLite', note: '' },
      { id: 'o1', label: 'Files', note: '' },
    ],
    rules: [{ id: 'r0', label: 'Bash(npm test:*)' }],
  });
  assert.equal(endText(ask), '');
  assert.equal(endText(decided(ask)), 'Allowed once');
  assert.equal(
    endText(decided(ask, { choice: 'always', chosen: ['r0'] })),
    'Always allowed: Bash(npm test:*)',
  );
  assert.equal(endText(decided(ask, { choice: 'refuse' })), 'Refused');
  assert.equal(endText(decided(ask, { choice: 'refuse', text: 'Not today.' })), 'Refused: Not today.');
  assert.equal(
    endText(decided(ask, { choice: 'choose', chosen: ['o1', 'o0', 'gone'] })),
    'Chosen: Files, SQLite, gone',
  );
  assert.equal(endText(decided(ask, { choice: 'write', text: 'Neither.' })), 'Answered: Neither.');
  assert.equal(endText({ ...ask, state: 'elsewhere' }), 'Answered in its terminal');
  assert.equal(endText({ ...ask, state: 'undecided' }), 'No answer in time: its terminal asked');
  assert.equal(endText({ ...ask, state: 'gone' }), 'The agent left, or its key was revoked');
  assert.equal(endText(decided({ ...ask, kind: 'plan' })), 'Plan approved');
  assert.equal(
    wholeEndText(decided(ask), ASKED_AT),
    `Allowed once (in Chrome on Android, ${localTime(ASKED_AT + 60_000)})`,
  );
  assert.match(
    wholeEndText(decided(ask), ASKED_AT + DAY_MS),
    /^Allowed once \(in Chrome on Android, 2026-0\d-\d\d /,
  );
  assert.equal(wholeEndText({ ...ask, state: 'elsewhere' }, ASKED_AT), 'Answered in its terminal');
});

test('a moment of another day has its date, and what was left out is counted', () => {
  assert.equal(momentText(ASKED_AT, ASKED_AT + 60_000), localTime(ASKED_AT));
  assert.match(momentText(ASKED_AT, ASKED_AT + 3 * DAY_MS), /^2026-0\d-\d\d \d\d:\d\d$/);
  assert.equal(leftOutText(0), '');
  assert.match(leftOutText(1), /^1 character left out/);
});
