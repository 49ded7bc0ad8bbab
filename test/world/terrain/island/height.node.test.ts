import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  PLATFORM_RADIUS,
  PORTAL_RADIUS,
  heightAt,
  hexDistance,
  rimAt,
} from '../../../../world/terrain/island/height.ts';

const ISLAND_RADIUS = 34;

describe('the height of the ground', () => {
  it('is level on the platform', () => {
    assert.equal(heightAt(0, 0), 0);
    assert.equal(heightAt(0, PLATFORM_RADIUS - 0.01), 0);
    assert.equal(heightAt(8, -5), 0);
  });

  it('is continuous: a step of a centimetre changes the height by at most a centimetre', () => {
    for (let angle = 0; angle < Math.PI * 2; angle += 0.05)
      for (let radius = 0.02; radius < ISLAND_RADIUS + 4; radius += 0.01) {
        const [x, z] = [Math.cos(angle), Math.sin(angle)];
        const rise = heightAt(x * radius, z * radius) - heightAt(x * (radius - 0.01), z * (radius - 0.01));
        // A message is made only for a failure: there are half a million checks. Negated, so that NaN fails, too.
        if (!(Math.abs(rise) < 0.018)) assert.fail(`${angle.toFixed(2)} ${radius.toFixed(2)}: ${rise}`);
        const turn =
          heightAt(x * radius, z * radius) -
          heightAt(Math.cos(angle + 0.01 / radius) * radius, Math.sin(angle + 0.01 / radius) * radius);
        if (!(Math.abs(turn) < 0.02))
          assert.fail(`turning at ${angle.toFixed(2)} ${radius.toFixed(2)}: ${turn}`);
      }
  });

  it('is level where portals stand', () => {
    for (let angle = 0; angle < Math.PI * 2; angle += 0.1)
      for (const radius of [PORTAL_RADIUS - 2, PORTAL_RADIUS, PORTAL_RADIUS + 2])
        assert.ok(Math.abs(heightAt(Math.cos(angle) * radius, Math.sin(angle) * radius) + 0.16) < 1e-9);
  });

  it('falls away at the rim', () => {
    for (let angle = 0; angle < Math.PI * 2; angle += 0.3) {
      const rim = rimAt(angle);
      const at = (radius: number): number => heightAt(Math.cos(angle) * radius, Math.sin(angle) * radius);
      assert.ok(at(rim + 0.5) < at(rim - 3.2) - 1.5);
    }
  });

  it('treats the platform as a hexagon with a corner towards the start', () => {
    assert.ok(Math.abs(hexDistance(0, 14) - 14) < 1e-9);
    assert.ok(Math.abs(hexDistance(14 * Math.cos(Math.PI / 6), 0) - 14) < 1e-9);
    assert.ok(hexDistance(13, 0) > 14);
  });
});
