import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type BufferGeometry, Ray, ShaderMaterial, Triangle, Vector3 } from 'three';
import { theme } from '../../../../theme/theme.ts';
import { createIslets } from '../../../../world/terrain/island/islets.ts';

function facetsOf(geometry: BufferGeometry): Triangle[] {
  const positions = geometry.getAttribute('position');
  return Array.from({ length: positions.count / 3 }, (_unused, facet) =>
    new Triangle().setFromAttributeAndIndices(positions, facet * 3, facet * 3 + 1, facet * 3 + 2),
  );
}

const sideBetween = (one: Vector3, other: Vector3): string =>
  `${one.toArray().join(' ')} to ${other.toArray().join(' ')}`;

describe('an islet', () => {
  // Its radius is 1.
  const facets = facetsOf(createIslets(theme, new ShaderMaterial()).geometry);

  it('has an upper side with all facets facing up', () => {
    const down = new Vector3(0, -1, 0);
    const hit = new Vector3();
    for (const radius of [0.05, 0.2, 0.35, 0.5, 0.65, 0.8])
      for (let degrees = 0; degrees < 360; degrees += 5) {
        const angle = (degrees * Math.PI) / 180;
        const ray = new Ray(new Vector3(Math.cos(angle) * radius, 2, Math.sin(angle) * radius), down);
        const heights = facets.map(
          ({ a, b, c }) => ray.intersectTriangle(a, b, c, false, hit)?.y ?? -Infinity,
        );
        const highest = facets[heights.indexOf(Math.max(...heights))];
        const normal = highest?.getNormal(new Vector3());
        assert.ok(normal && normal.y > 0, `radius ${radius}, ${degrees}°`);
      }
  });

  it('is closed: each edge joins two facets with the same orientation', () => {
    const sides = facets.flatMap(({ a, b, c }) => [sideBetween(a, b), sideBetween(b, c), sideBetween(c, a)]);
    const found = new Set(sides);
    assert.equal(found.size, sides.length);
    for (const { a, b, c } of facets)
      for (const side of [sideBetween(b, a), sideBetween(c, b), sideBetween(a, c)])
        assert.ok(found.has(side));
  });
});
