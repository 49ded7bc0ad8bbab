import { WARP_SECONDS } from '../../../data/view/view.ts';
import { smoothstep } from '../../utils/noise.ts';

/** What the tunnel looks like at a moment. All 0 to 1, but `travel`. */
export interface WarpLook {
  /** How far its mouth has opened from the portal’s disc over the whole picture. */
  opening: number;
  /** How much of the world it hides, where it is. */
  cover: number;
  /** How far one has come, in lengths of its pattern. */
  travel: number;
  /** How bright its walls are, and how much of it the light at its end fills. */
  light: number;
  glow: number;
}

/** Lengths a second: at the start, and so much more at the end. Each place of the pattern repeats at most once in `MIN_LENGTH`. */
const SLOWEST = 0.8;
const FASTER = 3;
/** The shortest repeat in the shader, in lengths: nothing in it comes by more than three times a second. */
export const MIN_LENGTH = 1.45;

/** For visitors who asked for less motion nothing moves: the portal’s colour comes up, and that is all. */
const REDUCED_MOTION_COVERED = 0.6;

export function warpLookAt(progress: number, reducedMotion: boolean, into: WarpLook): void {
  if (reducedMotion) {
    into.opening = 1;
    into.cover = smoothstep(0, REDUCED_MOTION_COVERED, progress);
    into.travel = 0;
    into.light = 1;
    into.glow = 1;
    return;
  }
  into.opening = smoothstep(0, 0.42, progress);
  into.cover = smoothstep(0, 0.14, progress);
  // The sum of a speed that grows evenly.
  into.travel = WARP_SECONDS * (SLOWEST * progress + (FASTER / 2) * progress * progress);
  into.light = 0.45 + 0.55 * smoothstep(0.05, 0.75, progress);
  into.glow = Math.min(1, Math.max(0, (progress - 0.2) / 0.8)) ** 2;
}
