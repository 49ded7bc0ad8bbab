import { MathUtils } from 'three';
import { HEADER_PIXELS, freeHalf } from './picture-shape.ts';

/** Where a visit begins in a wide window, looking level towards −z (docs/look.md). Metres. */
export const START = { x: 0, y: 2, z: 7.5 } as const;

/** The resident hovers in the middle of the world: the height of its feet, and its own height. Metres. */
const RESIDENT_FEET = 0.5;
const RESIDENT_METRES = 2.2;
/** The resident fills at least this share of the picture's height. */
const RESIDENT_SHARE = 0.254;
/** The tangent of the angle to the highest object of the first view: the label over the Earth. */
const HIGHEST = 0.475;
/** The pitch in a tall window, which has more space below the resident than above. Radians. */
const TALL_PITCH = 0.08;

/** The position of the visitor at the start, and how far up they look. Metres, radians. */
export interface StartPose {
  readonly z: number;
  readonly pitch: number;
}

/**
 * The start pose in a window of this shape. With a large field of view the visitor stands nearer, so that the
 * resident is not too small. In a low window they look up, so that the header covers nothing. `fov`: vertical
 * field of view in degrees. `aspect`: width divided by height. `height`: in CSS pixels.
 */
export function startPose(fov: number, aspect: number, height: number): StartPose {
  const half = Math.tan(MathUtils.degToRad(fov) / 2);
  const free = freeHalf(half, HEADER_PIXELS, height);
  const z = Math.min(START.z, RESIDENT_METRES / (2 * RESIDENT_SHARE * half));
  const wanted = aspect > 1 ? Math.max(0, Math.atan(HIGHEST) - Math.atan(free)) : TALL_PITCH;
  // The card at the foot of the window is as high as the header. The resident's feet stay above the card.
  const most = Math.atan(free) - Math.atan((START.y - RESIDENT_FEET) / z);
  return { z, pitch: Math.min(wanted, Math.max(0, most)) };
}
