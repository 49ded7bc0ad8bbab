import { type PerspectiveCamera, type Vector2, Vector3 } from 'three';

const seen = new Vector3();

/** Sets `into` to a pointer's position in normalised device coordinates (−1 to 1), and returns it. */
export function canvasPoint(
  canvas: HTMLCanvasElement,
  clientX: number,
  clientY: number,
  into: Vector2,
): Vector2 {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  return into.set(((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2);
}

/** Projects a point of the world to normalised device coordinates (−1 to 1) in `into`, and returns it. */
export function seenPoint(
  camera: PerspectiveCamera,
  at: readonly [x: number, y: number, z: number],
  into: Vector2,
): Vector2 {
  camera.updateMatrixWorld();
  const { x, y } = seen.fromArray(at).project(camera);
  return into.set(x, y);
}

/** Sends all further events of this pointer to the canvas, also from outside it. */
export function capturePointer(canvas: HTMLCanvasElement, id: number): void {
  try {
    canvas.setPointerCapture(id);
  } catch {
    // The pointer is gone already, and its end was reported.
  }
}
