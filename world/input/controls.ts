import type { State } from '../../data/state.ts';
import type { Stick } from '../../data/world-state.ts';
import type { StickInput } from '../core/scene/input-state.ts';
import { isPlainKey, usesArrows } from './keyboard.ts';
import { TouchGestures, MAX_JUMP_PIXELS } from './touch-gestures.ts';

/** What the visitor wants right now. Read each frame, never kept. */
export interface InputState {
  /** −1 to 1: to the right, and ahead. */
  right: number;
  ahead: number;
  run: boolean;
  /** −1 to 1: turning by key, to the left and upwards. */
  turn: number;
  tilt: number;
  /** Radians to turn and to look up since the last read; the reader sets them back to 0. */
  yaw: number;
  pitch: number;
}

/** Key codes are places on the keyboard: W A S D stay where they are on every layout. */
const HELD: Readonly<Record<string, readonly ['right' | 'ahead' | 'turn' | 'tilt', number]>> = {
  KeyW: ['ahead', 1],
  KeyS: ['ahead', -1],
  KeyA: ['right', -1],
  KeyD: ['right', 1],
  ArrowUp: ['ahead', 1],
  ArrowDown: ['ahead', -1],
  ArrowLeft: ['turn', 1],
  ArrowRight: ['turn', -1],
  PageUp: ['tilt', 1],
  PageDown: ['tilt', -1],
};
const MOUSE_RADIANS = 0.0026;
const TOUCH_RADIANS = 0.0055;
/** The left part of the picture is the stick, the rest looks (docs/controls.md). */
const STICK_PART = 0.4;
/** A second click within this time is a double click, which looks at a thing and does not take the mouse. Milliseconds. */
const DOUBLE_CLICK_MS = 280;

const clamp = (value: number): number => Math.min(1, Math.max(-1, value));

/**
 * Keyboard, mouse and touch, put into one wish. A click on the picture takes the mouse (Escape gives it back); where the browser refuses, and before,
 * dragging looks around. On touch the left part walks and the right looks, and two fingers there bring nearer. Everything hangs on one signal.
 */
export class Controls {
  readonly wish: InputState = { right: 0, ahead: 0, run: false, turn: 0, tilt: 0, yaw: 0, pitch: 0 };
  readonly #canvas: HTMLCanvasElement;
  readonly #state: Pick<State, 'settings' | 'world'>;
  readonly #input: StickInput;
  readonly #held = new Set<string>();
  readonly #fingers = new TouchGestures();
  #free = true;
  /** The mouse was taken when the visitor stopped walking: when they walk on it is taken again. */
  #retakes = false;
  #locking: ReturnType<typeof setTimeout> | undefined;

