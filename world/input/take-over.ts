import { isPlainKey } from './keyboard.ts';

/** Calls back when the visitor moves by themselves: at any plain key, and at any press on the canvas. */
export function onTakeOver(canvas: HTMLCanvasElement, signal: AbortSignal, takeOver: () => void): void {
  window.addEventListener(
    'keydown',
    (event) => {
      if (!event.repeat && isPlainKey(event)) takeOver();
    },
    { signal },
  );
  canvas.addEventListener('pointerdown', takeOver, { signal });
}
