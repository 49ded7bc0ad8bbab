import type { Color } from 'three';

/** What the glass floor mirrors: an upright shape of light. Metres. */
export interface Glow {
  /** Its middle. */
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly width: number;
  readonly height: number;
  /**
   * A `frame` is brighter at its edges, a `disc` is round, both turned about the vertical by `turn`
   * radians; a `column` faces the camera.
   */
  readonly shape: 'frame' | 'disc' | 'column';
  readonly turn: number;
  /** Linear colour times strength: black gives no light. Its owner changes it in place. */
  readonly color: Color;
}
