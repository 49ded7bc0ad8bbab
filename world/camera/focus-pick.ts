import { type Intersection, type Material, Mesh, type Object3D, Raycaster, type Vector2 } from 'three';
import { ZOOM_UNNAMED } from '../../data/view/deep-link.ts';
import { ZOOM_METRES, type ZoomTarget } from '../../data/view/view.ts';
import type { InteractiveObject, Interaction } from '../core/scene/interaction-registry.ts';
import type { WorldScene } from '../core/scene/scene.ts';

/** How near the eye comes, as a share of how far the thing was (specification 3.4). */
const SHARE = 0.45;
/** The farthest islets; behind them is nothing but sky. */
const FAR_METRES = 180;
/** What fits into the HUD. */
const MOST_CHARACTERS = 60;

const ray = new Raycaster();
const hits: Intersection[] = [];

/** From how near one looks at what was met so far off. */
const restDistance = (met: number): number =>
  Math.min(ZOOM_METRES.most, Math.max(ZOOM_METRES.least, SHARE * met));

const shortened = (name: string): string => name.trim().slice(0, MOST_CHARACTERS) || ZOOM_UNNAMED;

/** The name alone, without what the hint tells of the thing. */
const nameOf = ({ name, label }: Interaction, hit: Intersection): string =>
  shortened(name ? name(hit) : (label(hit).split(/ — |: /)[0] ?? ''));

/** The name that an object's module gave it or what it is part of; empty where there is none. */
function zoomLabelOf(object: Object3D): string {
  for (let at: Object3D | null = object; at !== null; at = at.parent) {
    const label: unknown = at.userData['zoomLabel'];
    if (typeof label === 'string') return label;
  }
  return '';
}

/** Stone, wood and metal: what hides what is behind it. Light, glass and sky do not. */
function isSolid(object: Object3D): object is Mesh {
  if (!(object instanceof Mesh)) return false;
  const material = object.material as Material | Material[];
  const one = Array.isArray(material) ? material[0] : material;
  return one !== undefined && one.visible && one.depthWrite && !one.transparent;
}

const isThing = ({ object }: Intersection): boolean => object instanceof Mesh;

function meetSolids(object: Object3D): void {
  if (!object.visible) return;
  if (isSolid(object)) ray.intersectObject(object, false, hits);
  for (const child of object.children) meetSolids(child);
}

/** The nearest thing under a point of the picture (−1 to 1 each way), never points or lines; undefined where there is only air. */
export function pick(scene: WorldScene, point: Vector2): ZoomTarget | undefined {
  const { camera, interactions } = scene;
  camera.updateMatrixWorld();
  ray.far = FAR_METRES;
  ray.setFromCamera(point, camera);
  hits.length = 0;
  meetSolids(scene);
  let best = hits.filter(isThing).sort((a, b) => a.distance - b.distance)[0];
  let label = best && shortened(zoomLabelOf(best.object));
  const { all } = interactions;
  for (let i = 0; i < all.length; i++) {
    const { object, interaction } = all[i] as InteractiveObject;
    hits.length = 0;
    try {
      ray.intersectObject(object, true, hits);
      const first = hits.find(isThing);
      // The thing itself was met with the solids, if it is one.
      if (!first || first.distance > FAR_METRES || first.distance > (best?.distance ?? Infinity) + 1e-4)
        continue;
      best = first;
      label = ZOOM_UNNAMED;
      label = nameOf(interaction, first);
    } catch (error) {
      scene.dismiss(object, error);
      // The next one has taken its place in the list.
      i--;
    }
  }
  hits.length = 0;
  if (!best) return undefined;
  const { x, y, z } = best.point;
  return { label: label ?? ZOOM_UNNAMED, at: [x, y, z], distance: restDistance(best.distance) };
}
