import type { Color } from 'three';

/** A reflection in the glass floor: an upright shape of light. Metres. */
export interface Glow {
  /** The centre. */
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly width: number;
  readonly height: number;
  /**
   * A `frame` is brighter at its edges, a `disc` is round; both are rotated about y by `turn` radians. A
   * `column` faces the camera.
   */
  readonly shape: 'frame' | 'disc' | 'column';
  readonly turn: number;
  /**
   * Linear colour multiplied by strength: black is no light. The module that created the glow changes this
   * object in place.
   */
  readonly color: Color;
}
