import { type Object3D, type Ray, Vector3 } from 'three';

const met = new Vector3();

/**
 * A ray meets this shape instead of the object's triangles: testing hundreds of them makes more garbage
 * than a frame. `meet` writes where into `at`, in the world, and returns null where the ray misses.
 */
export function hitAs(object: Object3D, meet: (ray: Ray, at: Vector3) => Vector3 | null): void {
  object.raycast = ({ ray, near, far }, hits) => {
    if (!meet(ray, met)) return;
    const distance = ray.origin.distanceTo(met);
    if (distance >= near && distance <= far) hits.push({ distance, point: met.clone(), object });
  };
}
