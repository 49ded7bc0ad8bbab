/** Smaller movements are inaudible and are not passed on. `MIN_TURN` is the change of a unit vector. */
const MIN_STEP_METRES = 0.01;
const MIN_TURN = 0.004;

/** Keeps a context's listener at the camera. */
export class Listener {
  /** The position last set, in metres. */
  x = 0;
  y = 0;
  z = 0;
  readonly #listener: AudioListener;
  /** The last set direction. NaN at first, so that the first call counts as a turn. */
  #forwardX = NaN;
  #forwardY = NaN;
  #forwardZ = NaN;

  constructor(listener: AudioListener) {
    this.#listener = listener;
  }

  /** `matrix`: the camera's world matrix in column-major order. */
  follow(matrix: readonly number[]): void {
    this.#move(matrix[12] ?? 0, matrix[13] ?? 0, matrix[14] ?? 0);
    // A camera looks along −z.
    this.#turn(
      -(matrix[8] ?? 0),
      -(matrix[9] ?? 0),
      -(matrix[10] ?? 0),
      matrix[4] ?? 0,
      matrix[5] ?? 1,
      matrix[6] ?? 0,
    );
  }

  #move(x: number, y: number, z: number): void {
    const stays =
      Math.abs(x - this.x) < MIN_STEP_METRES &&
      Math.abs(y - this.y) < MIN_STEP_METRES &&
      Math.abs(z - this.z) < MIN_STEP_METRES;
    if (stays) return;
    this.x = x;
    this.y = y;
    this.z = z;
    const listener = this.#listener;
    if (!('positionX' in listener)) {
      (listener as LegacyListener).setPosition(x, y, z);
      return;
    }
    listener.positionX.value = x;
    listener.positionY.value = y;
    listener.positionZ.value = z;
  }

  #turn(x: number, y: number, z: number, upX: number, upY: number, upZ: number): void {
    const stays =
      Math.abs(x - this.#forwardX) < MIN_TURN &&
      Math.abs(y - this.#forwardY) < MIN_TURN &&
      Math.abs(z - this.#forwardZ) < MIN_TURN;
    if (stays) return;
    this.#forwardX = x;
    this.#forwardY = y;
    this.#forwardZ = z;
    const listener = this.#listener;
    if (!('forwardX' in listener)) {
      (listener as LegacyListener).setOrientation(x, y, z, upX, upY, upZ);
      return;
    }
    listener.forwardX.value = x;
    listener.forwardY.value = y;
    listener.forwardZ.value = z;
    listener.upX.value = upX;
    listener.upY.value = upY;
    listener.upZ.value = upZ;
  }
}

/** Some versions of Firefox have methods here instead of parameters. */
type LegacyListener = Pick<AudioListener, 'setPosition' | 'setOrientation'>;
