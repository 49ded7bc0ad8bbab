import type { Vector2 } from 'three';

/** Sets `into` to where a pointer is on the canvas, −1 to 1 each way as three.js's rays have it, and returns it. */
export function canvasPoint(
  canvas: HTMLCanvasElement,
  clientX: number,
  clientY: number,
  into: Vector2,
): Vector2 {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  return into.set(((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2);
}
