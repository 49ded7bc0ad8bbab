import { Vector2 } from 'three';
import type { WorldScene } from '../core/scene/scene.ts';
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

/** A press that moves more than this is a drag. CSS pixels. */
const TAP_PIXELS = 8;

/** A captured mouse has no position: it points at the middle of the picture. */
export type TapDevice = 'finger' | 'mouse' | 'captured mouse';

interface TapListener {
  /** Called when a button or finger is pressed. */
  onPress(): void;
  /** `point`: in normalised device coordinates. The same object is used again for the next call. */
  onTap(point: Vector2, device: TapDevice): void;
}

const CENTRE = new Vector2(0, 0);
const pointer = new Vector2();

/** Distinguishes taps and clicks on the canvas from drags, pinches and the other mouse buttons. */
export function listenForTaps(scene: WorldScene, listener: TapListener, signal: AbortSignal): void {
  const canvas = scene.renderer.domElement;
  let press: { readonly id: number; readonly x: number; readonly y: number } | undefined;
  const onDown = (event: PointerEvent): void => {
    listener.onPress();
    // Other buttons open the browser's menu.
    press = event.button === 0 ? { id: event.pointerId, x: event.clientX, y: event.clientY } : undefined;
  };
  const onUp = (event: PointerEvent): void => {
    const start = press;
    press = undefined;
    if (start?.id !== event.pointerId || scene.input.pinched) return;
    if (document.pointerLockElement === canvas) {
      listener.onTap(CENTRE, 'captured mouse');
      return;
    }
    if (Math.hypot(event.clientX - start.x, event.clientY - start.y) > TAP_PIXELS) return;
    canvasPoint(canvas, event.clientX, event.clientY, pointer);
    listener.onTap(pointer, event.pointerType === 'mouse' ? 'mouse' : 'finger');
  };
  canvas.addEventListener('pointerdown', onDown, { signal });
  canvas.addEventListener('pointerup', onUp, { signal });
}
