import { AdditiveBlending, CanvasTexture, type Object3D, type Ray, Vector3 } from 'three';

/**
 * The share of its brightness that light keeps which is added to the picture: the colours below it are
 * tone mapped already, and the full light would burn out.
 */
export const ADDED_LIGHT = 0.45;

/** For materials that only add light: they hide nothing, whatever the order they are drawn in. */
export const ADDITIVE = { transparent: true, depthWrite: false, blending: AdditiveBlending } as const;

/**
 * For objects whose geometry or shader already has its place in the world: their matrix never changes,
 * and they are not culled, because three.js does not know where the shader puts them.
 */
export function makeStatic(object: Object3D, name: string, renderOrder = 0): void {
  object.name = name;
  object.renderOrder = renderOrder;
  object.frustumCulled = false;
  object.matrixAutoUpdate = false;
}

/** A canvas of this size in pixels as a texture; `draw` is called once. */
export function canvasTexture(
  width: number,
  height: number,
  draw: (pen: CanvasRenderingContext2D) => void,
): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (pen) draw(pen);
  return new CanvasTexture(canvas);
}

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
