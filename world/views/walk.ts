import type { State } from '../../data/state.ts';
import { isOnFoot } from '../../data/view.ts';
import type { Theme } from '../../theme/theme.ts';
import type { Obstacle } from '../core/obstacles.ts';
import type { WorldScene } from '../core/scene.ts';
import { START, START_LOOK } from '../core/stage.ts';
import { heightAt, rimAt } from '../terrain/height.ts';
import { Controls } from './controls.ts';
import { type Body, RUN_SPEED, WALK_SPEED, glide, keepInside, keepOut } from './stride.ts';

/** Above the ground: so that the visit begins at exactly the eye height of the composition, on ground a step below the platform. */
export const EYE_METRES = START.y - heightAt(START.x, START.z);
/** The island reaches 34 m, less here and there: one stops before its edge breaks away. */
export const BOUND_METRES = 33;
const EDGE_MARGIN_METRES = 2.6;
/** Straight up and straight down make walkers dizzy, and the horizon is lost. */
const MAX_PITCH = 1.35;
const TURN_RADIANS_PER_SECOND = 1.7;
/** The ground's unevenness reaches the eye softened: 63 % of it in this many seconds. */
const HEIGHT_EASE_SECONDS = 0.18;
/** Slower than this nobody moves: metres a second. What stands is not stepped. */
const REST_SPEED = 1e-4;
const TURN_EASE_SECONDS = 0.08;

export const boundAt = (x: number, z: number): number =>
  Math.min(BOUND_METRES, rimAt(Math.atan2(z, x)) - EDGE_MARGIN_METRES);

class Walk {
  readonly #scene: WorldScene;
  readonly #state: State;
  readonly #canvas: HTMLCanvasElement;
  readonly #abort = new AbortController();
  readonly #controls: Controls;
  readonly #body: Body;
  #ground: number;
  #yaw: number;
  #pitch: number;
  #turning = 0;
  /** Of the stance, as last taken up. */
  #moves: number;
  #obstacles: readonly Obstacle[] = [];
  #madeFocusable = false;

  constructor(scene: WorldScene, state: State) {
    this.#scene = scene;
    this.#state = state;
    this.#canvas = scene.renderer.domElement;
    this.#controls = new Controls(this.#canvas, this.#abort.signal, state.settings);
    this.#body = { x: START.x, z: START.z, vx: 0, vz: 0 };
    this.#ground = heightAt(START.x, START.z);
    this.#moves = scene.stance.moves;
    scene.stance.lift = 0;
    this.#yaw = Math.atan2(START.x - START_LOOK.x, START.z - START_LOOK.z);
    this.#pitch = Math.atan2(
      START_LOOK.y - START.y,
      Math.hypot(START_LOOK.x - START.x, START_LOOK.z - START.z),
    );
    scene.camera.rotation.order = 'YXZ';
    this.#prepareCanvas();
    this.#place(0);
  }

  #prepareCanvas(): void {
    const canvas = this.#canvas;
    this.#madeFocusable = !canvas.hasAttribute('tabindex');
    if (this.#madeFocusable) canvas.tabIndex = 0;
    canvas.style.touchAction = 'none';
    if (!canvas.hasAttribute('aria-label'))
      canvas.setAttribute(
        'aria-label',
        'The world. Walk with W, A, S and D or the up and down arrows, turn with the left and right arrows or by dragging.',
      );
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
    if (this.#scene.stance.moves !== this.#moves) this.#takeUp();
    const { wish } = this.#controls;
    // Who looks from elsewhere, or is on the way to another world, stands still.
    const view = this.#state.view.get();
    const stays = !isOnFoot(view);
    this.#controls.setFree(!stays, view.mode === 'normal');
    if (stays) {
      wish.yaw = 0;
      wish.pitch = 0;
    }
    const turnSpeed = TURN_RADIANS_PER_SECOND * this.#state.settings.get().lookSpeed;
    const wantedTurn = stays ? 0 : wish.turn * turnSpeed;
    const left = Math.exp(-delta / TURN_EASE_SECONDS);
    // The exact damping again, as in `glide`.
    this.#yaw +=
      wish.yaw + wantedTurn * delta + (this.#turning - wantedTurn) * TURN_EASE_SECONDS * (1 - left);
    this.#turning = wantedTurn + (this.#turning - wantedTurn) * left;
    this.#pitch = Math.min(MAX_PITCH, Math.max(-MAX_PITCH, this.#pitch + wish.pitch));
    wish.yaw = 0;
    wish.pitch = 0;

    const body = this.#body;
    const resting =
      (stays || (wish.right === 0 && wish.ahead === 0)) &&
      Math.abs(body.vx) + Math.abs(body.vz) < REST_SPEED &&
      this.#scene.obstacles.all === this.#obstacles;
    if (!resting) this.#step(delta, stays ? 0 : wish.run ? RUN_SPEED : WALK_SPEED);
    this.#place(delta);
  }

  /** Somebody put the visitor elsewhere: they stand there, on that ground, as far as it is free. */
  #takeUp(): void {
    const { stance } = this.#scene;
    const body = this.#body;
    this.#moves = stance.moves;
    body.x = stance.x;
    body.z = stance.z;
    body.vx = 0;
    body.vz = 0;
    this.#turning = 0;
    this.#yaw = stance.yaw;
    this.#pitch = stance.pitch;
    this.#obstacles = this.#scene.obstacles.all;
    if (stance.lift === 0) keepOut(body, this.#obstacles);
    keepInside(body, boundAt(body.x, body.z));
    this.#ground = heightAt(body.x, body.z);
  }

  #step(delta: number, most: number): void {
    const { wish } = this.#controls;
    const speed = most / Math.max(1, Math.hypot(wish.right, wish.ahead));
    const sin = Math.sin(this.#yaw);
    const cos = Math.cos(this.#yaw);
    const body = this.#body;
    this.#obstacles = this.#scene.obstacles.all;
    glide(
      body,
      (wish.right * cos - wish.ahead * sin) * speed,
      (-wish.right * sin - wish.ahead * cos) * speed,
      delta,
    );
    keepOut(body, this.#obstacles);
    keepInside(body, boundAt(body.x, body.z));
    const ground = heightAt(body.x, body.z);
    this.#ground = ground + (this.#ground - ground) * Math.exp(-delta / HEIGHT_EASE_SECONDS);
  }

  #place(delta: number): void {
    const { camera, eye, stance } = this.#scene;
    stance.x = this.#body.x;
    stance.y = this.#ground + EYE_METRES;
    stance.z = this.#body.z;
    stance.yaw = this.#yaw;
    stance.pitch = this.#pitch;
    if (eye) {
      eye.see(stance, delta);
      return;
    }
    camera.position.set(stance.x, stance.y + stance.lift, stance.z);
    camera.rotation.set(this.#pitch, this.#yaw, 0);
  }

  dispose(): void {
    this.#controls.dispose();
    this.#abort.abort();
    if (this.#madeFocusable) this.#canvas.removeAttribute('tabindex');
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
