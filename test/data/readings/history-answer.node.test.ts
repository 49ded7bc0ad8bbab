import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { parseHistory } from '../../../data/readings/history-answer.ts';
import { historyAnswer } from '../../../data/readings/schemas/history.ts';
import { NOON, historyAt, wiki } from '../../harness/history/histories.ts';

/** An answer with a bar, an incident, a latency and maintenance. */
function answer() {
  const window = { begin: NOON, end: NOON + 3_600_000, every: undefined, of: [], note: 'new disks' };
  const home = historyAt(NOON - 600_000, { maintenance: [window] });
  home.checks(5);
  home.checks(10, false);
  return home.history.view('24h', [wiki, { id: 'portal:new', kind: 'portal', name: 'New' }]);
}

test('reads what the gateway sends', () => {
  assert.deepEqual(parseHistory(JSON.stringify(answer())), answer());
  assert.ok(v.safeParse(historyAnswer, answer()).success);
});

test('refuses every form that the schema refuses', () => {
  const changes: readonly ((given: Record<string, any>) => void)[] = [
    (given) => (given['schema'] = 2),
    (given) => delete given['headline'],
    (given) => (given['begin'] = '5'),
    (given) => (given['barSeconds'] = null),
    (given) => (given['subjects'] = {}),
    (given) => (given['subjects'][0].name = 5),
    (given) => (given['subjects'][0].uptime = 'all'),
    (given) => (given['subjects'][0].bars = [1]),
    (given) => (given['subjects'][0].bars = [['1', 0, 0]]),
    (given) => (given['subjects'][0].latency = {}),
    (given) => (given['subjects'][0].incidents = [{}]),
    (given) => (given['subjects'][0].incidents[0].end = 'soon'),
    (given) => (given['maintenance'] = [{ note: 'x' }]),
  ];
  for (const change of changes) {
    const wrong = JSON.parse(JSON.stringify(answer())) as Record<string, any>;
    change(wrong);
    assert.ok(!v.safeParse(historyAnswer, wrong).success, change.toString());
    assert.throws(() => parseHistory(JSON.stringify(wrong)), /not a status history/, change.toString());
  }
  for (const body of ['', 'no json', 'null', '[]', '<!doctype html>'])
    assert.throws(() => parseHistory(body), /not a status history/);
});
