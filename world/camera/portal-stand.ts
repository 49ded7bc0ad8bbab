import { MathUtils } from 'three';
import { EYE_METRES } from '../player/character-controller.ts';

/** What is to be in the picture, from the arch's foot: its name on two lines at most, and as wide. Metres. */
const TOP_METRES = 7.6;
const WIDTH_METRES = 5.6;
/** What the header and the hint at the foot of the window cover; a lower window is too low for all of it. CSS pixels. */
const HEADER_PIXELS = 60;
const FOOT_PIXELS = 70;
const MIN_HEIGHT = 360;
/** The name is this far from the edges of a narrow window, as a share of it. */
const MAX_WIDTH_SHARE = 0.92;
const STEP_METRES = 0.1;

/** Where a visitor stands before a portal, from its foot, and how far up they look. Metres, radians. */
export interface PortalStand {
  readonly metres: number;
  readonly pitch: number;
}

/**
 * The nearest place from which arch and name are whole. `fov` in degrees, of the picture's height; `aspect` its
 * width by its height; `height` in CSS pixels.
 */
export function portalStand(fov: number, aspect: number, height: number): PortalStand {
  const half = Math.tan(MathUtils.degToRad(fov) / 2);
  const high = Math.max(height, MIN_HEIGHT);
  const above = Math.atan(half * (1 - (2 * HEADER_PIXELS) / high));
  const below = Math.atan(half * (1 - (2 * FOOT_PIXELS) / high));
  const top = (metres: number): number => Math.atan((TOP_METRES - EYE_METRES) / metres);
  let metres = WIDTH_METRES / 2 / (half * aspect * MAX_WIDTH_SHARE);
  while (top(metres) + Math.atan(EYE_METRES / metres) > above + below) metres += STEP_METRES;
  return { metres, pitch: top(metres) - above };
}
