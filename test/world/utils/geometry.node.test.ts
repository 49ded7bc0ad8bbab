import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Color, Vector3 } from 'three';
import { FacetBuilder, type Ring, cornerOf } from '../../../world/utils/geometry.ts';

/** Counter-clockwise as seen from above. */
const square = (y: number, half = 1): Ring => [
  new Vector3(half, y, half),
  new Vector3(half, y, -half),
  new Vector3(-half, y, -half),
  new Vector3(-half, y, half),
];
const color = new Color(0.5, 0.5, 0.5);

describe('FacetBuilder', () => {
  it('joins rings into walls that face outwards', () => {
    const builder = new FacetBuilder();
    const painted: string[] = [];
    builder.loft([square(0), square(1), square(2)], (band, side) => {
      painted.push(`${band} ${side}`);
      return color;
    });
    assert.deepEqual(painted, ['0 0', '0 1', '0 2', '0 3', '1 0', '1 1', '1 2', '1 3']);
    assert.equal(builder.triangles, 16);
    const geometry = builder.build();
    const [positions, normals] = [geometry.getAttribute('position'), geometry.getAttribute('normal')];
    for (let i = 0; i < positions.count; i++) {
      const corner = new Vector3().fromBufferAttribute(positions, i).setY(0);
      assert.ok(corner.dot(new Vector3().fromBufferAttribute(normals, i)) > 0.9);
    }
  });

  it('closes a ring with a fan that faces the side of its tip', () => {
    const geometry = new FacetBuilder().fan(new Vector3(0, 1, 0), square(1), () => color, 0.3).build();
    const normals = geometry.getAttribute('normal');
    assert.equal(normals.count, 12);
    for (let i = 0; i < normals.count; i++) assert.equal(normals.getY(i), 1);
    assert.ok(Math.abs(geometry.getAttribute('glow').getX(0) - 0.3) < 1e-6);
  });

  it('wraps corner indices around a ring, and rejects an empty ring', () => {
    const ring = square(0);
    assert.equal(cornerOf(ring, 4), ring[0]);
    assert.throws(() => cornerOf([], 0), RangeError);
  });
});
