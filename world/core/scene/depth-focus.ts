import { NORMAL_APERTURE } from '../../../data/photo/photo.ts';

/**
 * From the start, banners are 8 m away, panels 17 to 26 m, and portal names farther: with the focus at
 * this distance all are sharp.
 */
export const MIDDLE_METRES = 18;

/**
 * Every word of the home stands within this distance of the focus, wherever the visitor is on the
 * island: no word is blurred outside photographs.
 */
export const SHARP_METRES = 60;

/** The lens that `depth-of-field.ts` draws with. */
export class DepthFocus {
  /** Distance from the camera. */
  metres = MIDDLE_METRES;
  aperture = NORMAL_APERTURE.aperture;
  maxBlur = NORMAL_APERTURE.maxBlur;
  /** Everything within this distance of the focus stays sharp. */
  sharpMetres = SHARP_METRES;
  /** Metres to the object that the visitor looks at, set by the interaction system; undefined without one. */
  subject: number | undefined;
}
