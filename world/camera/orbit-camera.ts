import { MathUtils, PerspectiveCamera, Spherical, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { WorldState } from '../../data/world-state.ts';
import type { CameraMode, Pose } from '../core/scene/camera-modes.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { isPlainKey } from '../input/keyboard.ts';
import { heightAt } from '../terrain/island/height.ts';
import { damp, newPose, turnTo } from './pose.ts';
import type { StickInput } from '../core/scene/player.ts';

interface OrbitOptions {
  /** The centre of the orbit. Metres. */
  readonly target: readonly [x: number, y: number, z: number];
  readonly minMetres: number;
  readonly maxMetres: number;
  /** The steepest view from above, and the lowest. Radians from straight up, as in OrbitControls. */
  readonly minPolarAngle: number;
  readonly maxPolarAngle: number;
  /** See `CameraMode`. */
  readonly factor: number;
}

/** The share of the remaining rotation or distance in each 60th of a second. */
const DAMPING = 0.12;
const KEY_RADIANS_PER_SECOND = 0.9;
/** The change of the distance per second, as an exponent. */
const KEY_APPROACH = 0.9;
const KEY_EASE_SECONDS = 0.12;
/** The camera stays at least this far above the ground. */
const CLEARANCE_METRES = 1.2;

type Axis = 'across' | 'up' | 'nearer';

const HELD: Readonly<Record<string, readonly [Axis, number]>> = {
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
 * A camera mode that orbits a point. It reacts to pointer, wheel and pinch (OrbitControls of three.js), to
 * keys (A, D and the arrows rotate, W and S zoom) and to a gamepad's sticks. It has its own camera, so that
 * the rig can fly to that camera's pose. It listens to input only while the mode is active.
 */
export class OrbitCamera implements CameraMode {
  readonly factor: number;
  readonly #options: OrbitOptions;
  readonly #canvas: HTMLCanvasElement;
  readonly #state: WorldState;
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

  constructor(scene: WorldScene, state: WorldState, options: OrbitOptions) {
    this.factor = options.factor;
    this.#options = options;
    this.#canvas = scene.renderer.domElement;
    this.#state = state;
    this.#input = scene.input;
    this.#target.fromArray(options.target);
  }

  /** Moves to the side of the target where `from` is, as close to `from` as the limits allow. */
  place(from: Readonly<Pose>): void {
    const { minMetres, maxMetres, minPolarAngle, maxPolarAngle } = this.#options;
    offset.set(from.x, from.y, from.z).sub(this.#target);
    // If `from` is at the target, the camera is placed in front of the target.
    if (offset.lengthSq() < 1e-6) offset.set(0, 0, 1);
    around.setFromVector3(offset);
    around.radius = MathUtils.clamp(around.radius, minMetres, maxMetres);
    around.phi = MathUtils.clamp(around.phi, minPolarAngle, maxPolarAngle);
    this.#distance = around.radius;
    this.#camera.position.setFromSpherical(around).add(this.#target);
  }

  /** The centre of the orbit. */
  protected get target(): Readonly<Vector3> {
    return this.#target;
  }

  /** Moves the centre of the orbit. */
  aim(x: number, y: number, z: number): void {
    this.#target.set(x, y, z);
    this.#controls?.target.copy(this.#target);
  }

  /** The distance from the camera to the point `to`. Metres. */
  distanceTo(to: Readonly<Pose>): number {
    return this.#camera.position.distanceTo(offset.set(to.x, to.y, to.z));
  }

  begin(from: Readonly<Pose>): void {
    this.place(from);
    this.resume();
  }

  /** Continues the orbit from its last pose. */
  resume(): void {
    this.end();
    const { minMetres, maxMetres, minPolarAngle, maxPolarAngle } = this.#options;
    // Created again each time, so that an interrupted drag does not continue.
    const controls = new OrbitControls(this.#camera, this.#canvas);
    controls.target.copy(this.#target);
    controls.minDistance = minMetres;
    controls.maxDistance = maxMetres;
    controls.minPolarAngle = minPolarAngle;
    controls.maxPolarAngle = maxPolarAngle;
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
    // OrbitControls adds its listeners to the document on `pointerdown`, so the listeners added here are
    // called first.
    for (const type of ['pointermove', 'pointerup'] as const)
      document.addEventListener(type, this.#onPointer, on);
    window.addEventListener('keydown', this.#onKeyDown, on);
    window.addEventListener('keyup', this.#onKeyUp, on);
    window.addEventListener('blur', this.#releaseKeys, on);
    document.addEventListener('visibilitychange', this.#releaseKeys, on);
  }

  end(): void {
    if (!this.#controls) return;
    const { touchAction } = this.#canvas.style;
    this.#controls.dispose();
    // Restores `touch-action`, which `dispose` has set to a fixed value.
    this.#canvas.style.touchAction = touchAction;
    this.#controls = undefined;
    this.#listening?.abort();
    this.#releaseKeys();
  }

  look(delta: number): Readonly<Pose> {
    const controls = this.#controls;
    if (!controls) return this.#pose;
    const reducedMotion = this.#state.world.reducedMotion.get();
    this.#steer(delta, reducedMotion);
    const share = reducedMotion ? 1 : damp(DAMPING, delta);
    controls.dampingFactor = share;
    controls.update();
    offset.copy(this.#camera.position).sub(this.#target);
    const wanted = offset.length();
    this.#distance += (wanted - this.#distance) * share;
    offset.multiplyScalar(this.#distance / wanted).add(this.#target);
    const pose = this.#pose;
    pose.x = offset.x;
    pose.z = offset.z;
    pose.y = Math.max(offset.y, heightAt(offset.x, offset.z) + CLEARANCE_METRES);
    turnTo(pose, this.#target.x, this.#target.y, this.#target.z);
    return pose;
  }

  /** Moves the camera with keys and sticks, by the same distance at any frame rate. */
  #steer(delta: number, reducedMotion: boolean): void {
    const across = this.#step('across', delta, reducedMotion) * KEY_RADIANS_PER_SECOND;
    const up = this.#step('up', delta, reducedMotion) * KEY_RADIANS_PER_SECOND;
    const nearer = this.#step('nearer', delta, reducedMotion) * KEY_APPROACH;
    if (across === 0 && up === 0 && nearer === 0) return;
    const { minMetres, maxMetres, minPolarAngle, maxPolarAngle } = this.#options;
    const { position } = this.#camera;
    around.setFromVector3(offset.copy(position).sub(this.#target));
    const before = around.radius;
    around.theta += across;
    around.phi = MathUtils.clamp(around.phi - up, minPolarAngle, maxPolarAngle);
    around.radius = MathUtils.clamp(before * Math.exp(-nearer), minMetres, maxMetres);
    this.#distance *= around.radius / before;
    position.setFromSpherical(around).add(this.#target);
  }

  /** The distance covered in `delta` seconds at a damped speed: the exact solution, as in `glide`. */
  #step(axis: Axis, delta: number, reducedMotion: boolean): number {
    const wanted = MathUtils.clamp(this.#wanted[axis] + this.#stick(axis), -1, 1);
    const speed = this.#speed[axis];
    if (speed === wanted && wanted === 0) return 0;
    const remaining = reducedMotion ? 0 : Math.exp(-delta / KEY_EASE_SECONDS);
    const after = wanted + (speed - wanted) * remaining;
    this.#speed[axis] = wanted === 0 && Math.abs(after) < 1e-4 ? 0 : after;
    return reducedMotion
      ? wanted * delta
      : wanted * delta + (speed - wanted) * KEY_EASE_SECONDS * (1 - remaining);
  }

  /** The input of a gamepad's sticks. */
  #stick(axis: Axis): number {
    const { ahead, right, pitch, turn } = this.#input;
    if (axis === 'across') return right - turn;
    return axis === 'up' ? pitch : ahead;
  }

  /**
   * OrbitControls throws if a touch begins while a mouse button is pressed, because it handles the mouse as a
   * touch. So this stops events of pointers that have another type than the first one.
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
    this.#sumKeys();
  };

  readonly #onKeyUp = (event: KeyboardEvent): void => {
    // While the command key of a Mac is down, the release of other keys is not reported. So its own release
    // releases all keys.
    if (event.key === 'Meta') this.#releaseKeys();
    else if (this.#held.delete(event.code)) this.#sumKeys();
  };

  readonly #releaseKeys = (): void => {
    this.#held.clear();
    this.#sumKeys();
  };

  #sumKeys(): void {
    const wanted = this.#wanted;
    wanted.across = 0;
    wanted.up = 0;
    wanted.nearer = 0;
    for (const code of this.#held) {
      const held = HELD[code];
      if (held) wanted[held[0]] = MathUtils.clamp(wanted[held[0]] + held[1], -1, 1);
    }
  }
}