  constructor(
    canvas: HTMLCanvasElement,
    signal: AbortSignal,
    state: Pick<State, 'settings' | 'world'>,
    input: StickInput,
  ) {
    this.#canvas = canvas;
    this.#state = state;
    this.#input = input;
    const on = { signal };
    window.addEventListener('keydown', this.#onKeyDown, on);
    window.addEventListener('keyup', this.#onKeyUp, on);
    window.addEventListener('blur', this.#letGo, on);
    canvas.addEventListener('pointerdown', this.#onPointerDown, on);
    canvas.addEventListener('pointermove', this.#onPointerMove, on);
    canvas.addEventListener('pointerup', this.#onPointerUp, on);
    canvas.addEventListener('pointercancel', this.#onPointerCancel, on);
    canvas.addEventListener('lostpointercapture', this.#onPointerCancel, on);
    document.addEventListener('visibilitychange', this.#letGo, on);
    document.addEventListener('pointerlockchange', this.#onLock, on);
    document.addEventListener('pointerlockerror', this.#onRefusal, on);
    // A finger is somewhere else on a picture that was turned.
    window.matchMedia('(orientation: portrait)').addEventListener('change', this.#letGo, on);
  }

  get locked(): boolean {
    return document.pointerLockElement === this.#canvas;
  }

  /** Whether the visitor walks and looks for themselves. Who does not gets their mouse back until they do; with `retake`, it is taken again then. */
  setFree(free: boolean, retake: boolean): void {
    if (free === this.#free) return;
    this.#free = free;
    clearTimeout(this.#locking);
    if (!free) {
      this.#fingers.letGo();
      // From here on nobody counts fingers: the next tap is one.
      this.#input.pinched = false;
      this.#released();
      this.#retakes = this.locked;
      if (this.locked) document.exitPointerLock();
    } else if (this.#retakes && retake) void this.#lock();
  }

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    const held = HELD[event.code];
    if (event.key === 'Shift') this.wish.run = true;
    if (!held || !isPlainKey(event)) return;
    // Arrows and page keys scroll texts and move in lists and sliders. Elsewhere, on a button that was pressed just now, they walk.
    if (!event.code.startsWith('Key')) {
      if (!this.locked && usesArrows(event)) return;
      event.preventDefault();
    }
    this.#held.add(event.code);
    this.#sum();
  };

  readonly #onKeyUp = (event: KeyboardEvent): void => {
    if (event.key === 'Shift') this.wish.run = false;
    // While a Mac's command key is down, no other key is seen released.
    if (event.key === 'Meta') this.#held.clear();
    if (event.key === 'Meta' || this.#held.delete(event.code)) this.#sum();
  };

  /** A key or a finger released elsewhere is never seen released here: nobody walks on for ever. */
  readonly #letGo = (): void => {
    this.#held.clear();
    this.wish.run = false;
    this.#fingers.letGo();
    this.#sum();
    this.#showStick();
  };

  #sum(): void {
    const { wish } = this;
    const { stick } = this.#fingers;
    wish.right = stick?.right ?? 0;
    wish.ahead = stick?.ahead ?? 0;
    wish.turn = 0;
    wish.tilt = 0;
    for (const code of this.#held) {
      const held = HELD[code];
      if (held) wish[held[0]] = clamp(wish[held[0]] + held[1]);
    }
  }

  readonly #onPointerDown = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    this.#canvas.focus({ preventScroll: true });
    clearTimeout(this.#locking);
    // Whoever looks from elsewhere moves that with their fingers.
    if (this.locked || !this.#free) return;
    const box = this.#canvas.getBoundingClientRect();
    const walks = event.pointerType !== 'mouse' && event.clientX - box.left < box.width * STICK_PART;
    if (!this.#fingers.down(event.pointerId, event.clientX, event.clientY, walks)) return;
    this.#input.pinched = this.#fingers.pinched;
    this.#showStick();
    try {
      this.#canvas.setPointerCapture(event.pointerId);
    } catch {
      // A pointer that is already gone: its pointerup will not come either, and the cancel handler has seen to it.
    }
  };

  readonly #onPointerMove = (event: PointerEvent): void => {
    if (this.locked) {
      const { movementX, movementY } = event;
      if (Math.abs(movementX) <= MAX_JUMP_PIXELS && Math.abs(movementY) <= MAX_JUMP_PIXELS)
        this.#turn(movementX, movementY, MOUSE_RADIANS);
      return;
    }
    const fingers = this.#fingers;
    const { drag, stick } = fingers;
    fingers.move(event.pointerId, event.clientX, event.clientY);
    if (fingers.stick !== stick) {
      this.#sum();
      this.#showStick();
    }
    // Dragging takes hold of the world: it follows the finger.
    this.#turn(-drag.x, -drag.y, event.pointerType === 'mouse' ? MOUSE_RADIANS : TOUCH_RADIANS);
    this.#input.zoomDelta += drag.zoomDelta;
    drag.x = 0;
    drag.y = 0;
    drag.zoomDelta = 0;
  };

  #turn(dx: number, dy: number, radians: number): void {
    const { lookSpeed, invertLook } = this.#state.settings.get();
    this.wish.yaw -= dx * radians * lookSpeed;
    this.wish.pitch -= dy * radians * (invertLook ? -lookSpeed : lookSpeed);
  }

  readonly #onPointerUp = (event: PointerEvent): void => {
    const clicked = this.#fingers.up(event.pointerId);
    this.#released();
    if (!clicked || event.pointerType !== 'mouse' || this.locked || !this.#free) return;
    this.#locking = setTimeout(() => void this.#lock(), DOUBLE_CLICK_MS);
  };

  readonly #onPointerCancel = (event: PointerEvent): void => {
    this.#fingers.up(event.pointerId);
    this.#released();
  };

  #released(): void {
    this.#sum();
    this.#showStick();
  }

  #showStick(): void {
    const shown = this.#state.world.stick;
    const stick: Stick | undefined = this.#fingers.stick;
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
      // Refused (no gesture, a frame without the permission, no mouse): dragging goes on working, and that is said.
      this.#onRefusal();
    }
  }

  dispose(): void {
    clearTimeout(this.#locking);
    if (this.locked) document.exitPointerLock();
    this.#letGo();
    this.#state.world.pointer.set('free');
  }
}
