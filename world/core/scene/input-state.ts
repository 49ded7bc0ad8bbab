/**
 * What is asked of the walker and of the lens by more than the keyboard and the mouse: sticks, and fingers. Those who hear write, those who move
 * read, once a frame.
 */
export class StickInput {
  /** A gamepad's sticks, −1 to 1: walking to the right and ahead, turning to the left and upwards. */
  right = 0;
  ahead = 0;
  turn = 0;
  tilt = 0;
  run = false;
  /** Counts how often a button asked for what the hint offers. */
  actionCount = 0;
  /** How many times nearer the picture is wanted since the last read, as its logarithm: by pinching. The reader sets it back to 0. */
  zoomDelta = 0;
  /** Two fingers were on the picture at once: what they do as they leave it is no tap. */
  pinched = false;
}
