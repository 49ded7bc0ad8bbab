/** A solid thing that the visitor walks around: a circle on the ground. Metres. */
export interface Obstacle {
  readonly x: number;
  readonly z: number;
  readonly radius: number;
}
