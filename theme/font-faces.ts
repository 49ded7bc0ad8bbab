/**
 * The Latin subset of @fontsource/ibm-plex-mono 5.3.0. The files are in public/vendor/, with their
 * licence (SIL Open Font License 1.1).
 */
const FOLDER = 'vendor/ibm-plex-mono-5.3.0';
/** Regular for texts, bold for titles. */
const weights = [400, 700] as const;

/**
 * The typeface of the pages and of the world, as rules for a page's head. Until it is loaded, texts are in
 * the next font of the list, whose letters are nearly as wide. A preload would not be faster: the first frame
 * already requests both files.
 */
export const fontFaces = (): string =>
  weights
    .map(
      (weight) =>
        `@font-face { font-family: "IBM Plex Mono"; font-weight: ${weight}; font-display: swap; src: url("${FOLDER}/latin-${weight}.woff2") format("woff2"); }`,
    )
    .join('\n');
