import { Vector2 } from 'three';
import type { WorldScene } from '../core/scene/scene.ts';
import { canvasPoint } from '../input/pointer.ts';

/** A press that moves more than this is a drag. CSS pixels. */
const TAP_PIXELS = 8;

/** A captured mouse has no position: it points at the middle of the picture. */
export type TapDevice = 'finger' | 'mouse' | 'captured mouse';

interface TapListener {
  /** Called when a button or finger is pressed. */
  onPress(): void;
  /** `point`: in normalised device coordinates. The object is used again in the next call. */
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
