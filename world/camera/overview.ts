import type { State } from '../../data/state.ts';
import type { Theme } from '../../theme/theme.ts';
import type { CameraMode, Pose } from '../core/scene/camera-modes.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { overviewPose } from './overview-fit.ts';
import { newPose } from './pose.ts';

/** The island from above, as large as the picture allows (specification 3.4). */
class Overview implements CameraMode {
  readonly factor = 0.04;
  readonly #scene: WorldScene;
  #pose: Readonly<Pose> = newPose();
  #fov = 0;
  #aspect = 0;

  constructor(scene: WorldScene) {
    this.#scene = scene;
  }

  look(): Readonly<Pose> {
    const { fov, aspect } = this.#scene.camera;
    if (fov === this.#fov && aspect === this.#aspect) return this.#pose;
    this.#fov = fov;
    this.#aspect = aspect;
    this.#pose = overviewPose(fov, aspect, this.#scene.renderer.domElement.clientHeight);
    return this.#pose;
  }
}

let mounted: WorldScene | undefined;

export function init(scene: WorldScene, _state: State, _theme: Theme): void {
  mounted = scene;
  scene.cameraModes.set('overview', new Overview(scene));
}

/** The rig asks. */
export function update(): void {}

export function dispose(): void {
  mounted?.cameraModes.delete('overview');
  mounted = undefined;
}
