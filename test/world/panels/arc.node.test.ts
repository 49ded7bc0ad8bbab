import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ARC_RADIUS, ArcPlaces, PANEL_HEIGHT, PANEL_WIDTH, SLOTS, slot } from '../../../world/panels/arc.ts';
import { worstState } from '../../../world/panels/board.ts';

const all = Array.from({ length: SLOTS }, (_unused, index) => slot(index));

describe('the arc of panels', () => {
  it('has its places on a circle of nine metres, from −74° to 74°', () => {
    const angles = all.map(({ x, z }) => {
      assert.ok(Math.abs(Math.hypot(x, z) - ARC_RADIUS) < 1e-9);
      return (Math.atan2(x, -z) * 180) / Math.PI;
    });
    assert.equal(Math.round(Math.min(...angles)), -74);
    assert.equal(Math.round(Math.max(...angles)), 74);
  });

  it('turns every panel to the centre', () => {
    for (const { x, z, rotationY } of all) {
      assert.ok(Math.abs(Math.sin(rotationY) - -x / ARC_RADIUS) < 1e-9);
      assert.ok(Math.abs(Math.cos(rotationY) - -z / ARC_RADIUS) < 1e-9);
    }
  });

  it('keeps panels apart, and the middle free for the resident', () => {
    for (const [index, a] of all.entries()) {
      assert.ok(Math.abs(a.x) > PANEL_WIDTH / 2 - 1 || Math.abs(a.z) < 1, 'none in the middle');
      for (const b of all.slice(index + 1)) assert.ok(Math.hypot(a.x - b.x, a.z - b.z) > PANEL_WIDTH + 0.3);
    }
  });

  it('gives a guest the innermost free place, and nobody a place that is taken', () => {
    const places = new ArcPlaces();
    assert.equal(places.take(0), 0);
    assert.equal(places.take(2), 2);
    assert.equal(places.take(), 1);
    assert.equal(places.take(), 3);
    assert.throws(() => places.take(2), /place 2 of the panels' arc is taken/);
    places.free(2);
    assert.equal(places.take(), 2);
    for (let place = 4; place < SLOTS; place++) places.take();
    assert.throws(() => places.take(), /all 8 places/);
  });

  it('hangs the lower edge at 1.4 metres, tilted by 6°', () => {
    for (const { y, rotationX } of all) {
      assert.ok(Math.abs(y - (PANEL_HEIGHT / 2) * Math.cos(rotationX) - 1.4) < 1e-9);
      assert.ok(Math.abs((rotationX * 180) / Math.PI - 6) < 1e-9);
    }
  });

  it('refuses a place it does not have', () => {
    assert.throws(() => slot(SLOTS), RangeError);
    assert.throws(() => slot(-1), RangeError);
  });
});

describe('a board of several readings', () => {
  it('is in the state of the one that is worst off', () => {
    assert.equal(worstState(['live', 'live']), 'live');
    assert.equal(worstState(['live', 'stale']), 'stale');
    assert.equal(worstState(['loading', 'offline']), 'offline');
    assert.equal(worstState(['stale', 'error', 'live']), 'error');
  });
});
