import { defaultSettings, type Settings } from '../../data/settings.ts';
import type { Readable } from '../../data/signal.ts';
import { isPlainKey } from '../core/typing.ts';

/** What the visitor wants right now. Read each frame, never kept. */
export interface Wish {
  /** −1 to 1: to the right, and ahead. */
  right: number;
  ahead: number;
  run: boolean;
  /** −1 to 1: turning by key, to the left and upwards. */
  turn: number;
  /** Radians to turn and to look up since the last read; the reader sets them back to 0. */
  yaw: number;
  pitch: number;
}

/** Key codes are places on the keyboard: W A S D stay where they are on every layout. */
const HELD: Readonly<Record<string, readonly ['right' | 'ahead' | 'turn', number]>> = {
  KeyW: ['ahead', 1],
  KeyS: ['ahead', -1],
  KeyA: ['right', -1],
  KeyD: ['right', 1],
  ArrowUp: ['ahead', 1],
  ArrowDown: ['ahead', -1],
  ArrowLeft: ['turn', 1],
  ArrowRight: ['turn', -1],
};
const MOUSE_RADIANS = 0.0026;
const TOUCH_RADIANS = 0.0055;
/** A press that moves less is a click, not a drag. CSS pixels. */
export const CLICK_PIXELS = 6;
/** The left part of the picture is the stick, the rest looks (DESIGN section 6). */
const STICK_PART = 0.4;
/** So far from where it went down, the stick is at its end. CSS pixels. */
const STICK_PIXELS = 56;
/** A second click within this time is a double click, which looks at a thing and does not take the mouse. Milliseconds. */
const DOUBLE_CLICK_MS = 280;
/** One event of a pointer that warps must not spin the visitor round. CSS pixels. */
const LONGEST_JUMP = 180;

const clamp = (value: number): number => Math.min(1, Math.max(-1, value));

/**
 * Keyboard, mouse and touch, put into one wish. A click on the picture takes the mouse (Escape gives it back); where the browser refuses, and before,
 * dragging looks around. On touch the left part walks and the right looks. Everything hangs on one signal.
 */
export class Controls {
  readonly wish: Wish = { right: 0, ahead: 0, run: false, turn: 0, yaw: 0, pitch: 0 };
  readonly #canvas: HTMLCanvasElement;
  readonly #settings: Readable<Settings>;
  readonly #held = new Set<string>();
  #stick: { id: number; x: number; y: number } | undefined;
  #look: { id: number; x: number; y: number; moved: number } | undefined;
  #stickRight = 0;
  #stickAhead = 0;
  #free = true;
  /** The mouse was taken when the visitor stopped walking: when they walk on it is taken again. */
  #retakes = false;
  #locking: ReturnType<typeof setTimeout> | undefined;

  constructor(
    canvas: HTMLCanvasElement,
    signal: AbortSignal,
    settings: Readable<Settings> = { get: () => defaultSettings },
  ) {
    this.#canvas = canvas;
    this.#settings = settings;
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
      this.#retakes = this.locked;
      if (this.locked) document.exitPointerLock();
    } else if (this.#retakes && retake) void this.#lock();
  }

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    const held = HELD[event.code];
    if (event.key === 'Shift') this.wish.run = true;
    if (!held || !isPlainKey(event)) return;
    // Arrows scroll lists and move in menus everywhere but on the picture.
    const onPicture = event.target === this.#canvas || event.target === document.body;
    if (event.code.startsWith('Arrow')) {
      if (!onPicture && !this.locked) return;
      event.preventDefault();
    }
    this.#held.add(event.code);
    this.#sum();
  };

  readonly #onKeyUp = (event: KeyboardEvent): void => {
    if (event.key === 'Shift') this.wish.run = false;
    if (this.#held.delete(event.code)) this.#sum();
  };

  /** A key released elsewhere is never seen released here: nobody walks on for ever. */
  readonly #letGo = (): void => {
    this.#held.clear();
    this.wish.run = false;
    this.#sum();
  };

  #sum(): void {
    const { wish } = this;
    wish.right = this.#stickRight;
    wish.ahead = this.#stickAhead;
    wish.turn = 0;
    for (const code of this.#held) {
      const held = HELD[code];
      if (held) wish[held[0]] = clamp(wish[held[0]] + held[1]);
    }
  }

  readonly #onPointerDown = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    this.#canvas.focus({ preventScroll: true });
    clearTimeout(this.#locking);
    if (this.locked) return;
    const box = this.#canvas.getBoundingClientRect();
    const touch = event.pointerType !== 'mouse';
    const place = { id: event.pointerId, x: event.clientX, y: event.clientY };
    if (touch && !this.#stick && event.clientX - box.left < box.width * STICK_PART) this.#stick = place;
    else if (!this.#look) this.#look = { ...place, moved: 0 };
    else return;
    try {
      this.#canvas.setPointerCapture(event.pointerId);
    } catch {
      // A pointer that is already gone: its pointerup will not come either, and the cancel handler has seen to it.
    }
  };

  readonly #onPointerMove = (event: PointerEvent): void => {
    if (this.locked) {
      this.#turn(event.movementX, event.movementY, MOUSE_RADIANS);
      return;
    }
    if (this.#stick?.id === event.pointerId) {
      this.#stickRight = clamp((event.clientX - this.#stick.x) / STICK_PIXELS);
      this.#stickAhead = clamp((this.#stick.y - event.clientY) / STICK_PIXELS);
      this.#sum();
      return;
    }
    const look = this.#look;
    if (look?.id !== event.pointerId) return;
    const dx = event.clientX - look.x;
    const dy = event.clientY - look.y;
    look.x = event.clientX;
    look.y = event.clientY;
    look.moved += Math.abs(dx) + Math.abs(dy);
    // Dragging takes hold of the world: it follows the finger.
    if (look.moved > CLICK_PIXELS)
      this.#turn(-dx, -dy, event.pointerType === 'mouse' ? MOUSE_RADIANS : TOUCH_RADIANS);
  };

  #turn(dx: number, dy: number, radians: number): void {
    if (Math.abs(dx) > LONGEST_JUMP || Math.abs(dy) > LONGEST_JUMP) return;
    const { lookSpeed, invertLook } = this.#settings.get();
    this.wish.yaw -= dx * radians * lookSpeed;
    this.wish.pitch -= dy * radians * (invertLook ? -lookSpeed : lookSpeed);
  }

  readonly #onPointerUp = (event: PointerEvent): void => {
    const clicked = this.#look?.id === event.pointerId && this.#look.moved <= CLICK_PIXELS;
    this.#release(event.pointerId);
    if (!clicked || event.pointerType !== 'mouse' || this.locked || !this.#free) return;
    this.#locking = setTimeout(() => void this.#lock(), DOUBLE_CLICK_MS);
  };

  readonly #onPointerCancel = (event: PointerEvent): void => this.#release(event.pointerId);

  #release(id: number): void {
    if (this.#look?.id === id) this.#look = undefined;
    if (this.#stick?.id !== id) return;
    this.#stick = undefined;
    this.#stickRight = 0;
    this.#stickAhead = 0;
    this.#sum();
  }

  async #lock(): Promise<void> {
    try {
      await this.#canvas.requestPointerLock();
    } catch {
      // Refused (no gesture, a frame without the permission, no mouse): dragging goes on working.
    }
  }

  dispose(): void {
    clearTimeout(this.#locking);
    if (this.locked) document.exitPointerLock();
    this.#letGo();
  }
}
