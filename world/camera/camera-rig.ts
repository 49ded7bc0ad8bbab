import type { State } from '../../data/state.ts';
import type { View } from '../../data/view/view.ts';
import type { Theme } from '../../theme/theme.ts';
import type { CameraRig, CameraMode, Pose } from '../core/scene/camera-modes.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import type { Player } from '../core/scene/player.ts';
import { CameraTransition } from './camera-transition.ts';
import { copyPose, damp, newPose } from './pose.ts';

/** The stars slow down by it (specification 3.4). */
const OVERVIEW_FACTOR = 0.04;
const THERE = 1e-4;

const targetOf = (view: View): unknown => (view.mode === 'zoom' ? view.target : undefined);

/** Puts the camera where the view wants it: with the visitor, or at the outlook of the mode that rules, and on the way between them. */
class Rig implements CameraRig {
  readonly #scene: WorldScene;
  readonly #state: State;
  readonly #crossing = new CameraTransition();
  /** The eye of who stands in the world, or is carried through it. */
  readonly #stand: Pose = newPose();
  #view: View | undefined;
  #outlook: CameraMode | undefined;

  constructor(scene: WorldScene, state: State) {
    this.#scene = scene;
    this.#state = state;
    scene.cameraRig = this;
  }

  update(stance: Player, delta: number): void {
    const stand = this.#stand;
    copyPose(stand, stance);
    stand.y += stance.heightOffset;
    const view = this.#state.view.get();
    const outlook = this.#outlookOf(view);
    const before = this.#view;
    // Before the first frame there is nowhere to fly from.
    if (!before) this.#crossing.step(stand, 0, true);
    if (outlook !== this.#outlook || (before && targetOf(view) !== targetOf(before)))
      this.#turn(outlook, view);
    this.#view = view;
    const cut = this.#state.world.reducedMotion.get();
    this.#crossing.step(outlook ? outlook.look(delta) : stand, delta, cut);
    this.#follow(outlook !== undefined && view.mode === 'overview' ? 1 : 0, delta, cut);
    const { x, y, z, yaw, pitch } = this.#crossing.pose;
    const { camera } = this.#scene;
    camera.position.set(x, y, z);
    camera.rotation.set(pitch, yaw, 0);
  }

  #outlookOf({ mode, navigation }: View): CameraMode | undefined {
    const { cameraModes } = this.#scene;
    return cameraModes.get(mode) ?? (navigation === 'orbit' ? cameraModes.get('orbit') : undefined);
  }

  /** Back to normal one flies as the mode that is left says, else as the one that is entered. */
  #turn(to: CameraMode | undefined, view: View): void {
    const from = this.#outlook;
    if (from && from !== to) from.end?.();
    const says = view.mode === 'normal' ? (from ?? to) : (to ?? from);
    to?.begin?.(this.#crossing.pose, view);
    this.#outlook = to;
    this.#crossing.begin(says?.factor ?? 1);
  }

  #follow(wanted: number, delta: number, cut: boolean): void {
    const scene = this.#scene;
    if (scene.overview === wanted) return;
    const next = scene.overview + (wanted - scene.overview) * damp(OVERVIEW_FACTOR, delta);
    scene.overview = cut || Math.abs(wanted - next) < THERE ? wanted : next;
  }

  dispose(): void {
    this.#outlook?.end?.();
    this.#scene.cameraRig = undefined;
    this.#scene.overview = 0;
  }
}

let rig: Rig | undefined;

export function init(scene: WorldScene, state: State, _theme: Theme): void {
  rig = new Rig(scene, state);
}

/** The rig works when `walk` hands it the visitor's place, so that everything after it sees the camera of its own frame. */
export function update(): void {}

export function dispose(): void {
  rig?.dispose();
  rig = undefined;
}
