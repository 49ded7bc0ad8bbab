import type { Stick } from '../../data/world-state.ts';
import { type Deflection, applyDeadZone } from './dead-zone.ts';

interface Touch {
  readonly id: number;
  x: number;
  y: number;
  /** The length of the path since the touch began. CSS pixels. */
  moved: number;
}

/** The result of touches and a dragging mouse since the last read. The reader resets it to 0. */
interface Drag {
  /** CSS pixels to the right and downwards. */
  x: number;
  y: number;
  /** The change of the distance between two touches, as the logarithm of the factor. */
  zoomDelta: number;
}

/** At this distance from the start of the touch, the stick is fully deflected. CSS pixels. */
const STICK_PIXELS = 56;
/** The dead zone, so that a thumb that rests or taps does not walk. A share of the range. */
const STICK_DEAD = 0.12;
/** A press that moves less is a click, not a drag. CSS pixels. */
const CLICK_PIXELS = 6;
/** Two touches with a smaller distance do not zoom. CSS pixels. */
const MIN_APART_PIXELS = 12;
/** A larger movement in one event is an error of the device, and does not rotate the view. */
export const MAX_JUMP_PIXELS = 180;

const deflection: Deflection = { x: 0, y: 0 };

/**
 * The roles of touches, all at the same time: one is the stick, one rotates the view, and a second touch
 * beside the rotating one zooms. Further touches have no effect. A dragging mouse is a touch that rotates.
 */
export class TouchGestures {
  readonly drag: Drag = { x: 0, y: 0, zoomDelta: 0 };
  /** The start point of the thumb, and the deflection; a new object for each movement. */
  stick: Stick | undefined;
  /** Whether two touches have rotated the view at once, so that neither is a tap. Reset by a single touch. */
  pinched = false;
  #stickId = 0;
  #look: Touch | undefined;
  #second: Touch | undefined;

  /** Returns whether the touch has an effect. */
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

  /** Two touches rotate the view by their midpoint's movement, and zoom by the change of their distance. */
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
    // On a slow page a whole pinch may be one event, so the distance also counts after a jump.
    const after = Math.hypot(x - other.x, y - other.y);
    if (before > MIN_APART_PIXELS && after > MIN_APART_PIXELS)
      this.drag.zoomDelta += Math.log(after / before);
  }

  /** Returns whether this was a click: a single rotating touch that hardly moved. */
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

  /** Ends all touches. They have no effect until they begin again. */
  release(): void {
    this.stick = undefined;
    this.#look = undefined;
    this.#second = undefined;
  }
}
