import { Color, MathUtils, Vector3 } from 'three';
import { hours } from '../../../theme/hours.ts';
import { subsolarPoint } from '../../utils/subsolar.ts';

/** Degrees, north and east positive. */
interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** The sun above a place. */
interface SunPlace {
  /** Degrees above the horizon. */
  readonly elevation: number;
  /** Its side of the horizon in the world, as a direction of length 1. */
  readonly x: number;
  readonly z: number;
  /** 0 in the morning to 1 in the evening. */
  readonly evening: number;
}

/**
 * The first look (-z) is towards the equator, where the sun stands at noon. In summer it would rise
 * and set behind the visitor: this share of a circle's radius brings it forward, so that the start
 * view tells the hour all year.
 */
const FORWARD = 0.9;
/** How quickly morning turns into evening around noon and midnight, where the two look the same. */
const TURN = 4;
/**
 * Elevations of the sun, in degrees, between which one light turns into the next: astronomical
 * twilight begins at -18, civil twilight at -6 (The Astronomical Almanac, section A).
 */
const TWILIGHT = { from: -18, to: -5 } as const;
const DAY = { from: -5, to: 11 } as const;
/** The stars fade earlier than it is day, and a few stay: noon is a bright night. */
const STARS = { from: -15, to: 4, least: 0.22 } as const;
/** The afterglow of a sun below the horizon still comes from a little above it. */
const MIN_SINE = 0.07;

export function sunOver(at: number, { latitude, longitude }: Place): SunPlace {
  const sun = subsolarPoint(at);
  const hourAngle = MathUtils.degToRad(longitude - sun.longitude);
  const [north, declination] = [MathUtils.degToRad(latitude), MathUtils.degToRad(sun.latitude)];
  const [flat, tall] = [Math.cos(declination), Math.sin(declination)];
  const up = Math.sin(north) * tall + Math.cos(north) * flat * Math.cos(hourAngle);
  const west = flat * Math.sin(hourAngle);
  const south = Math.sin(north) * flat * Math.cos(hourAngle) - Math.cos(north) * tall;
  // South of the equator the first look is to the north, and west is on the left.
  const facing = latitude < 0 ? -1 : 1;
  const ahead = facing * south + FORWARD * Math.hypot(west, south);
  const length = Math.hypot(west, ahead) || 1;
  return {
    elevation: MathUtils.radToDeg(Math.asin(MathUtils.clamp(up, -1, 1))),
    x: (facing * west) / length,
    z: -ahead / length,
    evening: MathUtils.clamp(0.5 + west * TURN, 0, 1),
  };
}

/** Colours of theme/hours.ts as linear ones. */
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
  /** Towards the sun: x and z are a direction of length 1, y is the sine of its elevation. */
  readonly towards = new Vector3(0, MIN_SINE, -1);
  /** Share of the starlight that the sun leaves. */
  starlight = 1;
  readonly #midnight = lightOf(hours.midnight);
  readonly #dusk = lightOf(hours.dusk);
  readonly #dawn = lightOf(hours.dawn);
  readonly #noon = lightOf(hours.noon);

  set(at: number, place: Place): void {
    const { elevation, x, z, evening } = sunOver(at, place);
    this.towards.set(x, Math.max(Math.sin(MathUtils.degToRad(elevation)), MIN_SINE), z);
    this.mix(elevation, evening);
  }

  /** The colours for an elevation of the sun in degrees, in the morning (0) to the evening (1). */
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
