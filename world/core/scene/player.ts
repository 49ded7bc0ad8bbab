/**
 * Where the visitor stands, whatever the camera does meanwhile: `walk` keeps it, and others read it or put the visitor elsewhere.
 * Metres, and radians as the camera's: a yaw of 0 looks towards −z, a positive pitch upwards.
 */
export class Player {
  x = 0;
  /** Of the eye. */
  y = 0;
  z = 0;
  yaw = 0;
  pitch = 0;
  /** Counts how often the visitor was put somewhere: between two counts they have walked. */
  teleportCount = 0;
  /** How far above its own place the eye is held, as on a flight. */
  heightOffset = 0;

  /** Puts the visitor there, standing still; `walk` takes it up at its next step. */
  teleport(x: number, z: number, yaw: number, pitch: number, lift = 0): void {
    this.x = x;
    this.z = z;
    this.yaw = yaw;
    this.pitch = pitch;
    this.heightOffset = lift;
    this.teleportCount++;
  }
}
