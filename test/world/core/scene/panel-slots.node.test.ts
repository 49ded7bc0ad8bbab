import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PanelSlots, PANEL_HEIGHT, PANEL_WIDTH, slot } from '../../../../world/core/scene/panel-slots.ts';
import { worstState } from '../../../../world/panels/panel-module.ts';

const ARC_RADIUS = 9;
/** The slots on the arc; all others are in the ring around the start. */
const ARC_SLOTS = 8;

const all = Array.from({ length: ARC_SLOTS }, (_unused, index) => slot(index));

describe('the arc of panels', () => {
  it('has its places on a circle of nine metres, from −118° to 118°', () => {
    const angles = all.map(({ x, z }) => {
      assert.ok(Math.abs(Math.hypot(x, z) - ARC_RADIUS) < 1e-9);
      return (Math.atan2(x, -z) * 180) / Math.PI;
    });
    assert.equal(Math.round(Math.min(...angles)), -118);
    assert.equal(Math.round(Math.max(...angles)), 118);
  });

  it('turns every panel to the centre', () => {
    for (const { x, z, rotationY } of all) {
      assert.ok(Math.abs(Math.sin(rotationY) - -x / ARC_RADIUS) < 1e-9);
      assert.ok(Math.abs(Math.cos(rotationY) - -z / ARC_RADIUS) < 1e-9);
    }
  });

  it('leaves the sky behind the resident free, and hangs the first four in a window with ratio 4:3', () => {
    for (const { x, z, rotationY } of all.slice(0, 4)) {
      const seen = [-1, 1].map((side) => {
        const [dx, dz] = [Math.cos(rotationY), -Math.sin(rotationY)].map((v) => (v * side * PANEL_WIDTH) / 2);
        return Math.abs(x + dx!) / (7.5 - z - dz!);
      });
      assert.ok(Math.min(...seen) > 0.135, `${seen.join(', ')}`);
      assert.ok(Math.max(...seen) < Math.tan(Math.PI / 6) * (4 / 3), `${seen.join(', ')}`);
    }
  });

  it('keeps panels apart, and the middle free for the resident', () => {
    for (const [index, a] of all.entries()) {
      assert.ok(Math.abs(a.x) > PANEL_WIDTH / 2 - 1 || Math.abs(a.z) < 1, 'none in the middle');
      for (const b of all.slice(index + 1)) assert.ok(Math.hypot(a.x - b.x, a.z - b.z) > PANEL_WIDTH + 0.3);
    }
  });

  it('gives a panel its requested slot, or the next slot of the ring when that is taken or unknown', () => {
    const places = new PanelSlots();
    assert.equal(places.take(0), 0);
    assert.equal(places.take(5), 5);
    assert.equal(places.take(), ARC_SLOTS);
    assert.equal(places.take(5), ARC_SLOTS + 1);
    assert.equal(places.take(40), ARC_SLOTS + 2);
    assert.equal(places.take(-1), ARC_SLOTS + 3);
    places.free(5);
    places.free(ARC_SLOTS);
    assert.equal(places.take(5), 5);
    assert.equal(places.take(), ARC_SLOTS);
  });

  it('keeps the slots of the home’s own panels, in any order of the list', () => {
    const places = new PanelSlots();
    for (let guest = 0; guest < 32; guest++) assert.ok(places.take() >= ARC_SLOTS);
    for (let own = 0; own < ARC_SLOTS; own++) assert.equal(places.take(own), own);
  });

  it('hangs the lower edge at 1.4 metres, tilted by 6°', () => {
    for (const { y, rotationX } of all) {
      assert.ok(Math.abs(y - (PANEL_HEIGHT / 2) * Math.cos(rotationX) - 1.4) < 1e-9);
      assert.ok(Math.abs((rotationX * 180) / Math.PI - 6) < 1e-9);
    }
  });

  it('has no slot before the first', () => {
    assert.throws(() => slot(-1), RangeError);
  });
});

describe('the ring behind the start', () => {
  /** The middle of the ring, at the height of a visitor's eye. */
  const START = { x: 0, y: 2, z: 17 };
  /** The maximum number in config.json. */
  const ring = Array.from({ length: 32 }, (_unused, index) => {
    const place = slot(ARC_SLOTS + index);
    const [dx, dz] = [place.x - START.x, START.z - place.z];
    const away = Math.hypot(dx, dz);
    const half = (PANEL_HEIGHT / 2) * Math.cos(place.rotationX);
    const lean = (PANEL_HEIGHT / 2) * Math.sin(place.rotationX);
    /** The tangent of an edge's angle, seen some metres from the start towards the panel. */
    const edge = (sign: 1 | -1, from: number): number =>
      (place.y + sign * half - START.y) / (away - sign * lean - from);
    return {
      ...place,
      away,
      /** Degrees to the right of the start view. */
      azimuth: (Math.atan2(dx, dz) * 180) / Math.PI,
      edge,
    };
  });

  it('turns every panel to its middle', () => {
    for (const { x, z, rotationY, away } of ring) {
      assert.ok(Math.abs(Math.sin(rotationY) + x / away) < 1e-9);
      assert.ok(Math.abs(Math.cos(rotationY) - (START.z - z) / away) < 1e-9);
    }
  });

  it('does not cover the start view, the bookshelves or the oath stone', () => {
    // Shelves and stone end at 62°; a window with ratio 2:1 shows 49° to each side.
    for (const { azimuth, away } of ring) {
      const half = (Math.asin(PANEL_WIDTH / 2 / away) * 180) / Math.PI;
      assert.ok(Math.abs(azimuth) - half > 62, `${azimuth}`);
    }
  });

  it('keeps panels from touching or hiding each other, from the start and from five metres', () => {
    for (const [index, a] of ring.entries())
      for (const b of ring.slice(index + 1)) {
        const sameRow = Math.abs(a.away - b.away) < 0.1;
        if (sameRow) assert.ok(Math.hypot(a.x - b.x, a.z - b.z) > PANEL_WIDTH + 0.3);
        else {
          const [front, behind] = a.away < b.away ? [a, b] : [b, a];
          for (const from of [0, 5]) assert.ok(front.edge(1, from) < behind.edge(-1, from));
        }
      }
  });

  it('keeps clear of the portals’ ring and of the path between the start and the return portal', () => {
    for (const { x, y, z } of ring) {
      // The arches are five metres tall.
      assert.ok(y > 6 || Math.hypot(x, z) < 22.5, `${x}, ${z}`);
      assert.ok(Math.abs(x) > 5);
    }
  });
});

describe('a panel of several readings', () => {
  it('has the worst of their states', () => {
    assert.equal(worstState(['live', 'live']), 'live');
    assert.equal(worstState(['live', 'stale']), 'stale');
    assert.equal(worstState(['loading', 'offline']), 'offline');
    assert.equal(worstState(['stale', 'error', 'live']), 'error');
  });
});
