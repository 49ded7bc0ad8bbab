/** Sends all further events of this pointer to the canvas, also from outside it. */
export function capturePointer(canvas: HTMLCanvasElement, id: number): void {
  try {
    canvas.setPointerCapture(id);
  } catch {
    // The pointer is gone already, and its end was reported.
  }
}
