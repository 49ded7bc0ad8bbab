/** How much larger than its box the picture is, so that its edges stay outside when it moves. */
export const PARALLAX_SCALE = 1.02;
/** The largest movement of the picture, in per cent of its width and height. */
const MOST_PERCENT = 0.9;
const TRANSITION = 'translate 0.4s ease-out';

/**
 * Moves the picture against the mouse, and sets `--parallax-x` and `--parallax-y` of the element with the words to -1 to
 * 1, so that the words can move a little more: they seem to stand before the picture. Touch moves nothing.
 * Returns a function that puts everything back.
 */
export function startParallax(image: HTMLImageElement, words: HTMLElement): () => void {
  const ending = new AbortController();
  const move = (x: number, y: number): void => {
    image.style.translate = `${x * MOST_PERCENT}% ${y * MOST_PERCENT}%`;
    words.style.setProperty('--parallax-x', `${x}`);
    words.style.setProperty('--parallax-y', `${y}`);
  };
  const follow = ({ pointerType, clientX, clientY }: PointerEvent): void => {
    if (pointerType === 'mouse') move(1 - (2 * clientX) / innerWidth, 1 - (2 * clientY) / innerHeight);
  };
  image.style.scale = `${PARALLAX_SCALE}`;
  image.style.transition = TRANSITION;
  addEventListener('pointermove', follow, { passive: true, signal: ending.signal });
  return () => {
    ending.abort();
    move(0, 0);
    image.style.scale = '';
    image.style.transition = '';
  };
}
