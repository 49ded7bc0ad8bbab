import { type Intersection, MathUtils, Mesh, type Object3D, Raycaster, type Vector2 } from 'three';
import { ZOOM_UNNAMED } from '../../data/view/deep-link.ts';
import { ZOOM_METRES, type ZoomTarget } from '../../data/view/view.ts';
import { materialsOf } from '../core/render/shader-check.ts';
import type { Interaction } from '../core/scene/interaction-registry.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { MERGED_LAYER } from '../core/scene/stonework.ts';

/** How close the camera comes, as a share of the distance to the object (specification 3.4). */
const DISTANCE_SHARE = 0.45;
/** The distance of the farthest islets; behind them is only sky. */
const FAR_METRES = 180;
/** The longest name that fits into the HUD. */
const MAX_CHARACTERS = 60;

const ray = new Raycaster();
ray.layers.enable(MERGED_LAYER);
const hits: Intersection[] = [];

/** The camera's distance from the hit at the end of the zoom. Metres. */
const restDistance = (hitMetres: number): number =>
  MathUtils.clamp(DISTANCE_SHARE * hitMetres, ZOOM_METRES.least, ZOOM_METRES.most);

const shortened = (name: string): string => name.trim().slice(0, MAX_CHARACTERS) || ZOOM_UNNAMED;

/** The name alone, without the rest of the hint. */
const nameOf = ({ name, label }: Interaction, hit: Intersection): string =>
  shortened(name ? name(hit) : (label(hit).split(/ — |: /)[0] ?? ''));

/** The name that a module gave the object or one of its ancestors; empty if there is none. */
function zoomLabelOf(object: Object3D): string {
  for (let at: Object3D | null = object; at !== null; at = at.parent) {
    const label: unknown = at.userData['zoomLabel'];
    if (typeof label === 'string') return label;
  }
  return '';
}

/** Whether the object is solid (stone, wood, metal). Light, glass and sky do not hide what is behind them. */
function isSolid(object: Object3D): object is Mesh {
  if (!(object instanceof Mesh)) return false;
  const [material] = materialsOf(object);
  return material !== undefined && material.visible && material.depthWrite && !material.transparent;
}

const isMesh = ({ object }: Intersection): boolean => object instanceof Mesh;

function intersectSolids(object: Object3D): void {
  if (!object.visible) return;
  if (isSolid(object)) ray.intersectObject(object, false, hits);
  for (const child of object.children) intersectSolids(child);
}

/**
 * Returns the nearest object at a point in normalised device coordinates; undefined if there is none. Points
 * and lines are ignored.
 */
export function pick(scene: WorldScene, point: Vector2): ZoomTarget | undefined {
  const { camera, interactions } = scene;
  camera.updateMatrixWorld();
  ray.far = FAR_METRES;
  ray.setFromCamera(point, camera);
  hits.length = 0;
  intersectSolids(scene);
  let best = hits.filter(isMesh).sort((a, b) => a.distance - b.distance)[0];
  let label = best && shortened(zoomLabelOf(best.object));
  // A copy, because an object that throws is removed from the list.
  for (const { object, interaction } of interactions.all.slice()) {
    hits.length = 0;
    try {
      ray.intersectObject(object, true, hits);
      const first = hits.find(isMesh);
      // A tolerance, because `intersectSolids` may have hit the same object.
      if (!first || first.distance > FAR_METRES || first.distance > (best?.distance ?? Infinity) + 1e-4)
        continue;
      best = first;
      label = ZOOM_UNNAMED;
      label = nameOf(interaction, first);
    } catch (error) {
      scene.dismiss(object, error);
    }
  }
  hits.length = 0;
  if (!best) return undefined;
  const { x, y, z } = best.point;
  return { label: label ?? ZOOM_UNNAMED, at: [x, y, z], distance: restDistance(best.distance) };
}
