import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Reading } from '../../../../data/readings/reading.ts';
import type { Commit } from '../../../../data/readings/records.ts';
import {
  MAX_COLUMNS,
  columnInView,
  rainColumns,
  rainLook,
} from '../../../../world/effects/ambient/matrix-rain-columns.ts';

const commit = (sha: string, authoredAt: number): Commit => ({
  sha,
  authoredAt,
  author: 'Timmy',
  title: sha,
});
const value = [commit('0af9', 1), commit('beef', 3), commit('c0de', 2)];
const reading = (state: 'live' | 'stale' | 'error' | 'offline'): Reading<readonly Commit[]> =>
  state === 'live'
    ? { state, source: 's', value, fetchedAt: 1 }
    : state === 'error'
      ? { state, source: 's', cause: 'c' }
      : { state, source: 's', value, fetchedAt: 1, cause: 'c' };

/** The angles of as many columns as there can be. */
const angles = (): number[] =>
  rainColumns(Array.from({ length: MAX_COLUMNS }, (_unused, i) => commit('ab', i))).map(({ angle }) => angle);

describe('the columns of the matrix rain', () => {
  it('are the commits sorted newest first', () => {
    assert.deepEqual(
      rainColumns(value).map(({ commit: { sha } }) => sha),
      ['beef', 'c0de', '0af9'],
    );
  });

  it('show the digits of the hash in order', () => {
    const digitsOf = (sha: string): readonly number[] => rainColumns([commit(sha, 0)])[0]?.digits ?? [];
    assert.deepEqual(digitsOf('0af9'), [0, 10, 15, 9]);
    assert.equal(digitsOf('3f'.repeat(20)).length, 40);
    assert.equal(digitsOf('g-').length, 0);
  });

  it('are at most fifty', () => {
    const many = Array.from({ length: 80 }, (_unused, i) => commit('ab', i));
    assert.equal(rainColumns(many).length, MAX_COLUMNS);
  });

  it('leave the sky behind the panels free, and fill each quarter even with few commits', () => {
    for (const count of [12, 16, 28, MAX_COLUMNS]) {
      const quarters = [0, 0, 0, 0];
      for (const angle of angles().slice(0, count)) {
        assert.ok(angle > 0.19 && angle < Math.PI * 2 - 0.19);
        const quarter = Math.floor(angle / (Math.PI / 2));
        quarters[quarter] = (quarters[quarter] ?? 0) + 1;
      }
      for (const there of quarters) assert.ok(there >= count / 6, `${quarters.join(', ')} of ${count}`);
    }
  });

  it('never overlap', () => {
    const sorted = angles().toSorted((a, b) => a - b);
    for (const [i, angle] of sorted.entries()) assert.ok(angle - (sorted[i - 1] ?? -1) > 0.04);
  });

  it('are picked along the line of sight', () => {
    const columns = rainColumns(value);
    const angle = columns[1]?.angle ?? 0;
    const [x, z] = [Math.sin(angle), -Math.cos(angle)];
    assert.equal(columnInView(columns, 60, x * 30, z * 30, x, z, 0.1), 1);
    assert.equal(columnInView(columns, 60, x * 30, z * 30, -x, -z, 0.1), -1);
    assert.equal(columnInView([], 60, 0, 0, 0, 1, 0.1), -1);
  });
});

describe('the look of the matrix rain', () => {
  it('falls only while the reading is live', () => {
    assert.equal(rainLook(reading('live')).falls, true);
    assert.equal(rainLook(reading('stale')).falls, false);
    assert.equal(rainLook(reading('offline')).falls, false);
  });

  it('is dimmer when stale, and also grey when offline', () => {
    assert.ok(rainLook(reading('stale')).light < rainLook(reading('live')).light);
    assert.ok(rainLook(reading('stale')).light > 0);
    assert.equal(rainLook(reading('stale')).color, 'rain');
    assert.equal(rainLook(reading('offline')).color, 'readingOffline');
  });

  it('is absent without a reading', () => {
    assert.equal(rainLook(reading('error')).light, 0);
    assert.equal(rainLook({ state: 'loading', source: 's' }).light, 0);
    assert.equal(rainLook({ state: 'empty', source: 's', fetchedAt: 1 }).light, 0);
    assert.equal(rainLook({ state: 'offline', source: 's', cause: 'c' }).light, 0);
  });
});
