import { seededRandom } from '../../utils/noise.ts';

/** One shell of a milestone's fireworks. */
export interface Shell {
  /** The position at which it opens. Metres. */
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Seconds, in the clock of the fireworks. */
  readonly opensAt: number;
  /** The maximum distance of its sparks from the centre. Metres. */
  readonly spread: number;
  /** Index of its colour. */
  readonly color: number;
  /** Whether this is a strand of the wreath, for reduced motion: nothing rises or explodes. */
  readonly isWreath: boolean;
}

const SHELLS_A_SHOW = 5;
/** The number of strands of the wreath. */
const STRANDS = 3;
/** Enough for three shows that overlap. */
export const MAX_SHELLS = SHELLS_A_SHOW * 3;
const FIREWORK_COLORS = 5;
/** The time from the island's edge to the opening, and from the opening until the last spark is out. */
export const RISE_SECONDS = 1.15;
export const SPARK_SECONDS = 2.3;
export const WREATH_SECONDS = 6;
/**
 * The shortest time between two shells of any show, so that nothing flashes more than three times a second.
 */
const MIN_GAP_SECONDS = 0.38;
const MAX_GAP_SECONDS = 0.5;
/**
 * The region in which shells open: outside the island, nearer than the edge of the sea of clouds; and the
 * radius of their sparks.
 */
const MIN_DISTANCE_METRES = 50;
const MAX_DISTANCE_METRES = 62;
const MIN_HEIGHT_METRES = 19;
const MAX_HEIGHT_METRES = 30;
const MIN_SPREAD_METRES = 7.5;
const MAX_SPREAD_METRES = 11.5;
/** The maximum angle to each side of the visitor's heading: as wide as a phone's picture. */
const MAX_SIDE_RADIANS = 0.42;
const WREATH_DISTANCE_METRES = 56;
const WREATH_HEIGHT_METRES = 24;
const WREATH_RADIUS_METRES = 8.5;

/** The time at which a shell's last light is gone. */
export const overAt = ({ opensAt, isWreath }: Pick<Shell, 'opensAt' | 'isWreath'>): number =>
  opensAt + (isWreath ? WREATH_SECONDS : SPARK_SECONDS);

/**
 * Plans the shells of a show from the number of its milestone, so that the show looks the same to all
 * visitors.
 */
export class FireworksPlanner {
  #opened = -Infinity;

  /** `heading`: the visitor's direction, an angle from +x towards +z. `shells`: the number of free slots. */
  plan(seed: number, now: number, heading: number, shells: number): Shell[] {
    const random = seededRandom(seed * 7919 + 17);
    const first = Math.floor(random() * FIREWORK_COLORS);
    const planned: Shell[] = [];
    for (let i = 0; i < Math.min(shells, SHELLS_A_SHOW); i++) {
      // Alternates between the sides, so that consecutive shells do not cover each other.
      const side = ((i * 2) % SHELLS_A_SHOW) / (SHELLS_A_SHOW - 1) - 0.5;
      const bearing = heading + (side * 2 + (random() - 0.5) * 0.3) * MAX_SIDE_RADIANS;
      const away = MIN_DISTANCE_METRES + (MAX_DISTANCE_METRES - MIN_DISTANCE_METRES) * random();
      const gap = MIN_GAP_SECONDS + (MAX_GAP_SECONDS - MIN_GAP_SECONDS) * random();
      this.#opened = Math.max(now + RISE_SECONDS, this.#opened + gap);
      planned.push({
        x: Math.cos(bearing) * away,
        y: MIN_HEIGHT_METRES + (MAX_HEIGHT_METRES - MIN_HEIGHT_METRES) * random(),
        z: Math.sin(bearing) * away,
        opensAt: this.#opened,
        spread: MIN_SPREAD_METRES + (MAX_SPREAD_METRES - MIN_SPREAD_METRES) * random(),
        color: (first + i) % FIREWORK_COLORS,
        isWreath: false,
      });
    }
    return planned;
  }

  /** Plans a wreath of light that appears and fades. With reduced motion, it is shown instead of shells. */
  wreath(seed: number, now: number, heading: number): Shell[] {
    const first = Math.floor(seededRandom(seed * 7919 + 17)() * FIREWORK_COLORS);
    return Array.from({ length: STRANDS }, (_unused, i) => ({
      x: Math.cos(heading) * WREATH_DISTANCE_METRES,
      y: WREATH_HEIGHT_METRES,
      z: Math.sin(heading) * WREATH_DISTANCE_METRES,
      opensAt: now,
      spread: WREATH_RADIUS_METRES + (i - 1) * 0.9,
      color: (first + i) % FIREWORK_COLORS,
      isWreath: true,
    }));
  }
}

/**
 * The sparks of one shell, with four numbers each: a direction (x, y, z; length 0.8 to 1), evenly distributed
 * on the sphere, and the position in the trail (0 at the head, up to 1). The heads come first, so that a
 * shorter draw range keeps the shape of the explosion and shortens the trails.
 */
export function sparkField(directions: number, trail: number): Float32Array {
  const random = seededRandom(411);
  const sparks = new Float32Array(directions * trail * 4);
  const heads: (readonly [number, number, number])[] = [];
  const golden = Math.PI * (3 - Math.sqrt(5));
  for (let i = 0; i < directions; i++) {
    const y = 1 - ((i + 0.5) / directions) * 2;
    const flat = Math.sqrt(1 - y * y);
    const around = i * golden + random() * 0.25;
    const length = 0.8 + 0.2 * random();
    heads.push([Math.cos(around) * flat * length, y * length, Math.sin(around) * flat * length]);
  }
  for (let step = 0; step < trail; step++)
    heads.forEach(([x, y, z], i) =>
      sparks.set([x, y, z, trail > 1 ? step / (trail - 1) : 0], (step * directions + i) * 4),
    );
  return sparks;
}
