/** The input of sticks and touches: written by input modules, read in each frame by player and camera. */
export class StickInput {
  /** A gamepad's sticks, −1 to 1: walking to the right and ahead, rotating to the left and up. */
  right = 0;
  ahead = 0;
  turn = 0;
  pitch = 0;
  run = false;
  /** The number of presses of the action button. */
  actionCount = 0;
  /** The zoom by a pinch since the last read, as the logarithm of the factor. The reader resets it to 0. */
  zoomDelta = 0;
  /** Whether two touches were on the canvas at once. Then lifting them is not a tap. */
  pinched = false;
  /** Whether the last click on the canvas had an effect. Then it does not lock the pointer. */
  clickUsed = false;
}
