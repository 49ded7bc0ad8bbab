import { seededRandom } from '../../utils/noise.ts';

/** Seconds between two strikes: far below the permitted three flashes a second. */
const PAUSE = { least: 5, spread: 9 };
/** The duration of one strike, which glows twice. */
const STRIKE_SECONDS = 1.6;

/** The brightness of a strike `age` seconds after its start: two soft maxima, 0.6 s apart. */
function strikeGlow(age: number): number {
  if (age < 0 || age >= STRIKE_SECONDS) return 0;
  const swell = (at: number, width: number): number => Math.exp(-(((age - at) / width) ** 2));
  return swell(0.25, 0.13) * 0.8 + swell(0.85, 0.24);
}

/** Lightning inside the clouds: its position and its current brightness. */
export class Lightning {
  x = 0;
  z = 0;
  glow = 0;
  /** The number of strikes. */
  count = 0;
  readonly #random: () => number;
  /** The seconds since the last strike began, and until the next strike begins. */
  #age = STRIKE_SECONDS;
  #pause: number = PAUSE.least / 2;

  constructor(seed = 5) {
    this.#random = seededRandom(seed);
  }

  /**
   * `strength`: the strength of the weather's lightning, 0 to 1. It scales the glow. Below 0.05 no new strike
   * begins.
   */
  update(delta: number, strength: number): void {
    this.#age += delta;
    this.glow = strikeGlow(this.#age) * strength;
    if (strength < 0.05) return;
    this.#pause -= delta;
    if (this.#pause > 0) return;
    this.#pause = PAUSE.least + this.#random() * PAUSE.spread;
    this.#age = 0;
    this.count++;
    const around = this.#random() * Math.PI * 2;
    const away = 90 + this.#random() * 190;
    this.x = Math.cos(around) * away;
    this.z = Math.sin(around) * away;
  }
}
