import { NORMAL_APERTURE } from '../../../data/photo/photo.ts';

/** At the start one reads banners at 8 m, boards at 17 to 26 and the names of portals behind them: all are sharp from here. Metres. */
export const MIDDLE_METRES = 18;

/** What the depth of field is drawn with (`depth-of-field.ts`). */
export class DepthFocus {
  /** Metres before the eye. */
  metres = MIDDLE_METRES;
  aperture = NORMAL_APERTURE.aperture;
  maxBlur = NORMAL_APERTURE.maxBlur;
  /** Whether the sky, and light that hangs before it, is blurred as what is far is. To the eye stars are points. */
  sky = false;
  /** How far off the thing is that the visitor looks at, as `pointing` finds it; undefined where nothing near is meant. Metres. */
  subject: number | undefined;
}
