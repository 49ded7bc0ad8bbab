import type { SettingsState } from '../../data/config/settings/settings.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';
import { stay } from '../../data/view/go-to.ts';
import { isOnFoot } from '../../data/view/view.ts';
import { type RunningModule, defineModule } from '../core/define-module.ts';
import { PictureShape } from '../core/scene/picture-shape.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { START, startPose } from '../core/scene/start.ts';
import { Controls } from '../input/controls.ts';
import { CharacterController, EYE_METRES, type MoveIntent } from './character-controller.ts';
import { RUN_METRES_PER_SECOND, WALK_METRES_PER_SECOND } from './collision.ts';

type StateSlice = SettingsState & ViewState & WorldState;

const LABEL =
  'The world. Walk with W, A, S and D or the up and down arrows, turn with the left and right arrows or by dragging, look up and down with Page Up and Page Down.';
const TURN_RADIANS_PER_SECOND = 1.7;
const PITCH_RADIANS_PER_SECOND = 1.1;
/** The speed at full deflection of a stick. A stick recentres itself, so it can be faster than a key. */
const STICK_TURN_RADIANS_PER_SECOND = 2.6;
const STICK_PITCH_RADIANS_PER_SECOND = 1.7;
/** After this distance, about eight steps, the visitor needs no more advice on walking. */
const LEARNT_METRES = 6;

/**
 * Makes the canvas focusable, labels it, and disables scrolling by touch. Returns a function to undo this.
 */
function prepareCanvas(canvas: HTMLCanvasElement): () => void {
  const { touchAction } = canvas.style;
  const added = ['tabindex', 'aria-label'].filter((name) => !canvas.hasAttribute(name));
  canvas.style.touchAction = 'none';
  if (added.includes('tabindex')) canvas.tabIndex = 0;
  if (added.includes('aria-label')) canvas.setAttribute('aria-label', LABEL);
  return () => {
    canvas.style.touchAction = touchAction;
    for (const name of added) canvas.removeAttribute(name);
  };
}

/** Moves the player by keyboard, mouse, touch and gamepad; the camera follows in `camera-rig.ts`. */
class Walk implements RunningModule {
  readonly #scene: WorldScene;
  readonly #state: StateSlice;
  readonly #controls: Controls;
  readonly #controller = new CharacterController();
  readonly #intent: MoveIntent = { right: 0, ahead: 0, turn: 0, pitch: 0 };
  /** `player.teleportCount` when `#takeOver` ran last. */
  #teleportCount: number;
  #walkedMetres = 0;
  /** Whether the visitor has not moved yet. Until then the start pose depends on `#shape`. */
  #atStart = true;
  readonly #shape = new PictureShape();

  constructor(scene: WorldScene, state: StateSlice, signal: AbortSignal) {
    this.#scene = scene;
    this.#state = state;
    this.#controls = new Controls(scene.renderer.domElement, signal, state, scene.input);
    this.#teleportCount = scene.player.teleportCount;
    scene.player.heightOffset = 0;
    this.#listenForFocus(signal);
    this.#movePlayer(0);
  }

