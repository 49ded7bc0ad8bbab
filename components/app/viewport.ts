import { isWriting } from '../shared/focus.ts';

/** In a window lower than this (in rem), an open on-screen keyboard leaves space for the chat only. */
const LOW_REM = 37.5;

/**
 * Fits the page into the visual viewport, which an on-screen keyboard and pinch zoom reduce. It sets these on
 * `page`:
 *
 * - `--hw-height`: the visible height in pixels, and `--hw-top`: its offset. Browsers that resize the page
 * for the keyboard do not need them; Safari lays the keyboard over the page.
 * - `typing`: the visitor writes with a coarse pointer in a low window: only the chat is shown.
 * - `zoomed`: the page is enlarged by pinch zoom: on the canvas, two fingers control the browser's zoom.
 *
 * Returns a function that stops this.
 */
export function observeViewport(page: HTMLElement, viewport = window.visualViewport): () => void {
  if (!viewport) return () => undefined;
  const coarse = window.matchMedia('(pointer: coarse)');
  const ending = new AbortController();

  const update = (): void => {
    const zoomed = viewport.scale > 1.01;
    page.toggleAttribute('zoomed', zoomed);
    // A zoomed page keeps its layout; the visitor scrolls in it.
    if (zoomed) return;
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    page.toggleAttribute('typing', coarse.matches && viewport.height < LOW_REM * rem && isWriting());
    page.style.setProperty('--hw-height', `${viewport.height}px`);
    page.style.setProperty('--hw-top', `${viewport.offsetTop}px`);
  };

  const on = { signal: ending.signal };
  viewport.addEventListener('resize', update, on);
  viewport.addEventListener('scroll', update, on);
  page.addEventListener('focusin', update, on);
  // During `focusout` no element has the focus yet.
  page.addEventListener('focusout', () => setTimeout(update, 0), on);
  update();
  return () => {
    ending.abort();
    for (const name of ['typing', 'zoomed']) page.removeAttribute(name);
    for (const name of ['--hw-height', '--hw-top']) page.style.removeProperty(name);
  };
}
