import type { State } from '../../data/state.ts';
import { isOnFoot } from '../../data/view/view.ts';
import type { Theme } from '../../theme/theme.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { Controls } from '../input/controls.ts';
import { EYE_METRES, CharacterController, type Intent } from './character-controller.ts';
import { RUN_SPEED, WALK_SPEED } from './collision.ts';

export { BOUND_METRES, EYE_METRES, boundAt } from './character-controller.ts';

const LABEL =
  'The world. Walk with W, A, S and D or the up and down arrows, turn with the left and right arrows or by dragging, look up and down with Page Up and Page Down.';
const TURN_RADIANS_PER_SECOND = 1.7;
const TILT_RADIANS_PER_SECOND = 1.1;
/** A gamepad's stick, at its end: it finds the middle by itself, and may be quicker than a key. */
const STICK_TURN_RADIANS_PER_SECOND = 2.6;
const STICK_TILT_RADIANS_PER_SECOND = 1.7;
/** Some eight steps: whoever went so far needs no advice how. */
const LEARNT_METRES = 6;

class Walk {
  readonly #scene: WorldScene;
  readonly #state: State;
  readonly #canvas: HTMLCanvasElement;
  readonly #abort = new AbortController();
  readonly #controls: Controls;
  readonly #gait = new CharacterController();
  readonly #intent: Intent = { right: 0, ahead: 0, turn: 0, tilt: 0 };
  /** Of the stance, as last taken up. */
  #moves: number;
  #walkedMetres = 0;
  /** Gives the canvas back as it was. */
  readonly #restore: () => void;

  constructor(scene: WorldScene, state: State) {
    this.#scene = scene;
    this.#state = state;
    this.#canvas = scene.renderer.domElement;
    this.#controls = new Controls(this.#canvas, this.#abort.signal, state, scene.input);
    this.#moves = scene.player.teleportCount;
    scene.player.heightOffset = 0;
    this.#restore = this.#prepareCanvas();
    this.#hearFocus();
    this.#place(0);
  }

  #prepareCanvas(): () => void {
    const canvas = this.#canvas;
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

  #hearFocus(): void {
    const canvas = this.#canvas;
    const on = { signal: this.#abort.signal };
    const engage = (): void => {
      const engaged = this.#controls.locked || document.activeElement === canvas || canvas.matches(':focus');
      if (this.#state.world.engaged.get() !== engaged) this.#state.world.engaged.set(engaged);
    };
    canvas.addEventListener('focus', engage, on);
    canvas.addEventListener('blur', engage, on);
    document.addEventListener('pointerlockchange', engage, on);
  }

  update(delta: number): void {
    if (this.#scene.player.teleportCount !== this.#moves) this.#takeUp();
    const { wish } = this.#controls;
    // Who looks from elsewhere, or is on the way to another world, stands still.
    const view = this.#state.view.get();
    const stays = !isOnFoot(view);
    this.#controls.setFree(!stays, view.mode === 'normal');
    if (stays) {
      wish.yaw = 0;
      wish.pitch = 0;
    }
    // What is seen nearer is aimed at finer.
    const { zoom } = this.#scene.camera;
    this.#gait.look(wish.yaw / zoom, wish.pitch / zoom);
    wish.yaw = 0;
    wish.pitch = 0;
    this.#intend(stays);
    this.#gait.advance(this.#intent, delta, this.#scene.obstacles.all);
    this.#place(delta);
  }

  /** Puts keys, fingers and sticks together. */
  #intend(stays: boolean): void {
    const intent = this.#intent;
    if (stays) {
      intent.right = 0;
      intent.ahead = 0;
      intent.turn = 0;
      intent.tilt = 0;
      return;
    }
    const { wish } = this.#controls;
    const { camera, input } = this.#scene;
    const { lookSpeed, invertLook } = this.#state.settings.get();
    const right = wish.right + input.right;
    const ahead = wish.ahead + input.ahead;
    // Aslant nobody is faster.
    const speed = (wish.run || input.run ? RUN_SPEED : WALK_SPEED) / Math.max(1, Math.hypot(right, ahead));
    intent.right = right * speed;
    intent.ahead = ahead * speed;
    const turnSpeed = lookSpeed / camera.zoom;
    intent.turn =
      (wish.turn * TURN_RADIANS_PER_SECOND + input.turn * STICK_TURN_RADIANS_PER_SECOND) * turnSpeed;
    intent.tilt =
      (wish.tilt * TILT_RADIANS_PER_SECOND +
        (invertLook ? -input.tilt : input.tilt) * STICK_TILT_RADIANS_PER_SECOND) *
      turnSpeed;
  }

  /** Somebody put the visitor elsewhere: they stand there, on that ground, as far as it is free. */
  #takeUp(): void {
    const { player, obstacles } = this.#scene;
    this.#moves = player.teleportCount;
    this.#gait.put(player.x, player.z, player.yaw, player.pitch, player.heightOffset === 0, obstacles.all);
  }

  #place(delta: number): void {
    const { camera, cameraRig, player } = this.#scene;
    const { x, z, ground, yaw, pitch } = this.#gait.shown;
    // Whoever was put somewhere is there already: this is what they went themselves.
    if (delta > 0) this.#learn(Math.hypot(x - player.x, z - player.z));
    player.x = x;
    player.y = ground + EYE_METRES;
    player.z = z;
    player.yaw = yaw;
    player.pitch = pitch;
    if (cameraRig) {
      cameraRig.update(player, delta);
      return;
    }
    camera.position.set(player.x, player.y + player.heightOffset, player.z);
    camera.rotation.set(pitch, yaw, 0);
  }

  #learn(metres: number): void {
    const { walked } = this.#state.world;
    if (walked.get()) return;
    this.#walkedMetres += metres;
    if (this.#walkedMetres >= LEARNT_METRES) walked.set(true);
  }

  dispose(): void {
    this.#controls.dispose();
    this.#abort.abort();
    this.#restore();
    this.#state.world.engaged.set(false);
  }
}

let walk: Walk | undefined;

export function init(scene: WorldScene, state: State, _theme: Theme): void {
  walk = new Walk(scene, state);
}

export function update(_elapsed: number, delta: number): void {
  walk?.update(delta);
}

export function dispose(): void {
  walk?.dispose();
  walk = undefined;
}
