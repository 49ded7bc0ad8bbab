import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PlacedRecord } from '../../../world/portals/portal-view-model.ts';
import { layoutPortals, reachOf } from '../../../world/portals/layout.ts';
import { boundAt } from '../../../world/player/character-controller.ts';
import { fieldOfView } from '../../../world/core/render/renderer.ts';
import { startPose } from '../../../world/core/scene/start.ts';
import { PORTAL_RADIUS } from '../../../world/terrain/island/height.ts';

const record = (place: Pick<PlacedRecord, 'position' | 'rotation'> = {}): PlacedRecord => ({
  id: 'a',
  world_category: 'sim',
  ...place,
});
const back: PlacedRecord = { id: 'return', world_category: 'return' };
const ring = (count: number) => layoutPortals(Array.from({ length: count }, () => record()));

describe('the portals’ places', () => {
  it('stand at radius 25, at least nine metres apart, for up to sixteen of them', () => {
    for (let count = 1; count <= 16; count++) {
      const places = ring(count);
      assert.equal(places.length, count);
      places.forEach((place, i) => {
        assert.ok(Math.abs(Math.hypot(place.x, place.z) - PORTAL_RADIUS) < 1e-9);
        for (const other of places.slice(i + 1)) {
          const apart = Math.hypot(place.x - other.x, place.z - other.z);
          assert.ok(apart >= 9, `${apart} m apart, of ${count}`);
        }
      });
    }
  });

  it('face the centre', () => {
    for (const { x, z, rotationY } of ring(9)) {
      // The front faces +z, turned around the vertical axis.
      const towards = -(Math.sin(rotationY) * x + Math.cos(rotationY) * z) / Math.hypot(x, z);
      assert.ok(Math.abs(towards - 1) < 1e-9);
    }
  });

  it('show the first four whole at the start, the first two also in a window with ratio 4:3, none cut on a phone', () => {
    /** Tangents of the angles at which an arch of 2.4 m to each side begins and ends, as seen from `z`. */
    const span = ({ x, z, rotationY }: { x: number; z: number; rotationY: number }, from: number): number[] =>
      [-2.4, 2.4]
        .map((side) => Math.abs(x + side * Math.cos(rotationY)) / (from - z + side * Math.sin(rotationY)))
        .sort((a, b) => a - b);
    const wide = Math.tan(Math.PI / 6);
    const places = ring(8);
    for (const place of places.slice(0, 4)) assert.ok(span(place, 7.5)[1]! < (wide * 16) / 9);
    for (const place of places.slice(0, 2)) assert.ok(span(place, 7.5)[1]! < (wide * 4) / 3);
    assert.ok(span(places[4]!, 7.5)[0]! > wide * (21 / 9));
    const phone = { fov: fieldOfView(390 / 844), aspect: 390 / 844 };
    const { z } = startPose(phone.fov, phone.aspect, 844);
    for (const place of places.slice(0, 2))
      assert.ok(span(place, z)[0]! > Math.tan((phone.fov * Math.PI) / 360) * phone.aspect - 0.01);
  });

  it('follow the position and rotation of the record', () => {
    const [place] = layoutPortals([
      record({ position: { x: 4, y: 1.5, z: -9 }, rotation: { x: 0, y: 0.7, z: 0.1 } }),
    ]);
    const turned = { rotationX: 0, rotationY: 0.7, rotationZ: 0.1 };
    assert.deepEqual(place, { x: 4, y: 1.5, z: -9, ...turned, size: 1 });
  });

  it('keep their distance from a portal with its own place on the ring', () => {
    const [first] = ring(1);
    const places = layoutPortals([
      record(),
      record({ position: { x: first!.x, y: 0, z: first!.z + 1 } }),
      record(),
      record(),
    ]);
    const chosen = places[1]!;
    for (const place of [places[0]!, places[2]!, places[3]!])
      assert.ok(Math.hypot(place.x - chosen.x, place.z - chosen.z) >= 9);
  });

  it('stand on the ground', () => {
    const [place] = layoutPortals([record()], () => -0.16);
    assert.equal(place?.y, -0.16);
  });

  it('find a place for every record of a large registry', () => {
    const places = ring(60);
    const different = new Set(places.map(({ x, z }) => `${x.toFixed(3)} ${z.toFixed(3)}`));
    assert.equal(different.size, 60);
  });

  it('are all in reach of a place where a visitor can stand', () => {
    for (const place of ring(60)) {
      const fromRim = Math.hypot(place.x, place.z) - boundAt(place.x, place.z);
      assert.ok(reachOf(place) > fromRim + 0.5, `${fromRim} m from the rim`);
    }
    for (const place of ring(16)) assert.equal(reachOf(place), 9.5);
  });

  it('put the return portal behind the visitor’s start, facing them, in any ring', () => {
    for (let count = 0; count <= 16; count++) {
      const places = layoutPortals([...Array.from({ length: count }, () => record()), back]);
      const way = places.at(-1)!;
      assert.deepEqual([way.x, way.z], [0, PORTAL_RADIUS]);
      // Its front faces −z: along the path to the platform.
      assert.ok(Math.cos(way.rotationY) < -0.999);
      assert.ok(way.size < 1);
      for (const other of places.slice(0, -1))
        assert.ok(Math.hypot(way.x - other.x, way.z - other.z) >= 9, `of ${count}`);
    }
  });

  it('move the return portal when another portal has that place', () => {
    const [, way] = layoutPortals([record({ position: { x: 1, y: 0, z: 24 } }), back]);
    assert.ok(Math.hypot(way!.x - 1, way!.z - 24) >= 9);
  });
});