  #listenForFocus(signal: AbortSignal): void {
    const canvas = this.#scene.renderer.domElement;
    const { engaged } = this.#state.world;
    const update = (): void => {
      const now = this.#controls.locked || document.activeElement === canvas || canvas.matches(':focus');
      if (engaged.get() !== now) engaged.set(now);
    };
    canvas.addEventListener('focus', update, { signal });
    canvas.addEventListener('blur', update, { signal });
    document.addEventListener('pointerlockchange', update, { signal });
  }

  update(_elapsed: number, delta: number): void {
    if (this.#scene.player.teleportCount !== this.#teleportCount) this.#takeOver();
    const { inputState } = this.#controls;
    // In other views and during a warp the visitor stands still.
    const view = this.#state.view.get();
    const onFoot = isOnFoot(view);
    this.#controls.setEnabled(onFoot, view.mode === 'normal');
    if (!onFoot) {
      inputState.yawDelta = 0;
      inputState.pitchDelta = 0;
    }
    const looks = inputState.yawDelta !== 0 || inputState.pitchDelta !== 0;
    // When zoomed in, the mouse turns the view more slowly.
    const { zoom } = this.#scene.camera;
    this.#controller.look(inputState.yawDelta / zoom, inputState.pitchDelta / zoom);
    inputState.yawDelta = 0;
    inputState.pitchDelta = 0;
    this.#setIntent(onFoot);
    const { right, ahead, turn, pitch } = this.#intent;
    this.#scene.player.walks = right !== 0 || ahead !== 0;
    if (looks || this.#scene.player.walks || turn !== 0 || pitch !== 0) this.#leave();
    this.#followWindow();
    this.#controller.advance(this.#intent, delta, this.#scene.registry.obstacles.all);
    this.#movePlayer(delta);
  }

  /** Combines keys, touches and sticks. */
  #setIntent(onFoot: boolean): void {
    const intent = this.#intent;
    if (!onFoot) {
      intent.right = 0;
      intent.ahead = 0;
      intent.turn = 0;
      intent.pitch = 0;
      return;
    }
    const { inputState } = this.#controls;
    const { camera, input } = this.#scene;
    const { lookSpeed, invertLook } = this.#state.settings.get();
    const right = inputState.right + input.right;
    const ahead = inputState.ahead + input.ahead;
    const run = inputState.run || input.run;
    // The movement is limited to length 1, so that walking diagonally is not faster.
    const speed =
      (run ? RUN_METRES_PER_SECOND : WALK_METRES_PER_SECOND) / Math.max(1, Math.hypot(right, ahead));
    intent.right = right * speed;
    intent.ahead = ahead * speed;
    const lookFactor = lookSpeed / camera.zoom;
    const stickPitch = invertLook ? -input.pitch : input.pitch;
    intent.turn =
      (inputState.turn * TURN_RADIANS_PER_SECOND + input.turn * STICK_TURN_RADIANS_PER_SECOND) * lookFactor;
    intent.pitch =
      (inputState.pitch * PITCH_RADIANS_PER_SECOND + stickPitch * STICK_PITCH_RADIANS_PER_SECOND) *
      lookFactor;
  }

  /** Called when the visitor has moved. Modules that load later must not move them to another place. */
  #leave(): void {
    this.#atStart = false;
    stay(this.#state);
    this.#scene.player.goal = undefined;
    this.#scene.player.destination = undefined;
  }

  /** Until the visitor moves, the start pose follows the window, for example when a phone is rotated. */
  #followWindow(): void {
    if (!this.#atStart) return;
    const shape = this.#shape;
    if (!shape.follow(this.#scene)) return;
    const { z, pitch } = startPose(shape.fov, shape.aspect, shape.height);
    this.#controller.teleport({ x: START.x, z, yaw: 0, pitch }, true, this.#scene.registry.obstacles.all);
    this.#movePlayer(0);
  }

  /** Continues from the place of a teleport; on the ground at the nearest free place. */
  #takeOver(): void {
    const { player } = this.#scene;
    const { obstacles } = this.#scene.registry;
    this.#teleportCount = player.teleportCount;
    this.#atStart = false;
    this.#controller.teleport(player, player.heightOffset === 0, obstacles.all);
  }

  #movePlayer(delta: number): void {
    const { player } = this.#scene;
    const { x, z, ground, yaw, pitch } = this.#controller.shown;
    // A teleport has already moved the player, so the rest is the walked distance.
    if (delta > 0) this.#countWalked(Math.hypot(x - player.x, z - player.z));
    player.x = x;
    player.y = ground + EYE_METRES;
    player.z = z;
    player.yaw = yaw;
    player.pitch = pitch;
  }

  #countWalked(metres: number): void {
    const { walked } = this.#state.world;
    if (walked.get()) return;
    this.#walkedMetres += metres;
    if (this.#walkedMetres >= LEARNT_METRES) walked.set(true);
  }

  dispose(): void {
    this.#controls.dispose();
    this.#state.world.engaged.set(false);
  }
}

export const { init, update, dispose } = defineModule((scene, state, _theme, disposables) => {
  disposables.defer(prepareCanvas(scene.renderer.domElement));
  return new Walk(scene, state, disposables.signal);
});
