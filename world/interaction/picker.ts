import { type Intersection, Raycaster, type Vector2, Vector3 } from 'three';
import type { Interaction } from '../core/scene/interaction-registry.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { MERGED_LAYER } from '../core/scene/stonework.ts';

/** Objects behind the visitor do not count, even if they are near. The cosine of half the opening angle. */
const MIN_COSINE = 0.35;

/** The maximum size of a registered object, measured from its origin. */
const MAX_OBJECT_METRES = 8;

const ray = new Raycaster();
ray.layers.enable(MERGED_LAYER);
const hits: Intersection[] = [];
const ahead = new Vector3();
const towards = new Vector3();

/** An object that a ray has hit, and where. */
export interface Target {
  readonly interaction: Interaction;
  readonly hit: Intersection;
}

/** Finds the interactive object that the visitor looks at, or stands by. */
export class Picker {
  readonly #scene: WorldScene;
  /** The intersection of the last ray. */
  hit: Intersection | undefined;
  /**
   * The interaction whose label, action or shape is being read. If reading throws, its object is dismissed.
   */
  current: Interaction | undefined;

  constructor(scene: WorldScene) {
    this.#scene = scene;
  }

  /** The first object at a point in normalised device coordinates, within its reach or at any distance. */
  find(point: Vector2, among: 'within reach' | 'all' = 'within reach'): Interaction | undefined {
    const { camera, interactions } = this.#scene;
    camera.updateMatrixWorld();
    ray.setFromCamera(point, camera);
    let best: Interaction | undefined;
    let bestDistance = Infinity;
    this.hit = undefined;
    // By index, because an iterator allocates memory and this runs eight times a second.
    for (let i = 0; i < interactions.all.length; i++) {
      const entry = interactions.all[i];
      if (!entry) continue;
      const { object, interaction } = entry;
      const reach = among === 'all' ? Infinity : interaction.reach;
      // Most objects are out of reach and need no ray cast.
      towards.setFromMatrixPosition(object.matrixWorld);
      if (towards.distanceTo(camera.position) > reach + MAX_OBJECT_METRES) continue;
      hits.length = 0;
      this.current = interaction;
      ray.intersectObject(object, true, hits);
      const first = hits[0];
      if (!first || first.distance > reach || first.distance >= bestDistance) continue;
      best = interaction;
      bestDistance = first.distance;
      this.hit = first;
    }
    hits.length = 0;
    return best;
  }

  /** The object at a point of the canvas, if a click has an effect on it from outside its reach. */
  findFar(point: Vector2): Target | undefined {
    const interaction = this.find(point, 'all');
    const { hit } = this;
    if (!interaction?.fromAfar || !hit) return undefined;
    if (interaction.fromAfar === 'come' && hit.distance <= interaction.reach) return undefined;
    return { interaction, hit };
  }

  /** The nearest object within its reach, in front of the visitor. */
  nearest(): Interaction | undefined {
    const { camera, interactions } = this.#scene;
    camera.getWorldDirection(ahead);
    let best: Interaction | undefined;
    let bestDistance = Infinity;
    for (let i = 0; i < interactions.all.length; i++) {
      const entry = interactions.all[i];
      if (!entry || entry.interaction.requiresAim) continue;
      const { object, interaction } = entry;
      towards.setFromMatrixPosition(object.matrixWorld).sub(camera.position);
      const height = towards.y;
      towards.y = 0;
      const distance = towards.length();
      if (distance > interaction.reach || distance >= bestDistance || Math.abs(height) > interaction.reach)
        continue;
      if (distance > 0.5 && (towards.x * ahead.x + towards.z * ahead.z) / distance < MIN_COSINE) continue;
      best = interaction;
      bestDistance = distance;
    }
    return best;
  }
}
