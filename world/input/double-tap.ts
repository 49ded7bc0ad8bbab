/** A second tap within this time, so near to the first, makes a double tap; mice tell it themselves, at the speed their owner has chosen. */
const DOUBLE_TAP_MS = 350;
const DOUBLE_TAP_PIXELS = 32;
/** A press that moves farther is a drag. CSS pixels. */
const TAP_PIXELS = 8;

interface Press {
  readonly x: number;
  readonly y: number;
  /** Milliseconds, as events tell it. */
  readonly at: number;
  readonly mouse: boolean;
  /** The mouse was taken: it points at the middle of the picture. */
  readonly locked: boolean;
  /** What `mark` gave then. */
  readonly mark: unknown;
}

/**
 * Tells double clicks and double taps on the canvas. `mark` is asked at each press: a pair counts only if it gives the same for both, so that a
 * press that has done something is no half of one.
 */
export class DoubleTap {
  readonly #canvas: HTMLCanvasElement;
  readonly #mark: () => unknown;
  readonly #pressed: (x: number, y: number, middle: boolean) => void;
  #down: Press | undefined;
  /** The press before. */
  #first: Press | undefined;

  /** `pressed` gets client pixels, and whether the middle of the picture is meant instead. */
  constructor(
    canvas: HTMLCanvasElement,
    signal: AbortSignal,
    mark: () => unknown,
    pressed: (x: number, y: number, middle: boolean) => void,
  ) {
    this.#canvas = canvas;
    this.#mark = mark;
    this.#pressed = pressed;
    const on = { signal };
    canvas.addEventListener('pointerdown', this.#onDown, on);
    canvas.addEventListener('pointerup', this.#onUp, on);
    canvas.addEventListener('pointercancel', this.#onCancel, on);
    canvas.addEventListener('dblclick', this.#onDouble, on);
  }

  readonly #onDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const mouse = event.pointerType === 'mouse';
    if (mouse) this.#first = this.#down;
    // A second finger: no tap.
    this.#down = !mouse && !event.isPrimary ? undefined : this.#pressOf(event, mouse);
  };

  #pressOf({ clientX, clientY, timeStamp }: PointerEvent, mouse: boolean): Press {
    const locked = document.pointerLockElement === this.#canvas;
    return { x: clientX, y: clientY, at: timeStamp, mouse, locked, mark: this.#mark() };
  }

  readonly #onUp = (event: PointerEvent): void => {
    const tap = this.#down;
    if (!tap || tap.mouse) return;
    this.#down = undefined;
    if (Math.hypot(event.clientX - tap.x, event.clientY - tap.y) > TAP_PIXELS) return;
    const first = this.#first;
    this.#first = tap;
    if (!first || first.mouse || first.mark !== this.#mark()) return;
    if (tap.at - first.at > DOUBLE_TAP_MS || Math.hypot(tap.x - first.x, tap.y - first.y) > DOUBLE_TAP_PIXELS)
      return;
    this.#first = undefined;
    this.#pressed(tap.x, tap.y, false);
  };

  readonly #onCancel = (): void => {
    this.#down = undefined;
  };

  readonly #onDouble = (event: MouseEvent): void => {
    const first = this.#first;
    // Of taps the browser makes a double click as well: those have been told.
    if (!this.#down?.mouse || !first?.mouse || first.mark !== this.#mark()) return;
    // Where the first click took the mouse, the second is told where that was.
    this.#pressed(event.clientX, event.clientY, first.locked);
  };
}
