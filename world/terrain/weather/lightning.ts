import { seededRandom } from '../../utils/noise.ts';

/** Seconds between two strikes: never near the three flashes a second that may not be passed. */
const PAUSE = { least: 5, spread: 9 };
/** One strike: rises softly, sinks, and glows up once more. Seconds. */
const STRIKE_SECONDS = 1.6;

/** How bright a strike is `age` seconds after it began: two soft swells, 0.6 s apart. */
export function strikeGlow(age: number): number {
  if (age < 0 || age >= STRIKE_SECONDS) return 0;
  const swell = (at: number, width: number): number => Math.exp(-(((age - at) / width) ** 2));
  return swell(0.25, 0.13) * 0.8 + swell(0.85, 0.24);
}

/** Lightning inside the clouds: where, and how bright at this moment. */
export class Lightning {
  x = 0;
  z = 0;
  glow = 0;
  /** Strikes so far. */
  count = 0;
  readonly #random: () => number;
  /** Seconds since the last strike began, and until the next one begins. */
  #age = STRIKE_SECONDS;
  #pause: number = PAUSE.least / 2;

  constructor(seed = 5) {
    this.#random = seededRandom(seed);
  }

  /** `strength` is the weather's, 0 to 1; at 0 a strike in progress fades and no new one begins. */
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
