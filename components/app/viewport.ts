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
export function followViewport(home: HTMLElement, viewport = window.visualViewport): () => void {
  if (!viewport) return () => undefined;
  const coarse = window.matchMedia('(pointer: coarse)');
  const ending = new AbortController();

  const writes = (): boolean => focusedNow()?.matches(FIELDS) === true;
  const follow = (): void => {
    const zoomed = viewport.scale > 1.01;
    home.toggleAttribute('zoomed', zoomed);
    // An enlarged page keeps its layout; the visitor scrolls in it.
    if (zoomed) return;
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    home.toggleAttribute('typing', coarse.matches && viewport.height < LOW_REM * rem && writes());
    home.style.setProperty('--hw-height', `${viewport.height}px`);
    home.style.setProperty('--hw-top', `${viewport.offsetTop}px`);
  };

  const on = { signal: ending.signal };
  viewport.addEventListener('resize', follow, on);
  viewport.addEventListener('scroll', follow, on);
  home.addEventListener('focusin', follow, on);
  // The focus is nowhere yet while it moves.
  home.addEventListener('focusout', () => setTimeout(follow, 0), on);
  follow();
  return () => {
    ending.abort();
    for (const name of ['typing', 'zoomed']) home.removeAttribute(name);
    for (const name of ['--hw-height', '--hw-top']) home.style.removeProperty(name);
  };
}
