/**
 * What sticks and touches ask for, beside keyboard and mouse: input modules write it, the modules that
 * move the player and the camera read it once a frame.
 */
export class StickInput {
  /** A gamepad's sticks, −1 to 1: walking to the right and ahead, turning to the left and up. */
  right = 0;
  ahead = 0;
  turn = 0;
  pitch = 0;
  run = false;
  /** Counts the presses of the button that does what the hint offers. */
  actionCount = 0;
  /** How much a pinch has zoomed since the last read, as the logarithm of the factor; the reader resets it to 0. */
  zoomDelta = 0;
  /** Two touches were on the canvas at once: lifting them is no tap. */
  pinched = false;
  /** The last click on the canvas does something: it does not lock the pointer too. */
  clickUsed = false;
}
