import type { Theme } from '../../theme/theme.ts';

/** After this time, texts are drawn in a fallback font. */
const MAX_WAIT_MS = 1_500;

/**
 * Resolves when both weights of the theme's font are loaded, cannot be loaded, or take too long. A canvas
 * does not redraw its text when a font is loaded, so modules that draw text wait for this.
 */
export function fontsLoaded({ fonts }: Theme): Promise<unknown> {
  const loads = [400, 700].map((weight) => document.fonts.load(`${weight} 16px ${fonts.mono}`));
  return Promise.race([
    Promise.allSettled(loads),
    new Promise((done) => {
      setTimeout(done, MAX_WAIT_MS);
    }),
  ]);
}
