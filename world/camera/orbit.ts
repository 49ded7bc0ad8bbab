import type { State } from '../../data/state.ts';
import type { Theme } from '../../theme/theme.ts';
import type { Pose } from '../core/scene/camera-modes.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { OrbitCamera } from './orbit-camera.ts';
import { newPose } from './pose.ts';

/** Above the middle of the platform, at the height of the resident's head. */
const TARGET = [0, 2, 0] as const;
/** From nearer than this the panels' arc would stand in between at the start. Metres. */
const FIRST_METRES = 24;
const FIRST_HEIGHT = 9;

/** The other way to move about (V): round the middle of the island, from where one stands, and later from where one left it. */
class Orbit extends OrbitCamera {
  /** Whether it has been taken up since the visitor last walked. */
  taken = false;
  readonly #first = newPose();

  constructor(scene: WorldScene, state: State) {
    super(scene, state, {
      target: TARGET,
      least: 6,
      most: 75,
      highest: 0.12,
      lowest: 1.42,
      factor: 0.07,
    });
  }

  override begin(from: Readonly<Pose>): void {
    if (!this.taken) this.place(this.#outward(from));
    this.taken = true;
    this.resume();
  }

  /** On the visitor's own side, but far and high enough to see over what they stood before. */
  #outward({ x, y, z }: Readonly<Pose>): Pose {
    const across = Math.hypot(x, z);
    const far = Math.max(across, FIRST_METRES);
    const first = this.#first;
    first.x = across < 0.1 ? 0 : (x / across) * far;
    first.z = across < 0.1 ? far : (z / across) * far;
    first.y = Math.max(y, FIRST_HEIGHT);
    return first;
  }
}

let mounted: { readonly scene: WorldScene; readonly state: State; readonly orbit: Orbit } | undefined;

export function init(scene: WorldScene, state: State, _theme: Theme): void {
  const orbit = new Orbit(scene, state);
  mounted = { scene, state, orbit };
  scene.cameraModes.set('orbit', orbit);
}

export function update(): void {
  if (mounted && mounted.state.view.get().navigation === 'walk') mounted.orbit.taken = false;
}

export function dispose(): void {
  mounted?.orbit.end();
  mounted?.scene.cameraModes.delete('orbit');
  mounted = undefined;
}
