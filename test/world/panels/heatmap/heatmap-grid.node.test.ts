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
  const on = (angle: number, radius: number) => fieldAt(Math.sin(angle) * radius, Math.cos(angle) * radius);

  it('is the newest in the right half of the first look, and older around the back to the front', () => {
    assert.deepEqual(on(angleOf(0) + 0.01, OUTER_METRES - 0.1), { ring: 0, hour: 0 });
    assert.deepEqual(on(angleOf(0) - 0.01, 2.7), { ring: RINGS - 1, hour: HOURS - 1 });
    assert.equal(on(Math.PI + 0.01, 5)?.hour, 6);
    assert.equal(on(-GAP / 2 - 0.01, 5)?.hour, 17);
    assert.equal(on(GAP / 2 + 0.01, 5)?.hour, 18);
    for (let hour = 0; hour < HOURS; hour++) assert.equal(on(angleOf(hour + 0.5), 5)?.hour, hour);
  });

  it('has the newest hour in a first look of 4:3, whose half is 37.6 degrees wide', () => {
    for (const radius of [INNER_METRES, OUTER_METRES]) {
      const angle = angleOf(0.5);
      const ahead = START.z - Math.cos(angle) * radius;
      assert.ok(Math.atan2(Math.sin(angle) * radius, ahead) < (37.6 * Math.PI) / 180, `${radius} m`);
    }
  });

  it('is undefined in the gap, around the resident and beyond the dial', () => {
    assert.equal(on(0, 5), undefined);
    assert.equal(on(1, 2.4), undefined);
    assert.equal(on(1, 8.3), undefined);
  });
});
