import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AgentActivity } from '../../../../data/readings/records.ts';
import {
  FIGURE_DEGREES,
  figureOf,
  placeAgents,
  skyPlaces,
} from '../../../../world/terrain/sky/constellation-figure.ts';

const agent = (name: string, status: AgentActivity['status'] = 'idle') => ({ name, status });
const names = Array.from({ length: 60 }, (_unused, i) => `agent-${i}`);

describe('the constellation of an agent', () => {
  it('is the same on every visit, ignores the case of the name, and differs per name', () => {
    assert.deepEqual(figureOf('Ada'), figureOf('ada'));
    assert.equal(new Set(names.map((name) => JSON.stringify(figureOf(name)))).size, names.length);
  });

  it('has four to seven stars, apart from each other and near their middle', () => {
    for (const name of names) {
      const { stars } = figureOf(name);
      assert.ok(stars.length >= 4 && stars.length <= 7, `${name}: ${stars.length}`);
      for (const [i, a] of stars.entries()) {
        assert.ok(Math.hypot(a.x, a.y) <= FIGURE_DEGREES);
        for (const b of stars.slice(i + 1)) assert.ok(Math.hypot(a.x - b.x, a.y - b.y) > 2);
      }
    }
  });

  it('is connected: its lines reach every star', () => {
    for (const name of names) {
      const { stars, lines } = figureOf(name);
      assert.equal(lines.length, stars.length - 1);
      const reached = new Set(stars.slice(0, 1));
      for (const [from, to] of lines) {
        assert.ok(reached.has(from) && !reached.has(to));
        reached.add(to);
      }
      assert.equal(reached.size, stars.length);
    }
  });
});

describe('the places of constellations', () => {
  it('are 24, and no two constellations touch', () => {
    assert.equal(skyPlaces.length, 24);
    const rad = Math.PI / 180;
    for (const [i, a] of skyPlaces.entries())
      for (const b of skyPlaces.slice(i + 1)) {
        const cosine =
          Math.sin(a.elevation * rad) * Math.sin(b.elevation * rad) +
          Math.cos(a.elevation * rad) * Math.cos(b.elevation * rad) * Math.cos((a.azimuth - b.azimuth) * rad);
        assert.ok(Math.acos(cosine) / rad > FIGURE_DEGREES * 2 + 1);
      }
  });

  it('go to working agents first, inside the first view', () => {
    const places = placeAgents([
      agent('a'),
      agent('b', 'dead'),
      agent('c', 'working'),
      agent('d', 'dormant'),
    ]);
    assert.deepEqual(
      [...places].sort((x, y) => x[1] - y[1]).map(([name]) => name),
      ['c', 'a', 'd', 'b'],
    );
  });

  it('stay the same when agents change their status, come or go', () => {
    const first = placeAgents([agent('a'), agent('b', 'working'), agent('c')]);
    const next = placeAgents([agent('d', 'working'), agent('c', 'working'), agent('b', 'dead')], first);
    assert.equal(next.get('b'), first.get('b'));
    assert.equal(next.get('c'), first.get('c'));
    assert.equal(next.get('d'), first.get('a'));
    assert.equal(next.has('a'), false);
  });

  it('run out, and the last agents in the list get none', () => {
    const places = placeAgents(names.map((name) => agent(name)));
    assert.equal(places.size, skyPlaces.length);
    assert.equal(new Set(places.values()).size, skyPlaces.length);
  });
});
