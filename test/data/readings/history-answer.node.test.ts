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

/** The answer with another value at a dotted path; undefined removes it. */
function changed(path: string, value: unknown): string {
  const whole: unknown = JSON.parse(JSON.stringify(answer()));
  const names = path.split('.');
  const last = names.pop() ?? '';
  let into = whole as object;
  for (const name of names) into = Reflect.get(into, name) as object;
  Reflect.set(into, last, value);
  return JSON.stringify(whole);
}

test('refuses of what pages show every form that the schema refuses', () => {
  for (const [path, value] of [
    ['schema', 2],
    ['headline', undefined],
    ['subjects', {}],
    ['subjects.0.name', 5],
    ['subjects.0.uptime', 'all'],
    ['subjects.0.bars', [1]],
    ['subjects.0.bars', [['1', 0, 0]]],
    ['subjects.0.latency', {}],
    ['subjects.0.incidents', [{}]],
    ['subjects.0.incidents.0.end', 'soon'],
    ['subjects.0.incidents.0.begin', 1e300],
    ['maintenance', [{ note: 'x' }]],
  ] as const) {
    const wrong = changed(path, value);
    assert.ok(!v.safeParse(historyAnswer, JSON.parse(wrong)).success, path);
    assert.throws(() => parseHistory(wrong), /not a status history/, path);
  }
  for (const body of ['', 'no json', 'null', '[]', '<!doctype html>'])
    assert.throws(() => parseHistory(body), /not a status history/);
});
