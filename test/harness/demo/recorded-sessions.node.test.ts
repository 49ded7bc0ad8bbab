import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SILENT_AFTER_MS } from '../../../harness/agent-sessions/session-record.ts';
import { recordedDay, sessionsAt } from '../../../harness/demo/recorded-sessions.ts';
import { readRecordedFiles } from '../../../harness/demo/recordings.ts';
import { session } from '../../helpers/sessions.ts';

const START = 1_000_000;
/** Two sessions in a recording of a minute; one ends. */
const recording: Parameters<typeof sessionsAt>[0] = {
  from: 10_000,
  until: 70_000,
  changes: [
    { at: 8_000, session: session({ name: 'a', state: 'waiting', since: 8_000, updatedAt: 8_000 }) },
    { at: 20_000, session: session({ name: 'b', state: 'working', since: 20_000, updatedAt: 20_000 }) },
    { at: 40_000, session: session({ name: 'a', state: 'ended', since: 40_000, updatedAt: 40_000 }) },
  ],
};
const shownAt = (now: number): string[] =>
  sessionsAt(recording, START, now).sessions.map(({ name, state }) => `${name} ${state}`);

describe('recorded sessions', () => {
  test('come, change and end as they did, and begin again', () => {
    assert.deepEqual(shownAt(START), ['a waiting']);
    assert.deepEqual(shownAt(START + 10_000), ['a waiting', 'b working']);
    assert.deepEqual(shownAt(START + 30_000), ['b working']);
    assert.deepEqual(shownAt(START + 60_000), ['a waiting']);
    assert.deepEqual(shownAt(START + 60_000 * 1000 + 10_000), ['a waiting', 'b working']);
  });

  test('last a day once, as slow as that takes, and are told until a moment', () => {
    const hour = 3_600_000;
    const { changes, recorded } = recordedDay(recording, START, START + 23 * hour);
    assert.equal(recorded, true);
    assert.deepEqual(
      changes.map(({ at, session: { name, state } }) => `${(at - START) / hour} ${name} ${state}`),
      ['-0.8 a waiting', '4 b working', '12 a ended'],
    );
    assert.equal(changes[1]?.session.since, START + 4 * hour);
    assert.equal(recordedDay(recording, START, START + 5 * hour).changes.length, 2);
  });

  test('have ages as if they happened now', () => {
    for (const round of [0, 7]) {
      const now = START + round * 60_000 + 12_000;
      const [a, b] = sessionsAt(recording, START, now).sessions;
      assert.equal(a?.since, now - 14_000);
      assert.equal(b?.since, now - 2_000);
    }
  });

  test('of the demo: always some at work or waiting, none silent, and each state is there at some time', async () => {
    const { sessions } = await readRecordedFiles();
    const length = sessions.until - sessions.from;
    const seen = new Set<string>();
    for (let into = 0; into < length; into += 1_000) {
      const shown = sessionsAt(sessions, START, START + into);
      assert.ok(shown.counts.atWork + shown.counts.waiting > 0, String(into));
      for (const { state, since, updatedAt } of shown.sessions) {
        seen.add(state);
        assert.ok(since <= updatedAt && updatedAt <= START + into);
        if (state === 'working') assert.ok(START + into - updatedAt < SILENT_AFTER_MS);
      }
    }
    assert.deepEqual([...seen].sort(), ['done', 'thinking', 'waiting', 'working']);
    const first = sessionsAt(sessions, START, START);
    assert.ok(first.counts.waiting > 0 && first.counts.atWork > 0 && first.counts.done > 0);
    assert.doesNotMatch(JSON.stringify(sessions), /\/tmp|SCRIPT/);
  });
});
