import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Color, Matrix4, Vector3 } from 'three';
import { joinPortals } from '../../../../data/readings/portals.ts';
import type { Reading } from '../../../../data/readings/reading.ts';
import type { Portal } from '../../../../data/readings/records.ts';
import {
  MAX_FRAGMENTS,
  fragmentsPerZone,
  gravityZones,
  zoneLabel,
  zonesMove,
} from '../../../../world/effects/ambient/gravity-zones-layout.ts';
import { portalDoor } from '../../../../world/portals/portal-colliders.ts';
import { portal } from '../../../helpers/home-readings.ts';

/** The doors of these portals, ten metres apart. */
const doorsOf = (...ids: readonly string[]) =>
  ids.map((id, i) =>
    portalDoor(
      { id, entrance: { open: false, reason: 'blocked' } },
      new Matrix4().setPosition(10 * i, 2, 0),
      new Color(),
    ),
  );
const doors = doorsOf('p0', 'p1', 'p2', 'p3', 'p4', 'p5');
const portals = (...states: readonly string[]): Reading<readonly Portal[]> =>
  joinPortals(
    {
      state: 'live',
      source: 'portals.json',
      value: states.map((readiness_state, i) => portal(`p${i}`, { readiness_state })),
      fetchedAt: 0,
    },
    { state: 'loading', source: 'checks' },
    'http://localhost/',
  );

describe('gravity zones', () => {
  it('exist only at portals that are rebuilding or blocked', () => {
    const found = gravityZones(
      portals('playable', 'rebuilding', 'active', 'blocked', 'prototype', 'offline'),
      doors,
    );
    assert.deepEqual(
      found.map(({ id, kind }) => [id, kind]),
      [
        ['p1', 'rebuilding'],
        ['p3', 'blocked'],
      ],
    );
    assert.deepEqual(gravityZones({ state: 'loading', source: 's' }, doors), []);
  });

  it('stand where the arches of their portals stand, and only there', () => {
    const reading = portals('rebuilding', 'playable', 'blocked');
    const placesAmong = (...ids: readonly string[]): number[][] =>
      gravityZones(reading, doorsOf(...ids)).map(({ matrix }) =>
        new Vector3().setFromMatrixPosition(matrix).toArray(),
      );
    assert.deepEqual(placesAmong('p1', 'p2', 'p0'), [
      [20, 2, 0],
      [10, 2, 0],
    ]);
    assert.deepEqual(placesAmong(), []);
  });

  it('share the available stones', () => {
    assert.equal(fragmentsPerZone(0, 'highest'), 0);
    assert.ok(fragmentsPerZone(1, 'lowest') < fragmentsPerZone(1, 'highest'));
    for (let zones = 1; zones <= MAX_FRAGMENTS; zones++)
      assert.ok(zones * fragmentsPerZone(zones, 'highest') <= MAX_FRAGMENTS);
    assert.equal(fragmentsPerZone(MAX_FRAGMENTS * 2, 'highest'), 1);
  });

  it('move only while the reading is live', () => {
    const reading = portals('rebuilding');
    assert.equal(zonesMove(reading), true);
    assert.equal(
      zonesMove({ state: 'stale', source: 's', value: reading.value ?? [], fetchedAt: 0, cause: 'c' }),
      false,
    );
  });

  it('name the portal, its state and the source', () => {
    const reading = portals('rebuilding', 'blocked');
    const [building, blocked] = gravityZones(reading, doors);
    assert.ok(building && blocked);
    assert.equal(
      zoneLabel(building, reading, 0),
      'World p0 is being rebuilt: its stones drift into place — portals.json · just now',
    );
    assert.match(
      zoneLabel(blocked, reading, 0),
      /^World p1 is blocked: stones hang in front of it — portals\.json/,
    );
  });
});
