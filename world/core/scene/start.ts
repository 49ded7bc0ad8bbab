import { MathUtils } from 'three';
import { HEADER_PIXELS, freeHalf } from './picture-shape.ts';

/** Where a visit begins in a wide window, looking level towards −z (docs/look.md). Metres. */
export const START = { x: 0, y: 2, z: 7.5 } as const;

/** The resident hovers in the middle of the world: its height above the floor, and its own. Metres. */
const RESIDENT_FEET = 0.5;
const RESIDENT_METRES = 2.2;
/** It fills at least this share of the picture's height. */
const RESIDENT_SHARE = 0.254;
/** Tangent of the angle at which the highest thing of the first view is seen: the label over the Earth. */
const HIGHEST = 0.475;
/** How far the camera looks up in a tall window, which has more room below the resident than above. Radians. */
const TALL_PITCH = 0.08;

/** Where the visitor stands at first, and how far up they look. Metres, radians. */
export interface StartPose {
  readonly z: number;
  readonly pitch: number;
}

/**
 * The start in a window of this shape. In a wide angle of view the resident would be small: the visitor stands
 * nearer. Where the window is low, they look up far enough that the header hides nothing. `fov` in degrees, of the
 * picture's height; `aspect` its width by its height; `height` in CSS pixels.
 */
export function startPose(fov: number, aspect: number, height: number): StartPose {
  const half = Math.tan(MathUtils.degToRad(fov) / 2);
  const free = freeHalf(half, HEADER_PIXELS, height);
  const z = Math.min(START.z, RESIDENT_METRES / (2 * RESIDENT_SHARE * half));
  const wanted = aspect > 1 ? Math.max(0, Math.atan(HIGHEST) - Math.atan(free)) : TALL_PITCH;
  // The card at the foot of the window is as high as the header: the feet stay above it.
  const most = Math.atan(free) - Math.atan((START.y - RESIDENT_FEET) / z);
  return { z, pitch: Math.min(wanted, Math.max(0, most)) };
}
