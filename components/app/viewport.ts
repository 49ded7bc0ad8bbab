import { isWriting } from '../shared/focus.ts';

/** In a window lower than this (in rem) an open keyboard leaves room for the chat only. */
const LOW_REM = 37.5;

/**
 * Keeps the page inside what an on-screen keyboard and a pinch zoom leave of the window, on the
 * root element of the page:
 *
 * - `--hw-height` is the visible height in pixels, and `--hw-top` where it begins. Browsers that
 * shrink the page above the keyboard need neither; Safari lays the keyboard over it.
 * - `typing` is set while a visitor writes with a coarse pointer in a low window: only the chat is
 * shown.
 * - `zoomed` is set while the page is enlarged by a pinch: the canvas then leaves two fingers to
 * the browser, which can undo it.
 *
 * Returns the function that stops it.
 */
export function observeViewport(page: HTMLElement, viewport = window.visualViewport): () => void {
  if (!viewport) return () => undefined;
  const coarse = window.matchMedia('(pointer: coarse)');
  const ending = new AbortController();

  const update = (): void => {
    const zoomed = viewport.scale > 1.01;
    page.toggleAttribute('zoomed', zoomed);
    // An enlarged page keeps its layout; the visitor scrolls in it.
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
  // During `focusout` nothing has the focus yet.
  page.addEventListener('focusout', () => setTimeout(update, 0), on);
  update();
  return () => {
    ending.abort();
    for (const name of ['typing', 'zoomed']) page.removeAttribute(name);
    for (const name of ['--hw-height', '--hw-top']) page.style.removeProperty(name);
  };
}
