import type { Stick } from '../../data/world-state.ts';
import { type Deflection, applyDeadZone } from './dead-zone.ts';

interface Touch {
  readonly id: number;
  x: number;
  y: number;
  /** The whole way since the touch began. CSS pixels. */
  moved: number;
}

/** What touches and a dragging mouse have done since the last read; the reader resets it to 0. */
interface Drag {
  /** CSS pixels to the right and downwards. */
  x: number;
  y: number;
  /** By how much two touches have moved apart, as the logarithm of the factor. */
  zoomDelta: number;
}

/** This far from where the touch began, the stick is at its end. CSS pixels. */
export const STICK_PIXELS = 56;
/** A thumb that rests or taps does not walk. Share of the way. */
const STICK_DEAD = 0.12;
/** A press that moves less is a click, not a drag. CSS pixels. */
const CLICK_PIXELS = 6;
/** Closer to each other than this, two touches do not pinch. CSS pixels. */
const MIN_APART_PIXELS = 12;
/** A longer step of a pointer in one event is an error of the device, and does not turn the view. */
export const MAX_JUMP_PIXELS = 180;

const deflection: Deflection = { x: 0, y: 0 };

/**
 * What each touch does: one is the stick, one looks, and a second one beside that pinches, all at the
 * same time; further ones do nothing. A mouse that drags is a touch that looks.
 */
export class TouchGestures {
  readonly drag: Drag = { x: 0, y: 0, zoomDelta: 0 };
  /** Where the thumb went down, and how far it is pushed; a new object with each move. */
  stick: Stick | undefined;
  /** Two touches have looked at once since the last one began alone: none of them taps. */
  pinched = false;
  #stickId = 0;
  #look: Touch | undefined;
  #second: Touch | undefined;

  /** Returns whether the touch does something. */
  down(id: number, x: number, y: number, walks: boolean): boolean {
    if (!this.#look) this.pinched = false;
    if (walks && !this.stick) {
      this.#stickId = id;
      this.stick = { x, y, right: 0, ahead: 0 };
      return true;
    }
    const touch: Touch = { id, x, y, moved: 0 };
    if (!this.#look) {
      this.#look = touch;
      return true;
    }
    if (this.#second) return false;
    this.#second = touch;
    this.pinched = true;
    return true;
  }

  move(id: number, x: number, y: number): void {
    if (this.stick && this.#stickId === id) this.#push(this.stick, x, y);
    else if (this.#look?.id === id) this.#turn(this.#look, this.#second, x, y);
    else if (this.#second?.id === id) this.#turn(this.#second, this.#look, x, y);
  }

  #push({ x, y }: Stick, toX: number, toY: number): void {
    deflection.x = (toX - x) / STICK_PIXELS;
    deflection.y = (toY - y) / STICK_PIXELS;
    applyDeadZone(deflection, STICK_DEAD, 1);
    this.stick = { x, y, right: deflection.x, ahead: deflection.y === 0 ? 0 : -deflection.y };
  }

  /** Two touches turn the view with the point between them, and zoom with the distance between them. */
  #turn(touch: Touch, other: Touch | undefined, x: number, y: number): void {
    const dx = x - touch.x;
    const dy = y - touch.y;
    const before = other ? Math.hypot(touch.x - other.x, touch.y - other.y) : 0;
    touch.x = x;
    touch.y = y;
    touch.moved += Math.abs(dx) + Math.abs(dy);
    const jumps = Math.abs(dx) > MAX_JUMP_PIXELS || Math.abs(dy) > MAX_JUMP_PIXELS;
    const share = other ? 0.5 : 1;
    if (!jumps && (other || touch.moved > CLICK_PIXELS)) {
      this.drag.x += dx * share;
      this.drag.y += dy * share;
    }
    if (!other) return;
    // On a slow page a whole pinch may come at once: the distance counts all the same.
    const after = Math.hypot(x - other.x, y - other.y);
    if (before > MIN_APART_PIXELS && after > MIN_APART_PIXELS)
      this.drag.zoomDelta += Math.log(after / before);
  }

  /** Returns whether this was a click: a touch that looked alone and hardly moved. */
  up(id: number): boolean {
    if (this.stick && this.#stickId === id) {
      this.stick = undefined;
      return false;
    }
    if (this.#second?.id === id) {
      this.#second = undefined;
      return false;
    }
    const look = this.#look;
    if (look?.id !== id) return false;
    this.#look = this.#second;
    this.#second = undefined;
    return !this.pinched && look.moved <= CLICK_PIXELS;
  }

  /** Ends all touches: what they do until they begin again is ignored. */
  release(): void {
    this.stick = undefined;
    this.#look = undefined;
    this.#second = undefined;
  }
}
