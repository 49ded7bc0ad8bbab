import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createState } from '../../../data/state.ts';
import { health, portal, setPortals } from '../../helpers/home-readings.ts';
import { portalDronePlaces } from '../../../world/audio/portal-drones.ts';

type Readings = Parameters<typeof setPortals> extends [unknown, ...infer Rest] ? Rest : never;

/** A door for each portal, one metre apart. */
function placesOf(...[portals, ...rest]: Readings) {
  const state = createState();
  setPortals(state, portals, ...rest);
  const doors = portals.map(({ id }, x) => ({ id, centre: { x, y: 2.5, z: -9 } }));
  return portalDronePlaces(state.derived.portals.get(), doors);
}

describe('portalDronePlaces', () => {
  it('puts each drone in the middle of its door', () => {
    const places = placesOf([portal('a'), portal('b')]);
    assert.deepEqual(
      places.map(({ id, x, y, z }) => [id, x, y, z]),
      [
        ['a', 0, 2.5, -9],
        ['b', 1, 2.5, -9],
      ],
    );
  });

  it('keeps the place of a portal while others are silent', () => {
    const places = placesOf([portal('a', { status: 'offline' }), portal('b'), portal('c')]);
    assert.deepEqual(
      places.map(({ id, index }) => [id, index]),
      [
        ['a', 0],
        ['b', 1],
        ['c', 2],
      ],
    );
  });

  it('is silent for an offline world, and faint without an answer or for a closed portal', () => {
    const places = placesOf(
      [
        portal('open'),
        portal('offline', { status: 'offline' }),
        portal('away'),
        portal('unknown'),
        portal('blocked', { readiness_state: 'blocked' }),
        portal('local', { access_mode: 'local-only' }),
      ],
      [
        health('open', 'online'),
        health('away', 'offline'),
        health('blocked', 'online'),
        health('local', 'online'),
      ],
    );
    assert.deepEqual(
      places.map(({ id, level }) => [id, level]),
      [
        ['open', 1],
        ['offline', 0],
        ['away', 0],
        ['unknown', 0.45],
        ['blocked', 0.45],
        ['local', 0.45],
      ],
    );
  });

  it('has no drone without a registry, although the placeholder arch has a door', () => {
    const doors = [{ id: '', centre: { x: 0, y: 0, z: 0 } }];
    assert.deepEqual(portalDronePlaces(createState().derived.portals.get(), doors), []);
  });
});
