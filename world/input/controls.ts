import { MathUtils } from 'three';
import type { SettingsState } from '../../data/config/settings/settings.ts';
import type { WorldState, Stick } from '../../data/world-state.ts';
import { capturePointer } from './pointer.ts';
import { isPlainKey, usesArrows } from './keyboard.ts';
import { TouchGestures, MAX_JUMP_PIXELS } from './touch-gestures.ts';
import type { StickInput } from '../core/scene/player.ts';

/** The visitor's current input. The object changes: do not keep it. */
interface InputState {
  /** −1 to 1: walking to the right and ahead. */
  right: number;
  ahead: number;
  run: boolean;
  /** −1 to 1: rotating by key, to the left and up. */
  turn: number;
  pitch: number;
  /** Radians of rotation by mouse or touch, left and up, since the last read. The reader resets them to 0. */
  yawDelta: number;
  pitchDelta: number;
}

/** Key codes name positions on the keyboard, so W A S D have the same positions on every layout. */
const HELD: Readonly<Record<string, readonly ['right' | 'ahead' | 'turn' | 'pitch', number]>> = {
  KeyW: ['ahead', 1],
  KeyS: ['ahead', -1],
  KeyA: ['right', -1],
  KeyD: ['right', 1],
  ArrowUp: ['ahead', 1],
  ArrowDown: ['ahead', -1],
  ArrowLeft: ['turn', 1],
  ArrowRight: ['turn', -1],
  PageUp: ['pitch', 1],
  PageDown: ['pitch', -1],
};
const MOUSE_RADIANS = 0.0026;
const TOUCH_RADIANS = 0.0055;
/** The left part of the canvas that is the stick; the rest rotates the view (docs/controls.md). */
const STICK_PART = 0.4;
/** A second click within this time is a double click, which zooms in and does not lock the pointer. */
const DOUBLE_CLICK_MS = 280;

/**
 * Combines keyboard, mouse and touch in one `inputState`. A click on the picture locks the pointer (Escape
 * releases it). While the pointer is not locked, dragging rotates the view. A touch walks in the left part of
 * the picture and rotates in the right part, where two touches zoom. All listeners end with the same signal.
 */
export class Controls {
  readonly inputState: InputState = {
    right: 0,
    ahead: 0,
    run: false,
    turn: 0,
    pitch: 0,
    yawDelta: 0,
    pitchDelta: 0,
  };
  readonly #canvas: HTMLCanvasElement;
  readonly #state: Pick<SettingsState, 'settings'> & Pick<WorldState, 'world'>;
  readonly #input: StickInput;
  readonly #held = new Set<string>();
  readonly #touches = new TouchGestures();
  #enabled = true;
  /** Whether the pointer was locked when the controls were disabled, and must be locked again. */
  #retakes = false;
  #locking: ReturnType<typeof setTimeout> | undefined;

