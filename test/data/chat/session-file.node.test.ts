import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SavedSession, exportJson, readSession } from '../../../data/chat/session-file.ts';
import type { LogEntry } from '../../../data/chat/session-log.ts';
import { randomFrom } from '../../helpers/random.ts';

const START = Date.parse('2026-11-21T06:40:00Z');
const PIECES = [
  'Hello',
  ' ',
  '\n',
  '\r\n',
  '# no heading',
  '"',
  '\\',
  '</script>',
  '🚀',
  '\ud83d',
  '\u0000',
  '\u202e',
  '\u2028',
  'עברית',
  '`code`',
  '{"a":1}',
];

/** A conversation with every kind of entry and difficult text. */
function generated(seed: number): SavedSession {
  const random = randomFrom(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const words = (): string => Array.from({ length: below(12) }, () => PIECES[below(PIECES.length)]).join('');
  const entries = Array.from({ length: below(40) }, (_unused, index): LogEntry => {
    const kind = below(5);
    return {
      ts: START + index * 1_000 + below(1_000),
      speaker: ['VISITOR', 'TIMMY', 'SYSTEM', words()][below(4)] ?? '',
      text: words(),
      ...(kind === 1 && { steps: Array.from({ length: below(4) }, words) }),
      ...(kind === 2 && { end: below(2) === 0 ? ('stopped' as const) : ('failed' as const) }),
      ...(kind === 3 && { steps: undefined }),
    };
  });
  return { home: words(), startedAt: START, entries };
}

test('an exported log is read without loss: its export is the same text, 1,000 times', () => {
  for (let seed = 1; seed <= 1_000; seed++) {
    const session = generated(seed);
    const json = exportJson(session);
    const read = readSession(json);
    assert.ok(typeof read !== 'string', `${seed}: ${read as string}`);
    assert.equal(exportJson(read), json, `seed ${seed}`);
    const kept = session.entries.map(({ steps, ...rest }) => (steps ? { ...rest, steps } : rest));
    assert.deepEqual(JSON.parse(JSON.stringify(read.entries)), JSON.parse(JSON.stringify(kept)));
  }
});

test('a file that is no session log is refused with its place', () => {
  const good = exportJson({
    home: 'Home World',
    startedAt: START,
    entries: [{ ts: START, speaker: 'TIMMY', text: 'Hi' }],
  });
  assert.equal(readSession('# Session Export'), 'The file is not JSON.');
  assert.equal(readSession('{}'), 'The file is not a session log that this home can read.');
  assert.equal(readSession('[]'), 'The file is not a session log that this home can read.');
  for (const [from, to, place] of [
    ['"version": 1', '"version": 2', 'version'],
    ['"text": "Hi"', '"text": 7', 'entries.0.text'],
    [`"ts": ${START}`, '"ts": -1', 'entries.0.ts'],
    ['"speaker": "TIMMY"', '"speaker": "TIMMY", "html": "<b>"', 'entries.0.html'],
  ] as const)
    assert.match(readSession(good.replace(from, to)) as string, new RegExp(`at “${place}”\\.$`), place);
});
