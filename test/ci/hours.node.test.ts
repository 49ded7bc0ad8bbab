import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { placeAt } from '../../ci/pictures/hours.ts';
import { sunOver } from '../../world/terrain/weather/hour.ts';

describe('the hours of pictures', () => {
  it('are found at any instant of a year', () => {
    for (let day = 0; day < 366; day += 30.4) {
      const at = Date.parse('2024-01-01T00:00Z') + day * 86_400_000;
      const sun = (hour: Parameters<typeof placeAt>[0]) => sunOver(at, placeAt(hour, at));
      assert.ok(sun('midnight').elevation < -26);
      assert.ok(sun('noon').elevation > 26);
      for (const [hour, evening] of [
        ['dawn', 0],
        ['dusk', 1],
      ] as const) {
        assert.ok(Math.abs(sun(hour).elevation + 3) < 0.3);
        assert.equal(sun(hour).evening, evening);
      }
    }
  });
});
