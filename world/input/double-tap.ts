/** A second tap within this time and distance is a double tap. For a mouse the browser decides. */
const DOUBLE_TAP_MS = 350;
const DOUBLE_TAP_PIXELS = 32;
/** A press that moves farther is a drag. CSS pixels. */
const TAP_PIXELS = 8;

interface Press {
  readonly x: number;
  readonly y: number;
  /** The event's `timeStamp`. Milliseconds. */
  readonly at: number;
  readonly mouse: boolean;
  /** Whether the pointer was locked. Then it points at the middle of the canvas. */
  readonly locked: boolean;
  /** The result of `mark` at that moment. */
  readonly mark: unknown;
}

/**
 * Detects double clicks and double taps on the canvas. `mark` is called at each press. A pair counts only if
 * `mark` returns the same for both presses, so that a press that has changed the view is not part of a pair.
 */
export class DoubleTap {
  readonly #canvas: HTMLCanvasElement;
  readonly #mark: () => unknown;
  readonly #pressed: (x: number, y: number, middle: boolean) => void;
  #down: Press | undefined;
  /** The previous press. */
  #first: Press | undefined;

  /** `pressed` gets client pixels, and whether the press applies to the middle of the canvas instead. */
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
    // A second touch is no tap.
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
    // The browser also reports a double click for taps, which are handled above.
    if (!this.#down?.mouse || !first?.mouse || first.mark !== this.#mark()) return;
    // If the first click locked the pointer, the second one has no position.
    this.#pressed(event.clientX, event.clientY, first.locked);
  };
}
