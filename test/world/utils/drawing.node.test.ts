import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Object3D, Raycaster, Sphere, Vector3 } from 'three';
import { hitAs } from '../../../world/utils/drawing.ts';

describe('a simple shape for rays', () => {
  const object = new Object3D();
  const sphere = new Sphere(new Vector3(0, 0, -5), 1);
  hitAs(object, (ray, at) => ray.intersectSphere(sphere, at));
  const ray = new Raycaster(new Vector3(), new Vector3(0, 0, -1));

  it('is hit where it is met, and keeps the place of each hit', () => {
    const [hit] = ray.intersectObject(object);
    assert.equal(hit?.object, object);
    assert.equal(hit.distance, 4);
    sphere.center.z = -7;
    ray.intersectObject(object);
    assert.deepEqual(hit.point.toArray(), [0, 0, -4]);
    sphere.center.z = -5;
  });

  it('is missed beside it, and beyond the reach of the ray', () => {
    assert.deepEqual(new Raycaster(new Vector3(), new Vector3(1, 0, 0)).intersectObject(object), []);
    assert.deepEqual(new Raycaster(new Vector3(), new Vector3(0, 0, -1), 0, 3).intersectObject(object), []);
  });
});
