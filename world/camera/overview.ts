import { defineModule } from '../core/define-module.ts';
import type { CameraMode, Pose } from '../core/scene/camera-modes.ts';
import { PictureShape } from '../core/scene/picture-shape.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { overviewPose } from './overview-fit.ts';
import { newPose } from './pose.ts';

/** The island from above, as large as the canvas allows (specification 3.4). */
class Overview implements CameraMode {
  readonly factor = 0.04;
  readonly #scene: WorldScene;
  #pose: Readonly<Pose> = newPose();
  readonly #shape = new PictureShape();

  constructor(scene: WorldScene) {
    this.#scene = scene;
  }

  look(): Readonly<Pose> {
    const shape = this.#shape;
    if (shape.follow(this.#scene)) this.#pose = overviewPose(shape.fov, shape.aspect, shape.height);
    return this.#pose;
  }
}

export const { init, update, dispose } = defineModule((scene, _state, _theme, disposables) => {
  scene.registry.cameraModes.set('overview', new Overview(scene));
  disposables.defer(() => scene.registry.cameraModes.delete('overview'));
  return {};
});
