import { Color, MathUtils, Vector3 } from 'three';
import type { SkyHour } from '../../../data/config/config.ts';
import { hours } from '../../../theme/hours.ts';
import { type EarthPoint, elevationOf, sunFrom } from '../../../data/core/subsolar.ts';

/** The position of the sun, as seen from a place. */
interface SunPlace {
  /** Degrees above the horizon. */
  readonly elevation: number;
  /** The sun's side of the horizon in the world, as a unit vector. */
  readonly x: number;
  readonly z: number;
  /** 0 in the morning to 1 in the evening. */
  readonly evening: number;
}

/**
 * The start view (−z) is towards the equator, where the sun is at noon. In summer the sun would rise and set
 * behind the visitor. This share of the circle's radius moves the sun forward, so that the start view shows
 * the hour all year.
 */
const FORWARD = 0.9;
/** How quickly morning changes into evening around noon and midnight, when both look the same. */
const TURN = 4;
/**
 * The sun's elevations in degrees between which the light changes: astronomical twilight begins at -18, civil
 * twilight at -6 (The Astronomical Almanac, section A).
 */
const TWILIGHT = { from: -18, to: -5 } as const;
const DAY = { from: -5, to: 11 } as const;
/** The stars fade before it is day, and a share of them remains, because noon looks like a bright night. */
const STARS = { from: -15, to: 4, least: 0.22 } as const;
/** After sunset the light still comes from slightly above the horizon. */
const MIN_SINE = 0.07;

/** The position of the sun for the hours that an owner can choose for the sky. */
export const FIXED: Readonly<Record<SkyHour, SunPlace>> = {
  midnight: { elevation: -90, x: 0, z: -1, evening: 1 },
  dawn: { elevation: -3, x: -0.74, z: -0.67, evening: 0 },
  noon: { elevation: 60, x: 0, z: -1, evening: 1 },
  dusk: { elevation: -3, x: 0.74, z: -0.67, evening: 1 },
};

export function sunOver(at: number, place: EarthPoint): SunPlace {
  const sun = sunFrom(place, at);
  const { west, south } = sun;
  // South of the equator the start view is to the north, and west is on the left.
  const facing = place.latitude < 0 ? -1 : 1;
  const ahead = facing * south + FORWARD * Math.hypot(west, south);
  const length = Math.hypot(west, ahead) || 1;
  return {
    elevation: elevationOf(sun),
    x: (facing * west) / length,
    z: -ahead / length,
    evening: MathUtils.clamp(0.5 + west * TURN, 0, 1),
  };
}

/** The colours of theme/hours.ts in linear colour space. */
interface HourLight {
  readonly zenith: Color;
  readonly horizon: Color;
  readonly sea: Color;
  readonly sun: Color;
}

const lightOf = ({ zenith, horizon, sea, sun }: (typeof hours)[keyof typeof hours]): HourLight => ({
  zenith: new Color(zenith),
  horizon: new Color(horizon),
  sea: new Color(sea),
  sun: new Color(sun),
});
const PARTS = ['zenith', 'horizon', 'sea', 'sun'] as const;

/** The light of the hour at the home's place, before any weather. */
export class Hour implements HourLight {
  readonly zenith = new Color();
  readonly horizon = new Color();
  readonly sea = new Color();
  readonly sun = new Color();
  /** The direction of the sun: x and z are a unit vector, y is the sine of the elevation. */
  readonly towards = new Vector3(0, MIN_SINE, -1);
  /** The share of the starlight that remains in sunlight. */
  starlight = 1;
  readonly #midnight = lightOf(hours.midnight);
  readonly #dusk = lightOf(hours.dusk);
  readonly #dawn = lightOf(hours.dawn);
  readonly #noon = lightOf(hours.noon);

  set({ elevation, x, z, evening }: SunPlace): void {
    this.towards.set(x, Math.max(Math.sin(MathUtils.degToRad(elevation)), MIN_SINE), z);
    this.mix(elevation, evening);
  }

  /** Mixes the colours for an elevation of the sun in degrees, from morning (0) to evening (1). */
  mix(elevation: number, evening: number): void {
    const twilight = MathUtils.smoothstep(elevation, TWILIGHT.from, TWILIGHT.to);
    const day = MathUtils.smoothstep(elevation, DAY.from, DAY.to);
    for (const part of PARTS)
      this[part]
        .copy(this.#dawn[part])
        .lerp(this.#dusk[part], evening)
        .lerp(this.#midnight[part], 1 - twilight)
        .lerp(this.#noon[part], day);
    this.starlight = 1 - (1 - STARS.least) * MathUtils.smoothstep(elevation, STARS.from, STARS.to);
  }
}
