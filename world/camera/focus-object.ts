import { type Object3D, Vector2, Vector3 } from 'three';
import { ZOOM_UNNAMED } from '../../data/view/deep-link.ts';
import { letterOf, lookCloser } from '../../data/view/shortcuts.ts';
import type { SettingsState } from '../../data/config/settings/settings.ts';
import { type ViewState, dispatchView } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';
import type { View } from '../../data/view/view.ts';
import { defineModule } from '../core/define-module.ts';
import type { CameraMode, Pose } from '../core/scene/camera-modes.ts';
import { metresToShow } from '../core/scene/picture-shape.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { canvasPoint, seenPoint } from '../input/pointer.ts';
import { isPlainKey } from '../input/keyboard.ts';
import { DoubleTap } from '../input/double-tap.ts';
import { copyPose, newPose, turnTo } from './pose.ts';
import { pick } from './focus-pick.ts';
import { LookAbout } from './look-about.ts';

type StateSlice = SettingsState & ViewState & WorldState;

/** A camera within this distance of its pose has arrived. */
const ARRIVED_METRES = 0.05;
/** A hit farther than this from the requested point is another object. */
const SAME_METRES = 0.8;
/** A point within this distance of a flat object is on it. */
const FLAT_METRES = 0.3;
/** How far the visitor can turn away from the object. Radians. */
const MAX_TURN = 0.4;

const CENTRE = new Vector2(0, 0);
const point = new Vector2();
const offset = new Vector3();
const wantedAt = new Vector3();
const middle = new Vector3();
const front = new Vector3();
const local = new Vector3();

/** Whether a point is on a flat object of this width. */
function isOn(object: Object3D, width: number, at: Vector3): boolean {
  const { x, y, z } = object.worldToLocal(local.copy(at));
  return Math.abs(z) < FLAT_METRES && Math.max(Math.abs(x), Math.abs(y)) < width / 2 + FLAT_METRES;
}

/**
 * Zooms in on an object: by a double click or tap, or by Z on the object in the middle (specification 3.4).
 */
class FocusObject implements CameraMode {
  readonly factor = 0.07;
  readonly #scene: WorldScene;
  readonly #state: StateSlice;
  readonly #pose = newPose();
  /** `#pose` with the visitor's rotation. */
  readonly #turned = newPose();
  readonly #about: LookAbout;
  /** The target whose name was looked up last, and the hint at that time. */
  #lookedUp: unknown;
  #hint: unknown;

  constructor(scene: WorldScene, state: StateSlice, signal: AbortSignal) {
    this.#scene = scene;
    this.#state = state;
    this.#about = new LookAbout(scene);
    new DoubleTap(scene.renderer.domElement, signal, () => state.view.get(), this.#onPressed);
    window.addEventListener('keydown', this.#onKey, { signal });
  }

  /**
   * Approaches from the camera's side, because the object is visible from there. A flat object that is too
   * wide for this distance is shown whole, from its front.
   */
  begin({ x, y, z }: Readonly<Pose>, view: View): void {
    if (view.mode !== 'zoom') return;
    const { at, distance } = view.target;
    middle.fromArray(at);
    offset.set(x, y, z).sub(middle);
    if (offset.lengthSq() < 1e-6) offset.set(0, 0, 1);
    offset.setLength(distance);
    this.#showWhole(distance);
    const pose = this.#pose;
    pose.x = middle.x + offset.x;
    pose.y = middle.y + offset.y;
    pose.z = middle.z + offset.z;
    turnTo(pose, middle.x, middle.y, middle.z);
    this.#about.begin(MAX_TURN);
  }

  end(): void {
    this.#about.end();
  }

  /**
   * Replaces `middle` and `offset` if a flat object at `middle` is too wide to be seen whole from `distance`.
   */
  #showWhole(distance: number): void {
    for (const { object, interaction } of this.#scene.interactions.all) {
      const { width = 0 } = interaction;
      const metres = metresToShow(width, this.#scene.camera);
      if (metres <= distance || !isOn(object, width, middle)) continue;
      object.getWorldDirection(front);
      // From behind the object there is nothing to read, so the distance stays as it is.
      if (front.dot(offset) < 0) return;
      object.getWorldPosition(middle);
      offset.copy(front).setLength(metres);
      return;
    }
  }

  look(): Readonly<Pose> {
    const turned = copyPose(this.#turned, this.#pose);
    turned.yaw += this.#about.yaw;
    turned.pitch += this.#about.pitch;
    return turned;
  }

  /**
   * Looks up the name of an object that a link has named only by a point: when the camera has arrived, and
   * again when the hint changes with new data.
   */
  update(): void {
    const view = this.#state.view.get();
    if (view.mode !== 'zoom' || view.target.label !== ZOOM_UNNAMED) return;
    const hint = this.#state.world.hint.get();
    if (this.#lookedUp === view.target && this.#hint === hint) return;
    const { x, y, z } = this.#pose;
    if (offset.set(x, y, z).distanceTo(this.#scene.camera.position) > ARRIVED_METRES) return;
    this.#lookedUp = view.target;
    this.#hint = hint;
    const met = pick(this.#scene, seenPoint(this.#scene.camera, view.target.at, point));
    if (!met || met.label === ZOOM_UNNAMED) return;
    if (offset.fromArray(met.at).distanceTo(wantedAt.fromArray(view.target.at)) > SAME_METRES) return;
    dispatchView(this.#state, { kind: 'zoom', target: { ...view.target, label: met.label } });
  }

  readonly #onPressed = (x: number, y: number, middle: boolean): void => {
    this.#lookCloser(middle ? CENTRE : canvasPoint(this.#scene.renderer.domElement, x, y, point));
  };

  #lookCloser(where: Vector2): void {
    const target = pick(this.#scene, where);
    if (target) dispatchView(this.#state, { kind: 'zoom', target });
    else dispatchView(this.#state, { kind: 'end', mode: 'zoom' });
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    // `isPlainKey` comes first, because autofill dispatches key events without a `key`.
    if (event.defaultPrevented || !isPlainKey(event) || !this.#state.settings.get().shortcuts) return;
    if (letterOf(event) !== lookCloser.key || event.repeat || event.shiftKey) return;
    if (this.#state.view.get().mode === 'zoom') dispatchView(this.#state, { kind: 'end', mode: 'zoom' });
    else this.#lookCloser(CENTRE);
  };
}

export const { init, update, dispose } = defineModule((scene, state, _theme, disposables) => {
  const mode = new FocusObject(scene, state, disposables.signal);
  scene.registry.cameraModes.set('zoom', mode);
  disposables.defer(() => scene.registry.cameraModes.delete('zoom'));
  return { update: () => mode.update() };
});
