import type { Theme } from '../../theme/theme.ts';

/** After this, texts are drawn in another font. */
const MAX_WAIT_MS = 1_500;

/**
 * Resolves when the theme's font is loaded in both weights, or cannot be, or after a while. A canvas
 * does not draw again when a font arrives, so what draws words waits for this.
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
