import { AdditiveBlending, CanvasTexture, type Object3D, type Ray, Vector3 } from 'three';

/** The factor of additive light: the colours below it are already tone mapped and must not overexpose. */
export const ADDED_LIGHT = 0.45;

/** For materials that only add light: they hide nothing, in any render order. */
export const ADDITIVE = { transparent: true, depthWrite: false, blending: AdditiveBlending } as const;

/**
 * For objects whose geometry or shader uses world coordinates: their matrix never changes, and they are not
 * culled, because three.js does not know where the shader places them.
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
 * Makes rays hit this shape instead of the object's triangles, because testing hundreds of triangles
 * allocates more memory than a frame. `meet` writes the point in world coordinates into `at`, and returns
 * null if the ray misses.
 */
export function hitAs(object: Object3D, meet: (ray: Ray, at: Vector3) => Vector3 | null): void {
  object.raycast = ({ ray, near, far }, hits) => {
    if (!meet(ray, met)) return;
    const distance = ray.origin.distanceTo(met);
    if (distance >= near && distance <= far) hits.push({ distance, point: met.clone(), object });
  };
}
