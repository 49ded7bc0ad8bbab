import { type Intersection, Raycaster, type Vector2, Vector3 } from 'three';
import type { InteractiveObject, Interaction } from '../core/scene/interaction-registry.ts';
import type { WorldScene } from '../core/scene/scene.ts';

/** What is near but behind one's back is not meant: the cosine of the half angle. */
const IN_FRONT = 0.35;

/** No registered object reaches farther from its own place. Metres. */
const LARGEST_METRES = 8;

const ray = new Raycaster();
const hits: Intersection[] = [];
const ahead = new Vector3();
const towards = new Vector3();

/** Which of the registered things one looks at, or stands by. */
export class Picker {
  readonly #scene: WorldScene;
  /** Where the last ray met what it found. */
  hit: Intersection | undefined;
  /** Whose label, action or shape is being asked for just now: the culprit, should that throw. */
  asked: Interaction | undefined;

  constructor(scene: WorldScene) {
    this.#scene = scene;
  }

  /** The first thing under a point of the picture (−1 to 1 each way): of those within their reach, or however far off. */
  find(point: Vector2, among: 'within reach' | 'all' = 'within reach'): Interaction | undefined {
    const { camera, interactions } = this.#scene;
    camera.updateMatrixWorld();
    ray.setFromCamera(point, camera);
    let best: Interaction | undefined;
    let bestDistance = Infinity;
    this.hit = undefined;
    const { all } = interactions;
    for (let i = 0; i < all.length; i++) {
      const { object, interaction } = all[i] as InteractiveObject;
      const reach = among === 'all' ? Infinity : interaction.reach;
      // Most things are out of reach: no ray is sent to those.
      towards.setFromMatrixPosition(object.matrixWorld);
      if (towards.distanceTo(camera.position) > reach + LARGEST_METRES) continue;
      hits.length = 0;
      this.asked = interaction;
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

  /** The nearest thing within its reach and before the visitor. */
  nearest(): Interaction | undefined {
    const { camera, interactions } = this.#scene;
    camera.getWorldDirection(ahead);
    let best: Interaction | undefined;
    let bestDistance = Infinity;
    const { all } = interactions;
    for (let i = 0; i < all.length; i++) {
      const { object, interaction } = all[i] as InteractiveObject;
      if (interaction.requiresAim) continue;
      towards.setFromMatrixPosition(object.matrixWorld).sub(camera.position);
      const height = towards.y;
      towards.y = 0;
      const distance = towards.length();
      if (distance > interaction.reach || distance >= bestDistance || Math.abs(height) > interaction.reach)
        continue;
      if (distance > 0.5 && (towards.x * ahead.x + towards.z * ahead.z) / distance < IN_FRONT) continue;
      best = interaction;
      bestDistance = distance;
    }
    return best;
  }
}
