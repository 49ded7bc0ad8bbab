import { MathUtils } from 'three';
import { WARP_SECONDS } from '../../../data/view/view.ts';

/** The look of the tunnel at one moment. All but `travel` from 0 to 1. */
export interface WarpLook {
  /** The size of the opening: 0 is the portal’s disc, 1 the whole frame. */
  opening: number;
  /** The opacity of the tunnel. */
  cover: number;
  /** The travelled distance, in repeats of the tunnel’s pattern. */
  travel: number;
  /** The brightness of the walls, and the size of the light at the end. */
  light: number;
  glow: number;
}

/** Tunnel lengths per second at the start, and how many more at the end. */
const START_SPEED = 0.8;
const MORE_SPEED = 3;
/** The shortest repeat in the shader, in lengths: nothing passes more than three times a second. */
export const MIN_LENGTH = 1.45;

/** With reduced motion nothing moves: the portal’s colour covers the frame by this progress. */
const REDUCED_MOTION_COVERED = 0.6;

export function warpLookAt(progress: number, reducedMotion: boolean, into: WarpLook): void {
  if (reducedMotion) {
    into.opening = 1;
    into.cover = MathUtils.smoothstep(progress, 0, REDUCED_MOTION_COVERED);
    into.travel = 0;
    into.light = 1;
    into.glow = 1;
    return;
  }
  into.opening = MathUtils.smoothstep(progress, 0, 0.42);
  into.cover = MathUtils.smoothstep(progress, 0, 0.14);
  // The integral of a speed that grows linearly.
  into.travel = WARP_SECONDS * (START_SPEED * progress + (MORE_SPEED / 2) * progress * progress);
  into.light = 0.45 + 0.55 * MathUtils.smoothstep(progress, 0.05, 0.75);
  into.glow = MathUtils.clamp((progress - 0.2) / 0.8, 0, 1) ** 2;
}
