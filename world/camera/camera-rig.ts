import type { View } from '../../data/view/view.ts';
import { defineModule } from '../core/define-module.ts';
import type { CameraMode, Pose } from '../core/scene/camera-modes.ts';
import { CameraTransition } from './camera-transition.ts';
import { copyPose, damp, newPose } from './pose.ts';

/** The damping factor of `scene.frame.overview`, with which the stars slow down (specification 3.4). */
const OVERVIEW_FACTOR = 0.04;
/** A movement with a smaller remaining share of the way has ended. */
const MIN_REMAINING = 1e-4;

const targetOf = (view: View): unknown => (view.mode === 'zoom' ? view.target : undefined);

/**
 * Moves the camera to the pose that the view requires: the player's eye, or the pose of the view's camera mode.
 * Runs right after `walk`, which moves the player, so that later modules have the camera of the same frame.
 */
export const { init, update, dispose } = defineModule((scene, state) => {
  const { camera, player } = scene;
  const { cameraModes } = scene.registry;
  const transition = new CameraTransition();
  /** The pose of the player's eye, also during a flight. */
  const eye: Pose = newPose();
  let view: View | undefined;
  let mode: CameraMode | undefined;

  const modeOf = ({ mode: name, navigation }: View): CameraMode | undefined =>
    cameraModes.get(name) ?? (navigation === 'orbit' ? cameraModes.get('orbit') : undefined);

  /**
   * A flight back to the normal view has the speed of the ending mode. Other flights have the speed of the new
   * mode.
   */
  const changeMode = (to: CameraMode | undefined, next: View): void => {
    const from = mode;
    if (from && from !== to) from.end?.();
    const paced = next.mode === 'normal' ? (from ?? to) : (to ?? from);
    to?.begin?.(transition.pose, next);
    mode = to;
    transition.begin(paced?.factor ?? 1);
  };

  const followOverview = (wanted: number, delta: number, reducedMotion: boolean): void => {
    if (scene.frame.overview === wanted) return;
    const next = scene.frame.overview + (wanted - scene.frame.overview) * damp(OVERVIEW_FACTOR, delta);
    scene.frame.overview = reducedMotion || Math.abs(wanted - next) < MIN_REMAINING ? wanted : next;
  };

  return {
    update(_elapsed, delta) {
      copyPose(eye, player);
      eye.y += player.heightOffset;
      const before = view;
      view = state.view.get();
      const wanted = modeOf(view);
      // In the first frame, the camera has no pose to fly from: it starts at the player's eye.
      if (!before) transition.step(eye, 0, true);
      if (wanted !== mode || (before && targetOf(view) !== targetOf(before))) changeMode(wanted, view);
      const reducedMotion = state.world.reducedMotion.get();
      transition.step(mode ? mode.look(delta) : eye, delta, reducedMotion);
      followOverview(mode !== undefined && view.mode === 'overview' ? 1 : 0, delta, reducedMotion);
      const { x, y, z, yaw, pitch } = transition.pose;
      camera.position.set(x, y, z);
      camera.rotation.set(pitch, yaw, 0);
    },
    dispose() {
      mode?.end?.();
      scene.frame.overview = 0;
    },
  };
});
