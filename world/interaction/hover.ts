import { Vector2 } from 'three';
import { canvasPoint } from '../input/pointer.ts';

/** The position of an uncaptured mouse on the canvas. Touches and a captured mouse have none. */
export class Hover {
  readonly #canvas: HTMLCanvasElement;
  readonly #point = new Vector2();
  #over = false;

  constructor(canvas: HTMLCanvasElement, signal: AbortSignal) {
    this.#canvas = canvas;
    canvas.addEventListener('pointermove', this.#onMove, { signal });
    canvas.addEventListener('pointerleave', this.#onLeave, { signal });
  }

  /** In normalised device coordinates (−1 to 1). */
  get point(): Vector2 | undefined {
    return this.#over && document.pointerLockElement !== this.#canvas ? this.#point : undefined;
  }

  /** Shows with the cursor whether a click has an effect. */
  showClickable(clickable: boolean): void {
    const cursor = clickable ? 'pointer' : '';
    const { style } = this.#canvas;
    if (style.cursor !== cursor) style.cursor = cursor;
  }

  readonly #onMove = (event: PointerEvent): void => {
    // With a pressed button the mouse drags.
    this.#over = event.pointerType === 'mouse' && event.buttons === 0;
    if (this.#over) canvasPoint(this.#canvas, event.clientX, event.clientY, this.#point);
  };

  readonly #onLeave = (): void => {
    this.#over = false;
  };
}
