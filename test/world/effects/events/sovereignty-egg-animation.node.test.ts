import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Reading } from '../../../../data/readings/reading.ts';
import type { Sovereignty } from '../../../../data/readings/records.ts';
import {
  PLACES,
  crownLook,
  crownPlaces,
  crownSeconds,
} from '../../../../world/effects/events/sovereignty-egg-animation.ts';

const source = 'sovereignty-status.json';
const live = (score: number): Reading<Sovereignty> => ({
  state: 'live',
  source,
  value: { score, label: 'x' },
  fetchedAt: 0,
});

describe('the crown of the sovereignty easter egg', () => {
  it('has one shard per percent of the score, in the colour of the score', () => {
    assert.deepEqual(
      [0, 39.4, 57, 80, 100].map((score) => crownLook(live(score)).shards),
      [0, 39, 57, 80, 100],
    );
    assert.deepEqual(
      [10, 40, 80].map((score) => crownLook(live(score)).color),
      ['sovereigntyLow', 'sovereigntyMid', 'sovereigntyHigh'],
    );
  });

  it('shows no shard without a reading, and ends early', () => {
    for (const reading of [
      { state: 'loading', source },
      { state: 'empty', source, fetchedAt: 0 },
      { state: 'error', source, cause: 'broken' },
      { state: 'offline', source, cause: 'no network' },
    ] as const satisfies Reading<Sovereignty>[]) {
      const look = crownLook(reading);
      assert.equal(look.shards, 0, reading.state);
      assert.equal(look.color, 'readingOffline');
      assert.ok(crownSeconds(look) < crownSeconds(crownLook(live(57))) - 2);
    }
  });

  it('is dimmer when the reading is stale', () => {
    const old = crownLook({
      state: 'stale',
      source,
      value: { score: 57, label: 'x' },
      fetchedAt: 0,
      cause: 'old',
    });
    assert.equal(old.shards, 57);
    assert.ok(old.light < crownLook(live(57)).light);
  });

  it('spreads any number of shards evenly', () => {
    const places = Array.from({ length: PLACES }, (_unused, i) =>
      Math.round(((crownPlaces()[i * 4] ?? 0) / (Math.PI * 2)) * PLACES),
    );
    assert.equal(new Set(places).size, PLACES, 'each place once');
    for (const count of [20, 57, 80]) {
      const taken = places.slice(0, count).toSorted((a, b) => a - b);
      const gaps = taken.map((at, i) => ((taken[i + 1] ?? (taken[0] as number) + PLACES) as number) - at);
      assert.ok(Math.max(...gaps) <= (PLACES / count) * 2.5, `${count}: a gap of ${Math.max(...gaps)}`);
    }
  });

  it('has five points, one of them in front', () => {
    const places = crownPlaces();
    const points: number[] = [];
    for (let i = 0; i < PLACES; i++)
      if ((places[i * 4 + 1] ?? 0) > 1 - 1e-6)
        points.push(Math.round(((places[i * 4] ?? 0) / Math.PI) * 180));
    assert.deepEqual(
      points.sort((a, b) => a - b),
      [0, 72, 144, 216, 288],
    );
    assert.equal(crownPlaces().length, PLACES * 4);
    assert.deepEqual(crownPlaces(), crownPlaces());
  });
});