  constructor(
    canvas: HTMLCanvasElement,
    signal: AbortSignal,
    state: Pick<SettingsState, 'settings'> & Pick<WorldState, 'world'>,
    input: StickInput,
  ) {
    this.#canvas = canvas;
    this.#state = state;
    this.#input = input;
    const on = { signal };
    window.addEventListener('keydown', this.#onKeyDown, on);
    window.addEventListener('keyup', this.#onKeyUp, on);
    window.addEventListener('blur', this.#release, on);
    canvas.addEventListener('pointerdown', this.#onPointerDown, on);
    canvas.addEventListener('pointermove', this.#onPointerMove, on);
    canvas.addEventListener('pointerup', this.#onPointerUp, on);
    canvas.addEventListener('pointercancel', this.#onPointerCancel, on);
    canvas.addEventListener('lostpointercapture', this.#onPointerCancel, on);
    document.addEventListener('visibilitychange', this.#release, on);
    document.addEventListener('pointerlockchange', this.#onLock, on);
    document.addEventListener('pointerlockerror', this.#onRefusal, on);
    // Releases touches when the screen is rotated, because they then have other positions on the canvas.
    window.matchMedia('(orientation: portrait)').addEventListener('change', this.#release, on);
  }

  get locked(): boolean {
    return document.pointerLockElement === this.#canvas;
  }

  /**
   * Sets whether keyboard, mouse and touch move the player. Disabling releases the pointer; enabling with
   * `retake` locks it again.
   */
  setEnabled(enabled: boolean, retake: boolean): void {
    if (enabled === this.#enabled) return;
    this.#enabled = enabled;
    clearTimeout(this.#locking);
    if (!enabled) {
      this.#touches.release();
      // While disabled, touches are not counted, so the next tap must not be taken for a pinch.
      this.#input.pinched = false;
      this.#released();
      this.#retakes = this.locked;
      if (this.locked) document.exitPointerLock();
    } else if (this.#retakes && retake) void this.#lock();
  }

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    const held = HELD[event.code];
    if (event.key === 'Escape') clearTimeout(this.#locking);
    if (event.key === 'Shift') this.inputState.run = true;
    if (!held || !isPlainKey(event)) return;
    // Arrow and page keys scroll texts and move in lists and sliders. Elsewhere, for example on a button with
    // the focus, they walk.
    if (!event.code.startsWith('Key')) {
      if (!this.locked && usesArrows(event)) return;
      event.preventDefault();
    }
    this.#held.add(event.code);
    this.#sum();
  };

  readonly #onKeyUp = (event: KeyboardEvent): void => {
    if (event.key === 'Shift') this.inputState.run = false;
    // While the command key of a Mac is down, the release of other keys is not reported. So its own release
    // releases all keys.
    if (event.key === 'Meta') this.#held.clear();
    if (event.key === 'Meta' || this.#held.delete(event.code)) this.#sum();
  };

  /**
   * Releases all keys and touches. A release outside the page has no event, and the player must not continue
   * to walk.
   */
  readonly #release = (): void => {
    this.#held.clear();
    this.inputState.run = false;
    this.#touches.release();
    this.#sum();
    this.#showStick();
  };

  #sum(): void {
    const { inputState } = this;
    const { stick } = this.#touches;
    inputState.right = stick?.right ?? 0;
    inputState.ahead = stick?.ahead ?? 0;
    inputState.turn = 0;
    inputState.pitch = 0;
    for (const code of this.#held) {
      const held = HELD[code];
      if (held) inputState[held[0]] = MathUtils.clamp(inputState[held[0]] + held[1], -1, 1);
    }
  }

  readonly #onPointerDown = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    this.#canvas.focus({ preventScroll: true });
    clearTimeout(this.#locking);
    this.#input.clickUsed = false;
    // In other views, touches move the camera of the view.
    if (this.locked || !this.#enabled) return;
    const box = this.#canvas.getBoundingClientRect();
    const walks = event.pointerType !== 'mouse' && event.clientX - box.left < box.width * STICK_PART;
    if (!this.#touches.down(event.pointerId, event.clientX, event.clientY, walks)) return;
    this.#input.pinched = this.#touches.pinched;
    this.#showStick();
    capturePointer(this.#canvas, event.pointerId);
  };

  readonly #onPointerMove = (event: PointerEvent): void => {
    if (this.locked) {
      const { movementX, movementY } = event;
      if (Math.abs(movementX) <= MAX_JUMP_PIXELS && Math.abs(movementY) <= MAX_JUMP_PIXELS)
        this.#turn(movementX, movementY, MOUSE_RADIANS);
      return;
    }
    const touches = this.#touches;
    const { drag, stick } = touches;
    touches.move(event.pointerId, event.clientX, event.clientY);
    if (touches.stick !== stick) {
      this.#sum();
      this.#showStick();
    }
    // Dragging moves the world: it follows the pointer.
    this.#turn(-drag.x, -drag.y, event.pointerType === 'mouse' ? MOUSE_RADIANS : TOUCH_RADIANS);
    this.#input.zoomDelta += drag.zoomDelta;
    drag.x = 0;
    drag.y = 0;
    drag.zoomDelta = 0;
  };

  #turn(dx: number, dy: number, radians: number): void {
    const { lookSpeed, invertLook } = this.#state.settings.get();
    this.inputState.yawDelta -= dx * radians * lookSpeed;
    this.inputState.pitchDelta -= dy * radians * (invertLook ? -lookSpeed : lookSpeed);
  }

  readonly #onPointerUp = (event: PointerEvent): void => {
    const clicked = this.#touches.up(event.pointerId);
    this.#released();
    if (!clicked || event.pointerType !== 'mouse' || this.locked || !this.#enabled) return;
    this.#locking = setTimeout(() => {
      // Does not lock the pointer if the visitor has moved the focus to a panel, where they need the mouse.
      if (!this.#input.clickUsed && this.#canvas.matches(':focus')) void this.#lock();
    }, DOUBLE_CLICK_MS);
  };

  readonly #onPointerCancel = (event: PointerEvent): void => {
    this.#touches.up(event.pointerId);
    this.#released();
  };

  #released(): void {
    this.#sum();
    this.#showStick();
  }

  #showStick(): void {
    const shown = this.#state.world.stick;
    const stick: Stick | undefined = this.#touches.stick;
    if (shown.get() !== stick) shown.set(stick);
  }

  readonly #onLock = (): void => {
    const { pointer } = this.#state.world;
    const now = this.locked ? 'taken' : 'free';
    if (pointer.get() !== now) pointer.set(now);
  };

  readonly #onRefusal = (): void => this.#state.world.pointer.set('refused');

  async #lock(): Promise<void> {
    try {
      await this.#canvas.requestPointerLock();
    } catch {
      // Refused (no gesture, a frame without the permission, no mouse): dragging still works.
      this.#onRefusal();
    }
  }

  dispose(): void {
    clearTimeout(this.#locking);
    if (this.locked) document.exitPointerLock();
    this.#release();
    this.#state.world.pointer.set('free');
  }
}
