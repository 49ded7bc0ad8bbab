import { Vector2 } from 'three';
import { canvasPoint } from '../input/pointer.ts';

/** Where a free mouse rests on the canvas; a finger or a captured mouse does not. */
export class Hover {
  readonly #canvas: HTMLCanvasElement;
  readonly #point = new Vector2();
  #over = false;

  constructor(canvas: HTMLCanvasElement, signal: AbortSignal) {
    this.#canvas = canvas;
    canvas.addEventListener('pointermove', this.#onMove, { signal });
    canvas.addEventListener('pointerleave', this.#onLeave, { signal });
  }

  /** −1 to 1 each way. */
  get point(): Vector2 | undefined {
    return this.#over && document.pointerLockElement !== this.#canvas ? this.#point : undefined;
  }

  /** Shows whether a click does something there. */
  showClickable(clickable: boolean): void {
    const cursor = clickable ? 'pointer' : '';
    const { style } = this.#canvas;
    if (style.cursor !== cursor) style.cursor = cursor;
  }

  readonly #onMove = (event: PointerEvent): void => {
    // While a button is down the mouse drags.
    this.#over = event.pointerType === 'mouse' && event.buttons === 0;
    if (this.#over) canvasPoint(this.#canvas, event.clientX, event.clientY, this.#point);
  };

  readonly #onLeave = (): void => {
    this.#over = false;
  };
}
