import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  PLATFORM_RADIUS,
  PORTAL_RADIUS,
  REAR_Z,
  heightAt,
  hexDistance,
  rimAt,
} from '../../../../world/terrain/island/height.ts';
import { pathSlabs } from '../../../../world/terrain/island/paths.ts';
import { scatterPlaces } from '../../../../world/terrain/island/scatter.ts';
import { starField } from '../../../../world/terrain/sky/stars.ts';

describe('stones and plants', () => {
  const places = scatterPlaces(200, 41, 0.1, 1.5);

  it('lie on the ground outside the platform, and never where portals stand', () => {
    for (const { x, z } of places) {
      assert.ok(hexDistance(x, z) > PLATFORM_RADIUS);
      assert.ok(Math.hypot(x, z) < rimAt(Math.atan2(z, x)));
      assert.ok(Math.abs(Math.hypot(x, z) - PORTAL_RADIUS) > 2);
    }
  });

  it('are low behind the first portals, where the sea of clouds is seen over them', () => {
    for (const { z, size } of places) assert.ok(z >= REAR_Z || size <= 0.4);
    for (let x = -12; x <= 12; x += 0.5) assert.ok(heightAt(x, -31) < 0.05, `${x}`);
  });

  it('are more at the rim', () => {
    const outer = places.filter(({ x, z }) => Math.hypot(x, z) > PORTAL_RADIUS).length;
    assert.ok(outer > places.length / 2);
  });

  it('lie in the same places on every visit', () => {
    assert.deepEqual(scatterPlaces(200, 41, 0.1, 1.5), places);
  });
});

describe('paths', () => {
  it('lead from the platform to each portal, and one to the visitors’ start', () => {
    const slabs = pathSlabs([{ x: 25, z: 0 }]);
    const towards = slabs.filter(({ x, z }) => x > 0 && Math.abs(z) < 1e-9);
    assert.ok(towards.length >= 8);
    assert.ok(towards.every(({ x }) => x > PLATFORM_RADIUS * Math.cos(Math.PI / 6) && x < 25));
    assert.ok(slabs.some(({ x, z }) => x === 0 && z > PLATFORM_RADIUS));
  });

  it('stay within the instance limit for a registry of any length', () => {
    const many = Array.from({ length: 200 }, (_unused, i) => ({ x: Math.cos(i) * 25, z: Math.sin(i) * 25 }));
    assert.equal(pathSlabs(many).length, 320);
  });
});

describe('stars', () => {
  it('are the same every night, all on the sky’s sphere, and mostly faint', () => {
    const { positions, looks } = starField(500, 1);
    assert.deepEqual(starField(500, 1).positions, positions);
    let bright = 0;
    for (let i = 0; i < 500; i++) {
      const [x, y, z] = positions.subarray(i * 3, i * 3 + 3) as unknown as [number, number, number];
      assert.ok(Math.abs(Math.hypot(x, y, z) - 1) < 1e-5);
      if ((looks[i * 3] as number) > 2) bright++;
    }
    assert.ok(bright > 5 && bright < 150, `${bright} bright stars`);
  });
});
