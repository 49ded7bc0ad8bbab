import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNews } from '../../../data/apps/news.ts';
import { emit } from '../../../data/core/event.ts';
import type { Commit, MergedPull } from '../../../data/readings/records.ts';
import { type State, createState } from '../../../data/state.ts';
import { dispatchView } from '../../../data/view/view-state.ts';
import { theme } from '../../../theme/theme.ts';

const NOW = 1_700_000_000_000;
const commit = (sha: string): Commit => ({ sha, author: 'Ada', authoredAt: NOW, title: `Change ${sha}` });
const pull = (number: number, title = `Pull ${number}`): MergedPull => ({
  number,
  title,
  author: 'Ada',
  mergedAt: NOW,
});

function started() {
  const state: State = createState();
  const news = createNews();
  news.init(undefined, state, theme);
  const [commits, merges] = [state.commitFired.reader(), state.mergeFlash.reader()];
  const live = <T>(value: T) => ({ state: 'live', source: 'me/home', fetchedAt: NOW, value }) as const;
  return {
    state,
    give(shas: string, ...merged: (number | MergedPull)[]): void {
      state.readings.commits.set(live(shas.split('').map(commit)));
      state.readings.merged.set(live(merged.map((one) => (typeof one === 'number' ? pull(one) : one))));
      news.update(0, 0);
    },
    fired: () => (commits.next() ?? []).map(({ sha }) => sha).join(''),
    merged: () => merges.next() ?? '',
  };
}

test('announces new commits and merges, and not what was there at the start', () => {
  const { give, fired, merged } = started();
  give('ba', 1);
  assert.deepEqual([fired(), merged()], ['', '']);
  give('dcba', 3, 2, 1);
  assert.deepEqual([fired(), merged(), merged(), merged()], ['cd', 'Pull 2', 'Pull 3', '']);
});

test('does not announce a merge again that a script of the page has announced', () => {
  const { state, give, merged } = started();
  give('a', 1);
  emit(state.mergeFlash, 'Pull 2');
  give('a', 2, 1);
  assert.deepEqual([merged(), merged()], ['Pull 2', '']);
});

test('announces a merge whose title an earlier one had, or the end of it', () => {
  const { state, give, merged } = started();
  const pulls = [pull(1)];
  const merge = (title: string): void => {
    pulls.unshift(pull(pulls.length + 1, title));
    give('a', ...pulls);
  };
  give('a', ...pulls);
  for (const title of ['Update lit', 'Update lit', 'Show the lamp', 'lamp']) {
    merge(title);
    assert.equal(merged(), title);
  }
  emit(state.mergeFlash, '[me/home] Mend the roof');
  for (const expected of ['[me/home] Mend the roof', 'Mend the roof']) {
    merge('Mend the roof');
    assert.deepEqual([merged(), merged()], [expected, '']);
  }
});

test('announces nothing of the present while the world shows another day', () => {
  const { state, give, fired, merged } = started();
  give('a', 1);
  dispatchView(state, { kind: 'enter', mode: 'time-lapse' });
  assert.equal(state.view.get().mode, 'time-lapse');
  give('ba', 2, 1);
  dispatchView(state, { kind: 'end', mode: 'time-lapse' });
  give('ba', 2, 1);
  assert.deepEqual([fired(), merged()], ['', '']);
  give('cba', 2, 1);
  assert.equal(fired(), 'c');
});
