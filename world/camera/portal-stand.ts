import { MathUtils } from 'three';
import { HEADER_PIXELS, freeHalf, metresToShow } from '../core/scene/picture-shape.ts';
import { EYE_METRES } from '../player/character-controller.ts';

/** Height and width of a portal with its name (at most two lines), which must be in the picture. Metres. */
const TOP_METRES = 7.6;
const WIDTH_METRES = 5.6;
/** The height of the hint at the foot of the window. CSS pixels. */
const FOOT_PIXELS = 70;
const STEP_METRES = 0.1;

/** A visitor's distance from the foot of a portal, and how far up they look. Metres, radians. */
export interface PortalStand {
  readonly metres: number;
  readonly pitch: number;
}

/**
 * The nearest position from which the arch and the name are in the picture. `fov`: vertical field of view in
 * degrees. `aspect`: width divided by height. `height`: of the picture, in CSS pixels.
 */
export function portalStand(fov: number, aspect: number, height: number): PortalStand {
  const half = Math.tan(MathUtils.degToRad(fov) / 2);
  const above = Math.atan(freeHalf(half, HEADER_PIXELS, height));
  const below = Math.atan(freeHalf(half, FOOT_PIXELS, height));
  const top = (metres: number): number => Math.atan((TOP_METRES - EYE_METRES) / metres);
  let metres = metresToShow(WIDTH_METRES, { fov, aspect });
  while (top(metres) + Math.atan(EYE_METRES / metres) > above + below) metres += STEP_METRES;
  return { metres, pitch: top(metres) - above };
}
