/**
 * The positions of a screenshot and the text below it in a disc, in fractions of the square around the disc,
 * from its middle; down is positive.
 */
export interface PlayLayout {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The stones of the arch cover nothing within this radius. */
const RADIUS = 0.475;
/** The text: its upper edge, height, and half of its width. The lower corners are within the disc. */
export const WORDS = { top: 0.282, height: 0.1, half: 0.28 } as const;
/** Between picture and text. */
const GAP = 0.016;
/** The lowest place for the lower edge of a picture. */
const LOWEST = WORDS.top - GAP;

/**
 * The largest place for a picture of this shape that cuts none of its corners off: in the middle if the text
 * fits below it, otherwise above the text.
 */
export function layoutPlay(aspect: number): PlayLayout {
  const quarter = (aspect * aspect) / 4;
  const centred = (2 * RADIUS) / Math.sqrt(aspect * aspect + 1);
  // Its upper corners on the circle, its lower edge above the words: (aspect·h/2)² + (h − LOWEST)² = RADIUS².
  const half = LOWEST / (quarter + 1);
  const raised = half + Math.sqrt(half * half + (RADIUS * RADIUS - LOWEST * LOWEST) / (quarter + 1));
  const isCentred = centred / 2 <= LOWEST;
  const height = isCentred ? centred : raised;
  const width = height * aspect;
  return { left: -width / 2, top: isCentred ? -height / 2 : LOWEST - height, width, height };
}
