import { PerspectiveCamera, Spherical, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { State } from '../../data/state.ts';
import type { StickInput } from '../core/scene/input-state.ts';
import type { CameraMode, Pose } from '../core/scene/camera-modes.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { isPlainKey } from '../input/keyboard.ts';
import { heightAt } from '../terrain/island/height.ts';
import { damp, newPose, turnTo } from './pose.ts';

export interface OrbitOptions {
  /** What one moves round. Metres. */
  readonly target: readonly [x: number, y: number, z: number];
  /** How near and how far. Metres. */
  readonly least: number;
  readonly most: number;
  /** How steeply from above, and how low: radians from straight up. */
  readonly highest: number;
  readonly lowest: number;
  /** As an outlook's. */
  readonly factor: number;
}

/** What of a turn or of a step nearer is still to come is done by this share per 60th of a second. */
const DAMPING = 0.12;
const KEY_RADIANS_PER_SECOND = 0.9;
/** Of the distance, per second, as an exponent. */
const KEY_APPROACH = 0.9;
const KEY_EASE_SECONDS = 0.12;
/** The eye stays above the ground. Metres. */
const CLEARANCE = 1.2;

const HELD: Readonly<Record<string, readonly ['across' | 'up' | 'nearer', number]>> = {
  ArrowLeft: ['across', -1],
  ArrowRight: ['across', 1],
  KeyA: ['across', -1],
  KeyD: ['across', 1],
  ArrowUp: ['up', 1],
  ArrowDown: ['up', -1],
  KeyW: ['nearer', 1],
  KeyS: ['nearer', -1],
};

const offset = new Vector3();
const around = new Spherical();

/**
 * An outlook that moves round a point: by dragging, wheel and two fingers (three.js's OrbitControls), and by keys: A, D and the arrows turn, W and S
 * go nearer and farther, as do a gamepad's sticks. It holds a camera of its own, so that the rig can fly to where that one is. Listens only while it is looked from.
 */
export class OrbitCamera implements CameraMode {
  readonly factor: number;
  readonly #options: OrbitOptions;
  readonly #canvas: HTMLCanvasElement;
  readonly #state: State;
  readonly #input: StickInput;
  readonly #camera = new PerspectiveCamera();
  readonly #target = new Vector3();
  readonly #pose = newPose();
  readonly #held = new Set<string>();
  readonly #pointers = new Set<number>();
  #pointerType = '';
  readonly #speed = { across: 0, up: 0, nearer: 0 };
  readonly #wanted = { across: 0, up: 0, nearer: 0 };
  #distance = 0;
  #controls: OrbitControls | undefined;
  #listening: AbortController | undefined;

  constructor(scene: WorldScene, state: State, options: OrbitOptions) {
    this.factor = options.factor;
    this.#options = options;
    this.#canvas = scene.renderer.domElement;
    this.#state = state;
    this.#input = scene.input;
    this.#target.fromArray(options.target);
  }

  /** Takes its place on the side of the target where `from` is, as near to it as the limits allow. */
  place(from: Readonly<Pose>): void {
    const { least, most, highest, lowest } = this.#options;
    offset.set(from.x, from.y, from.z).sub(this.#target);
    // Who stands at the target itself looks at it from the front.
    if (offset.lengthSq() < 1e-6) offset.set(0, 0, 1);
    around.setFromVector3(offset);
    around.radius = Math.min(most, Math.max(least, around.radius));
    around.phi = Math.min(lowest, Math.max(highest, around.phi));
    this.#distance = around.radius;
    this.#camera.position.setFromSpherical(around).add(this.#target);
  }

  begin(from: Readonly<Pose>): void {
    this.place(from);
    this.resume();
  }

  /** Goes on from where it was. */
  resume(): void {
    this.end();
    const { least, most, highest, lowest } = this.#options;
    // Made anew each time: a drag that another view interrupted is none of the next one's.
    const controls = new OrbitControls(this.#camera, this.#canvas);
    controls.target.copy(this.#target);
    controls.minDistance = least;
    controls.maxDistance = most;
    controls.minPolarAngle = highest;
    controls.maxPolarAngle = lowest;
    controls.enablePan = false;
    controls.enableDamping = true;
    controls.update();
    this.#controls = controls;
    this.#listening = new AbortController();
    const on = { signal: this.#listening.signal };
    const first = { ...on, capture: true };
    this.#pointers.clear();
    for (const type of ['pointerdown', 'pointercancel'] as const)
      this.#canvas.addEventListener(type, this.#onPointer, first);
    // The controls hear these there from the first press on: later than this.
    for (const type of ['pointermove', 'pointerup'] as const)
      document.addEventListener(type, this.#onPointer, on);
    window.addEventListener('keydown', this.#onKeyDown, on);
    window.addEventListener('keyup', this.#onKeyUp, on);
    window.addEventListener('blur', this.#letGo, on);
    document.addEventListener('visibilitychange', this.#letGo, on);
  }

  end(): void {
    if (!this.#controls) return;
    const { touchAction } = this.#canvas.style;
    this.#controls.dispose();
    // The controls leave it as they think it was before them.
    this.#canvas.style.touchAction = touchAction;
    this.#controls = undefined;
    this.#listening?.abort();
    this.#letGo();
  }

  look(delta: number): Readonly<Pose> {
    const controls = this.#controls;
    if (!controls) return this.#pose;
    const still = this.#state.world.reducedMotion.get();
    this.#steer(delta, still);
    const share = still ? 1 : damp(DAMPING, delta);
    controls.dampingFactor = share;
    controls.update();
    offset.copy(this.#camera.position).sub(this.#target);
    const wanted = offset.length();
    this.#distance += (wanted - this.#distance) * share;
    offset.multiplyScalar(this.#distance / wanted).add(this.#target);
    const pose = this.#pose;
    pose.x = offset.x;
    pose.z = offset.z;
    pose.y = Math.max(offset.y, heightAt(offset.x, offset.z) + CLEARANCE);
    turnTo(pose, this.#target.x, this.#target.y, this.#target.z);
    return pose;
  }

  /** Moves its own camera by the keys: the same way at any frame rate. */
  #steer(delta: number, still: boolean): void {
    const across = this.#step('across', delta, still) * KEY_RADIANS_PER_SECOND;
    const up = this.#step('up', delta, still) * KEY_RADIANS_PER_SECOND;
    const nearer = this.#step('nearer', delta, still) * KEY_APPROACH;
    if (across === 0 && up === 0 && nearer === 0) return;
    const { least, most, highest, lowest } = this.#options;
    const { position } = this.#camera;
    around.setFromVector3(offset.copy(position).sub(this.#target));
    const before = around.radius;
    around.theta += across;
    around.phi = Math.min(lowest, Math.max(highest, around.phi - up));
    around.radius = Math.min(most, Math.max(least, before * Math.exp(-nearer)));
    this.#distance *= around.radius / before;
    position.setFromSpherical(around).add(this.#target);
  }

  /** How far one of the speeds leads in `delta`: the exact damping, as in `glide`. */
  #step(way: 'across' | 'up' | 'nearer', delta: number, still: boolean): number {
    const wanted = Math.min(1, Math.max(-1, this.#wanted[way] + this.#pushed(way)));
    const speed = this.#speed[way];
    if (speed === wanted && wanted === 0) return 0;
    const left = still ? 0 : Math.exp(-delta / KEY_EASE_SECONDS);
    const after = wanted + (speed - wanted) * left;
    this.#speed[way] = wanted === 0 && Math.abs(after) < 1e-4 ? 0 : after;
    return still ? wanted * delta : wanted * delta + (speed - wanted) * KEY_EASE_SECONDS * (1 - left);
  }

  /** By a gamepad's sticks. */
  #pushed(way: 'across' | 'up' | 'nearer'): number {
    const { ahead, right, pitch, turn } = this.#input;
    if (way === 'across') return right - turn;
    return way === 'up' ? pitch : ahead;
  }

  /**
   * A finger beside a mouse that is held, also on a button, is more than the controls can bear: they look for where the mouse is as for a finger,
   * and find nothing.
   */
  readonly #onPointer = (event: PointerEvent): void => {
    if (this.#pointers.size > 0 && event.pointerType !== this.#pointerType) {
      event.stopImmediatePropagation();
      return;
    }
    if (event.type === 'pointerdown') {
      this.#pointerType = event.pointerType;
      this.#pointers.add(event.pointerId);
    } else if (event.type !== 'pointermove') this.#pointers.delete(event.pointerId);
  };

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.code in HELD) || !isPlainKey(event)) return;
    if (event.code.startsWith('Arrow')) {
      if (event.target !== this.#canvas && event.target !== document.body) return;
      event.preventDefault();
    }
    this.#held.add(event.code);
    this.#sum();
  };

  readonly #onKeyUp = (event: KeyboardEvent): void => {
    if (this.#held.delete(event.code)) this.#sum();
  };

  readonly #letGo = (): void => {
    this.#held.clear();
    this.#sum();
  };

  #sum(): void {
    const wanted = this.#wanted;
    wanted.across = 0;
    wanted.up = 0;
    wanted.nearer = 0;
    for (const code of this.#held) {
      const held = HELD[code];
      if (held) wanted[held[0]] = Math.min(1, Math.max(-1, wanted[held[0]] + held[1]));
    }
  }
}
