/** What the pointer does from now on concerns the canvas, also outside it. */
export function capturePointer(canvas: HTMLCanvasElement, id: number): void {
  try {
    canvas.setPointerCapture(id);
  } catch {
    // The pointer is gone already, and its end was reported.
  }
}
