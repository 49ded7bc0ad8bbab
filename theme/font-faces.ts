/**
 * The Latin subset of @fontsource/ibm-plex-mono 5.3.0. The files are in public/vendor/, with their
 * licence (SIL Open Font License 1.1).
 */
const FOLDER = 'vendor/ibm-plex-mono-5.3.0';
/** Regular for texts, bold for titles. */
const weights = [400, 700] as const;

/**
 * The typeface of the pages and of the world, as rules for the head of a page. Nothing waits for it:
 * texts are drawn in the next font of the list until it is there, which has letters of nearly the
 * same width. A preload would not help: the first frame already asks for both files.
 */
export const fontFaces = (): string =>
  weights
    .map(
      (weight) =>
        `@font-face { font-family: "IBM Plex Mono"; font-weight: ${weight}; font-display: swap; src: url("${FOLDER}/latin-${weight}.woff2") format("woff2"); }`,
    )
    .join('\n');
