import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NewEntries } from '../../../data/readings/new-entries.ts';
import type { Reading } from '../../../data/readings/reading.ts';

interface Entry {
  readonly key: string;
  readonly at: number;
}
/** As a code host lists them: `c b a`, each a second younger than the one after it. */
const list = (keys: string, source = 'me/home'): Reading<readonly Entry[]> => ({
  state: 'live',
  source,
  fetchedAt: 0,
  value: keys.split('').map((key) => ({ key, at: key.charCodeAt(0) })),
});
const entries = () =>
  new NewEntries<Entry>(
    ({ key }) => key,
    ({ at }) => at,
  );
const keys = (found: readonly Entry[]): string => found.map(({ key }) => key).join('');

describe('the new entries of a list', () => {
  it('are those that the last list did not have, oldest first', () => {
    const news = entries();
    assert.equal(keys(news.next(list('cba'))), '', 'the first list is no news');
    assert.equal(keys(news.next(list('edcba'))), 'de');
    const again = list('edcba');
    assert.equal(keys(news.next(again)), '');
    assert.equal(keys(news.next(again)), '', 'the same reading');
  });

  it('are found between known ones too, as after a merge', () => {
    const news = entries();
    news.next(list('fca'));
    assert.equal(keys(news.next(list('fxca'))), 'x');
  });

  it('do not include older entries that a longer list has at its end', () => {
    const news = entries();
    news.next(list('fe'));
    assert.equal(keys(news.next(list('gfedcba'))), 'g');
  });

  it('are found by date where none of the known ones is left', () => {
    const news = entries();
    news.next(list('cb'));
    assert.equal(keys(news.next(list('fea'))), 'ef');
    const empty = entries();
    empty.next({ state: 'empty', source: 'me/home', fetchedAt: 0 });
    assert.equal(keys(empty.next(list('ba'))), 'ab');
  });

  it('wait for a live list, and begin again with another source', () => {
    const news = entries();
    news.next(list('a'));
    const { source } = list('');
    assert.equal(keys(news.next({ state: 'error', source, cause: 'down' })), '');
    assert.equal(
      keys(news.next({ ...list('ba'), state: 'stale', fetchedAt: 0, cause: 'old', value: [] })),
      '',
    );
    assert.equal(keys(news.next(list('ba'))), 'b');
    assert.equal(keys(news.next(list('yx', 'me/other'))), '');
    assert.equal(keys(news.next(list('zyx', 'me/other'))), 'z');
  });
});
