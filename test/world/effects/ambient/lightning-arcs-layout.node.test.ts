import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Reading } from '../../../../data/readings/reading.ts';
import type { AgentActivity } from '../../../../data/readings/records.ts';
import {
  MAX_ARCS,
  STRIKE_SECONDS,
  TIP_HEIGHT,
  arcEnds,
  arcsLabel,
  arcsLook,
  pylonPlaces,
} from '../../../../world/effects/ambient/lightning-arcs-layout.ts';
import { layoutPortals } from '../../../../world/portals/layout.ts';
import { PLATFORM_RADIUS, PORTAL_RADIUS, hexDistance } from '../../../../world/terrain/island/height.ts';

type Agents = Reading<readonly AgentActivity[]>;
const value: readonly AgentActivity[] = [
  { name: 'Ada', status: 'working', lastCommitAt: 0, issue: null, prsToday: null },
];
const live: Agents = { state: 'live', source: 'me/home', value, fetchedAt: 0 };
const failed: Agents = { state: 'error', source: 'me/home', cause: 'No answer.' };

describe('the pylons', () => {
  it('stand beyond the platform, left and right alike, clear of the first portals and their paths', () => {
    const places = pylonPlaces();
    assert.equal(places.length, 4);
    const arches = layoutPortals(Array.from({ length: 4 }, () => ({ id: 'a', world_category: 'sim' })));
    for (const { x, z } of places) {
      assert.ok(hexDistance(x, z) > PLATFORM_RADIUS);
      assert.ok(places.some((other) => other.x === -x && other.z === z));
      for (const arch of arches) {
        const along = (x * arch.x + z * arch.z) / PORTAL_RADIUS;
        assert.ok(along < 0 || Math.abs(x * arch.z - z * arch.x) / PORTAL_RADIUS > 2.2);
      }
    }
  });

  it('are seen from the start beside the meter, and carry their arcs above the names', () => {
    for (const { x, y, z } of pylonPlaces()) {
      const away = 7.5 - z;
      assert.ok(Math.abs(x) / away > 2.5 / 16.5 + 0.05);
      // The names of the inner portals end at 0.18 of their distance.
      assert.ok((y + TIP_HEIGHT - 2) / away > 0.18);
    }
  });
});

describe('the arcs', () => {
  it('run on either side of the middle, never across it', () => {
    const places = pylonPlaces();
    for (let arc = 0; arc < MAX_ARCS; arc++) {
      const [a, b] = arcEnds(arc).map((end) => places[end]);
      assert.ok(a && b && a.x * b.x > 0);
    }
  });

  it('draw one arc per agent that is active, up to three per pair of pylons', () => {
    assert.equal(arcsLook(live, 0).arcs, 0);
    assert.equal(arcsLook(live, 2).arcs, 2);
    assert.equal(arcsLook(live, 30).arcs, MAX_ARCS);
  });

  it('change their course together, less than three times a second', () => {
    assert.ok(MAX_ARCS / STRIKE_SECONDS < 3);
  });

  it('leave idle tips when no agent is active, and dark pylons without a reading', () => {
    assert.equal(arcsLook(live, 0).tips, 'agentIdle');
    assert.equal(arcsLook({ state: 'loading', source: 's' }, 0).tips, undefined);
    assert.equal(arcsLook({ state: 'offline', source: 's', cause: 'c' }, 0).tips, undefined);
  });
});

describe('the hint of the lightning arcs', () => {
  it('names the number of active agents and the source', () => {
    assert.equal(arcsLabel(live, 2, 0), 'Lightning arcs: 2 agents active now — me/home · just now');
    assert.match(arcsLabel(live, 12, 0), /12 agents active now, 6 of them as arcs/);
  });

  it('says what is wrong with the reading', () => {
    assert.match(arcsLabel(failed, 0, 0), /^Lightning arcs: AGENTS: ERROR — .*No answer\./);
    assert.equal(
      arcsLabel({ state: 'loading', source: 's' }, 0, 0),
      'Lightning arcs: AGENTS: — — s · asking',
    );
  });
});
