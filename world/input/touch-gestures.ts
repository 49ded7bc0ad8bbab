import type { Stick } from '../../data/world-state.ts';
import { type Deflection, applyDeadZone } from './dead-zone.ts';

interface Finger {
  readonly id: number;
  x: number;
  y: number;
  /** So far in all. CSS pixels. */
  moved: number;
}

/** What fingers and a dragging mouse have done since the last read; whoever reads sets it back to 0. */
export interface Drag {
  /** CSS pixels to the right and downwards. */
  x: number;
  y: number;
  /** How many times farther apart two fingers are, as a logarithm. */
  zoomDelta: number;
}

/** So far from where it went down, the stick is at its end. CSS pixels. */
export const STICK_PIXELS = 56;
/** A thumb that only rests, or taps, does not walk: share of the way. */
const STICK_DEAD = 0.12;
/** A press that moves less is a click, not a drag. CSS pixels. */
const CLICK_PIXELS = 6;
/** Nearer to each other than this, two fingers say nothing about a size. CSS pixels. */
const NEAREST_FINGERS = 12;
/** One event of a pointer that warps must not spin the visitor round. CSS pixels. */
export const MAX_JUMP_PIXELS = 180;

const bent: Deflection = { x: 0, y: 0 };

/**
 * Whose finger does what. One is the stick, one looks, and a second one beside that pinches, all at the same time; further ones mean nothing. A
 * mouse that drags is a finger that looks.
 */
export class TouchGestures {
  readonly drag: Drag = { x: 0, y: 0, zoomDelta: 0 };
  /** Where the thumb went down, and how far it is pushed; another object with each move. */
  stick: Stick | undefined;
  /** Two fingers have looked at once since the last one went down alone: none of them taps. */
  pinched = false;
  #stickId = 0;
  #look: Finger | undefined;
  #second: Finger | undefined;

  /** Returns whether the finger means something. */
  down(id: number, x: number, y: number, walks: boolean): boolean {
    if (!this.#look) this.pinched = false;
    if (walks && !this.stick) {
      this.#stickId = id;
      this.stick = { x, y, right: 0, ahead: 0 };
      return true;
    }
    const finger: Finger = { id, x, y, moved: 0 };
    if (!this.#look) {
      this.#look = finger;
      return true;
    }
    if (this.#second) return false;
    this.#second = finger;
    this.pinched = true;
    return true;
  }

  move(id: number, x: number, y: number): void {
    if (this.stick && this.#stickId === id) this.#push(this.stick, x, y);
    else if (this.#look?.id === id) this.#turn(this.#look, this.#second, x, y);
    else if (this.#second?.id === id) this.#turn(this.#second, this.#look, x, y);
  }

  #push({ x, y }: Stick, toX: number, toY: number): void {
    bent.x = (toX - x) / STICK_PIXELS;
    bent.y = (toY - y) / STICK_PIXELS;
    applyDeadZone(bent, STICK_DEAD, 1);
    this.stick = { x, y, right: bent.x, ahead: bent.y === 0 ? 0 : -bent.y };
  }

  /** Two fingers turn by what is between them, and bring nearer by how far they are apart. */
  #turn(finger: Finger, other: Finger | undefined, x: number, y: number): void {
    const dx = x - finger.x;
    const dy = y - finger.y;
    const before = other ? Math.hypot(finger.x - other.x, finger.y - other.y) : 0;
    finger.x = x;
    finger.y = y;
    finger.moved += Math.abs(dx) + Math.abs(dy);
    const jumps = Math.abs(dx) > MAX_JUMP_PIXELS || Math.abs(dy) > MAX_JUMP_PIXELS;
    const share = other ? 0.5 : 1;
    if (!jumps && (other || finger.moved > CLICK_PIXELS)) {
      this.drag.x += dx * share;
      this.drag.y += dy * share;
    }
    if (!other) return;
    // A slow picture hears a whole pinch at once: how far apart they are is true all the same.
    const after = Math.hypot(x - other.x, y - other.y);
    if (before > NEAREST_FINGERS && after > NEAREST_FINGERS) this.drag.zoomDelta += Math.log(after / before);
  }

  /** Returns whether this was a click: a finger that looked alone, and hardly moved. */
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

  /** All of them, wherever they are: what they do until they go down again means nothing. */
  letGo(): void {
    this.stick = undefined;
    this.#look = undefined;
    this.#second = undefined;
  }
}
