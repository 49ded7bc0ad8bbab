/** How much larger than its box the picture is, so that its edges stay outside when it moves. */
export const PARALLAX_SCALE = 1.02;
/** The largest movement of the picture, in per cent of its width and height. */
const MOST_PERCENT = 0.9;

/**
 * Moves the picture against the mouse. The words before it stay where they are, so that they are easy to press. Touch
 * moves nothing. Returns a function that puts the picture back.
 */
export function startParallax({ style }: HTMLImageElement): () => void {
  const ending = new AbortController();
  const follow = ({ pointerType, clientX, clientY }: PointerEvent): void => {
    if (pointerType !== 'mouse') return;
    const [x, y] = [1 - (2 * clientX) / innerWidth, 1 - (2 * clientY) / innerHeight];
    style.translate = `${x * MOST_PERCENT}% ${y * MOST_PERCENT}%`;
  };
  style.scale = `${PARALLAX_SCALE}`;
  style.transition = 'translate 0.4s ease-out';
  addEventListener('pointermove', follow, { passive: true, signal: ending.signal });
  return () => {
    ending.abort();
    for (const name of ['scale', 'transition', 'translate']) style.removeProperty(name);
  };
}
