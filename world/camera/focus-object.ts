import { Vector2, Vector3 } from 'three';
import { ZOOM_UNNAMED } from '../../data/view/deep-link.ts';
import { lookCloser } from '../../data/view/shortcuts.ts';
import type { State } from '../../data/state.ts';
import { dispatchView } from '../../data/view/dispatch-view.ts';
import type { View } from '../../data/view/view.ts';
import type { Theme } from '../../theme/theme.ts';
import type { CameraMode, Pose } from '../core/scene/camera-modes.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { isPlainKey } from '../input/keyboard.ts';
import { DoubleTap } from '../input/double-tap.ts';
import { newPose, turnTo } from './pose.ts';
import { pick } from './focus-pick.ts';

/** So near to where it comes to rest the eye is there. */
const THERE_METRES = 0.05;
/** What is met farther from the point that was asked for is another thing. */
const SAME_METRES = 0.8;

const CENTRE = new Vector2(0, 0);
const point = new Vector2();
const way = new Vector3();
const point3 = new Vector3();

/** Looking at a thing from near: by a double click or tap on it, or Z for what is in the middle (specification 3.4). */
class Zoom implements CameraMode {
  readonly factor = 0.07;
  readonly #scene: WorldScene;
  readonly #state: State;
  readonly #abort = new AbortController();
  readonly #pose = newPose();
  /** What was last asked for its name, and the hint that was shown then. */
  #asked: unknown;
  #hint: unknown;

  constructor(scene: WorldScene, state: State) {
    this.#scene = scene;
    this.#state = state;
    const { signal } = this.#abort;
    new DoubleTap(scene.renderer.domElement, signal, () => state.view.get(), this.#onPressed);
    window.addEventListener('keydown', this.#onKey, { signal });
  }

  /** From the side it was seen from: what was seen from there is not hidden from nearer by. */
  begin({ x, y, z }: Readonly<Pose>, view: View): void {
    if (view.mode !== 'zoom') return;
    const { at, distance } = view.target;
    way.set(x - at[0], y - at[1], z - at[2]);
    if (way.lengthSq() < 1e-6) way.set(0, 0, 1);
    way.setLength(distance);
    const pose = this.#pose;
    pose.x = at[0] + way.x;
    pose.y = at[1] + way.y;
    pose.z = at[2] + way.z;
    turnTo(pose, at[0], at[1], at[2]);
  }

  look(): Readonly<Pose> {
    return this.#pose;
  }

  /** A link names no thing: once the eye is there, what it looks at is asked, and again when its data has come. */
  update(): void {
    const view = this.#state.view.get();
    if (view.mode !== 'zoom' || view.target.label !== ZOOM_UNNAMED) return;
    const hint = this.#state.world.hint.get();
    if (this.#asked === view.target && this.#hint === hint) return;
    const { x, y, z } = this.#pose;
    if (way.set(x, y, z).distanceTo(this.#scene.camera.position) > THERE_METRES) return;
    this.#asked = view.target;
    this.#hint = hint;
    const met = pick(this.#scene, CENTRE);
    if (!met || met.label === ZOOM_UNNAMED) return;
    if (way.fromArray(met.at).distanceTo(point3.fromArray(view.target.at)) > SAME_METRES) return;
    dispatchView(this.#state, { kind: 'zoom', target: { ...view.target, label: met.label } });
  }

  readonly #onPressed = (x: number, y: number, middle: boolean): void => {
    const box = this.#scene.renderer.domElement.getBoundingClientRect();
    if (middle) point.copy(CENTRE);
    else point.set(((x - box.left) / box.width) * 2 - 1, 1 - ((y - box.top) / box.height) * 2);
    this.#at(point);
  };

  #at(where: Vector2): void {
    const target = pick(this.#scene, where);
    if (target) dispatchView(this.#state, { kind: 'zoom', target });
    else dispatchView(this.#state, { kind: 'end', mode: 'zoom' });
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    // First who writes: what a browser fills into a field comes as presses that name no key.
    if (event.defaultPrevented || !isPlainKey(event) || !this.#state.settings.get().shortcuts) return;
    if (event.key.toLowerCase() !== lookCloser.key || event.repeat || event.shiftKey) return;
    if (this.#state.view.get().mode === 'zoom') dispatchView(this.#state, { kind: 'end', mode: 'zoom' });
    else this.#at(CENTRE);
  };

  dispose(): void {
    this.#abort.abort();
  }
}

let mounted: { readonly scene: WorldScene; readonly zoom: Zoom } | undefined;

export function init(scene: WorldScene, state: State, _theme: Theme): void {
  const zoom = new Zoom(scene, state);
  mounted = { scene, zoom };
  scene.cameraModes.set('zoom', zoom);
}

export function update(): void {
  mounted?.zoom.update();
}

export function dispose(): void {
  mounted?.zoom.dispose();
  mounted?.scene.cameraModes.delete('zoom');
  mounted = undefined;
}
