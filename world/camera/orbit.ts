import type { ViewState } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';
import { defineModule } from '../core/define-module.ts';
import type { Pose } from '../core/scene/camera-modes.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { OrbitCamera } from './orbit-camera.ts';
import { newPose } from './pose.ts';

/** The centre of the orbit: above the middle of the platform, at the height of the resident's head. */
const TARGET = [0, 2, 0] as const;
/** The minimum distance of the first pose: from closer, the arc of panels would hide the middle. */
const FIRST_METRES = 24;
const FIRST_HEIGHT_METRES = 9;

/**
 * The other way to move (V): an orbit around the middle of the island. It starts on the visitor's side. If
 * they have not walked since the last orbit, it continues where that orbit ended.
 */
class Orbit extends OrbitCamera {
  /** Whether the visitor has orbited since they last walked. */
  begun = false;
  readonly #first = newPose();

  constructor(scene: WorldScene, state: ViewState & WorldState) {
    super(scene, state, {
      target: TARGET,
      minMetres: 6,
      maxMetres: 75,
      minPolarAngle: 0.12,
      maxPolarAngle: 1.42,
      factor: 0.07,
    });
  }

  override begin(from: Readonly<Pose>): void {
    if (!this.begun) this.place(this.#firstPose(from));
    this.begun = true;
    this.resume();
  }

  /** A pose on the visitor's own side, far and high enough to see over nearer objects. */
  #firstPose({ x, y, z }: Readonly<Pose>): Pose {
    const across = Math.hypot(x, z);
    const far = Math.max(across, FIRST_METRES);
    const first = this.#first;
    first.x = across < 0.1 ? 0 : (x / across) * far;
    first.z = across < 0.1 ? far : (z / across) * far;
    first.y = Math.max(y, FIRST_HEIGHT_METRES);
    return first;
  }
}

export const { init, update, dispose } = defineModule((scene, state, _theme, disposables) => {
  const orbit = new Orbit(scene, state);
  scene.registry.cameraModes.set('orbit', orbit);
  disposables.defer(() => scene.registry.cameraModes.delete('orbit'));
  return {
    update() {
      if (state.view.get().navigation === 'walk') orbit.begun = false;
    },
    dispose: () => orbit.end(),
  };
});
