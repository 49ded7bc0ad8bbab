import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { START } from '../../../../world/core/scene/start.ts';
import type { AgentActivity, Commit } from '../../../../data/readings/records.ts';
import {
  GAP,
  HOURS,
  INNER_METRES,
  OUTER_METRES,
  RINGS,
  angleOf,
  fieldAt,
  heatGrid,
  heatOf,
} from '../../../../world/panels/heatmap/heatmap-grid.ts';

const NOW = 1_700_000_000_000;
const HOUR = 3_600_000;
const agent = (name: string, lastCommitAt?: number): AgentActivity => ({
  name,
  status: 'idle',
  lastCommitAt,
  issue: null,
  prsToday: null,
});
const commit = (author: string, hoursAgo: number): Commit => ({
  sha: 'x',
  author,
  authoredAt: NOW - hoursAgo * HOUR,
  title: '',
});

describe('the grid of the last day', () => {
  it('counts each commit in its hour, in any order and with any case of the author’s name', () => {
    const commits = [commit('ada', 23.9), commit('Ada', 0), commit('ADA', 0.99), commit('Bob', 5.5)];
    const { rows, agentCommits: count, activeAgents } = heatGrid([agent('Bob'), agent('Ada')], commits, NOW);
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['Ada', 'Bob'],
    );
    assert.equal(rows[0]?.hours[0], 2);
    assert.equal(rows[0]?.hours[23], 1);
    assert.equal(rows[1]?.hours[5], 1);
    assert.deepEqual([count, activeAgents], [4, 2]);
  });

  it('omits commits older than a day or by other authors, and counts a time slightly ahead as now', () => {
    const list = [commit('Ada', 24), commit('Eve', 1), commit('Ada', -0.2), commit('Ada', -3)];
    const { rows } = heatGrid([agent('Ada')], list, NOW);
    assert.equal(rows[0]?.commits, 1);
    assert.equal(rows[0]?.hours[0], 1);
  });

  it('keeps the busiest agents, then the latest, when rings run out, and counts the rest', () => {
    const many = Array.from({ length: RINGS + 3 }, (_unused, i) => agent(`a${i}`, NOW - i * HOUR));
    const { rows, leftOut } = heatGrid(many, [commit(`a${RINGS + 2}`, 2)], NOW);
    assert.equal(rows.length, RINGS - 1, 'one ring says how many');
    assert.equal(rows[0]?.name, `a${RINGS + 2}`);
    assert.equal(rows[1]?.name, 'a0');
    assert.equal(leftOut, 4);
    assert.equal(heatGrid(many.slice(0, RINGS), [], NOW).leftOut, 0);
  });

  it('gets brighter with each commit up to a limit, and is dark without one', () => {
    const heats = [0, 1, 2, 4, 8, 40].map(heatOf);
    assert.equal(heats[0], 0);
    assert.ok((heats[1] ?? 0) > 0.4);
    const steps = heats.slice(2, 5).map((heat, at) => heat - (heats[at + 1] ?? 0));
    assert.ok(steps.every((step) => Math.abs(step - 1 / 6) < 1e-9));
    assert.deepEqual(
      heats,
      heats.toSorted((a, b) => a - b),
    );
    assert.equal(heats.at(-1), 1);
  });
});

describe('the field under a place', () => {
  const on = (angle: number, radius: number, now: number) =>
    fieldAt(Math.sin(angle) * radius, Math.cos(angle) * radius, now);
  /** A time of the day in the time zone of the test. */
  const at = (hours: number): number => new Date(2026, 4, 1, Math.floor(hours), (hours % 1) * 60).getTime();

  it('is on a clock of 24 hours: midnight towards the start, 6 on the left, noon at the back', () => {
    assert.ok(Math.abs(angleOf(0, at(0)) - GAP / 2) < 1e-9, 'midnight: right of the gap');
    assert.ok(Math.abs(angleOf(0, at(6)) - Math.PI * 1.5) < 0.2, 'left');
    assert.ok(Math.abs(angleOf(0, at(12)) - Math.PI) < 1e-9, 'back');
    assert.ok(Math.abs(angleOf(0, at(18)) - Math.PI / 2) < 0.2, 'right');
  });

  it('moves with the time of day: an hour later, the same field is an hour older', () => {
    const noon = angleOf(0.5, at(12));
    assert.equal(on(noon, 3, at(12))?.hour, 0);
    assert.equal(on(noon, 3, at(13))?.hour, 1);
    assert.equal(on(noon, 3, at(11.75))?.hour, 0);
    assert.equal(on(noon, 3, at(11.25))?.hour, HOURS - 1);
    assert.deepEqual(on(noon, OUTER_METRES - 0.1, at(12)), { ring: 0, hour: 0 });
    assert.deepEqual(on(noon, INNER_METRES + 0.1, at(12)), { ring: RINGS - 1, hour: 0 });
    for (const now of [at(0), at(7.5), at(23.75)])
      for (let hour = 0; hour < HOURS; hour++) assert.equal(on(angleOf(hour + 0.5, now), 3, now)?.hour, hour);
  });

  it('is in the picture from the start, at every hour', () => {
    const half = Math.tan(Math.PI / 6);
    for (let hour = 0; hour < HOURS; hour++) {
      const angle = angleOf(0, at(hour));
      const ahead = START.z - Math.cos(angle) * OUTER_METRES;
      assert.ok(START.y / ahead < half, 'above the lower edge');
      assert.ok(
        Math.abs(Math.sin(angle) * OUTER_METRES) / ahead < (half * 4) / 3,
        'between the sides at 4:3',
      );
    }
  });

  it('is undefined in the gap, around the resident and beyond the dial', () => {
    assert.equal(on(0, 3, NOW), undefined);
    assert.equal(on(1, INNER_METRES - 0.1, NOW), undefined);
    assert.equal(on(1, OUTER_METRES + 0.1, NOW), undefined);
  });
});
