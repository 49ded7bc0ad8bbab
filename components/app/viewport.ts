import { focusedNow } from '../shared/focus.ts';

const FIELDS = 'input:not([type="range"], [type="checkbox"]), textarea';
/** Lower than this, in text sizes of the browser, an open keyboard leaves no room for anything but what one writes. */
const LOW_REM = 37.5;

/**
 * Follows what an on-screen keyboard and a pinch leave of the window, on the page's root element:
 *
 * - `--hw-height` is the height that can be seen, in pixels, and `--hw-top` where it begins. Browsers that shrink the page above the keyboard
 *   need neither; Safari lays the keyboard over it.
 * - `typing` is set while a visitor writes with a coarse pointer in a low window: only the field and the conversation are shown.
 * - `zoomed` is set while the page is enlarged by a pinch: the picture then leaves two fingers to the browser, which can undo it.
 *
 * Returns what ends it.
 */
export function observeViewport(page: HTMLElement, viewport = window.visualViewport): () => void {
  if (!viewport) return () => undefined;
  const coarse = window.matchMedia('(pointer: coarse)');
  const ending = new AbortController();

  const writes = (): boolean => focusedNow()?.matches(FIELDS) === true;
  const update = (): void => {
    const zoomed = viewport.scale > 1.01;
    page.toggleAttribute('zoomed', zoomed);
    // An enlarged page keeps its layout; the visitor scrolls in it.
    if (zoomed) return;
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    page.toggleAttribute('typing', coarse.matches && viewport.height < LOW_REM * rem && writes());
    page.style.setProperty('--hw-height', `${viewport.height}px`);
    page.style.setProperty('--hw-top', `${viewport.offsetTop}px`);
  };

  const on = { signal: ending.signal };
  viewport.addEventListener('resize', update, on);
  viewport.addEventListener('scroll', update, on);
  page.addEventListener('focusin', update, on);
  // The focus is nowhere yet while it moves.
  page.addEventListener('focusout', () => setTimeout(update, 0), on);
  update();
  return () => {
    ending.abort();
    for (const name of ['typing', 'zoomed']) page.removeAttribute(name);
    for (const name of ['--hw-height', '--hw-top']) page.style.removeProperty(name);
  };
}
