import type { SkyHour } from '../config/config.ts';
import { type EarthPoint, elevationOf, sunFrom } from '../core/subsolar.ts';

/** The weathers of the pictures. The file names have a place for more. */
export type PictureWeather = 'clear';

/**
 * The shapes of the pictures: a window at least as wide as high, a phone held upright, and a phone in landscape
 * orientation. `index.html` says which window gets which.
 */
export const aspects = ['wide', 'tall', 'low'] as const;
export type Aspect = (typeof aspects)[number];

/** The hour in a page that does not know the home's place. */
export const DEFAULT_HOUR: SkyHour = 'dusk';

export const PAINTED_FOLDER = 'painted';

/** What a picture shows, from its file name. */
export interface PaintedPicture {
  readonly aspect: Aspect;
  readonly weather: PictureWeather;
  readonly hour: SkyHour;
}

/** The name of a picture's file, without its extension. */
export const pictureName = ({ aspect, weather, hour }: PaintedPicture): string =>
  `${aspect}-${weather}-${hour}`;

const NAME = /\bpainted\/(wide|tall|low)-(clear)-(midnight|dawn|noon|dusk)\.(?:avif|webp)\b/;

/** What the picture with this address shows; undefined for an address of another form. */
export function pictureAt(address: string): PaintedPicture | undefined {
  const [, aspect, weather, hour] = NAME.exec(address) ?? [];
  return aspect === undefined ? undefined : ({ aspect, weather, hour } as PaintedPicture);
}

/** The addresses of all pictures in a text, with the hour exchanged. */
export const withHour = (text: string, hour: SkyHour): string =>
  text.replaceAll(new RegExp(NAME, 'g'), (name, _aspect, _weather, before: string) =>
    name.replace(`-${before}.`, () => `-${hour}.`),
  );

/**
 * The elevations of the sun in degrees between which a picture of the twilight is nearer to the sky than that of
 * midnight or noon. The pictures of the twilight have the sun 3 degrees below the horizon; noon has the full
 * light from 11 degrees above it, midnight none of it from 18 degrees below.
 */
const TWILIGHT = { from: -11, to: 3 } as const;

/** The picture whose light is nearest to that of the sky over a place. Milliseconds, degrees. */
export function pictureHourAt(at: number, place: EarthPoint): SkyHour {
  const sun = sunFrom(place, at);
  const elevation = elevationOf(sun);
  if (elevation > TWILIGHT.to) return 'noon';
  if (elevation < TWILIGHT.from) return 'midnight';
  return sun.west > 0 ? 'dusk' : 'dawn';
}

/** The hour of the picture of a home: that at which its sky stays, or that of its place. */
export const pictureHourOf = (
  { sky, weather }: { readonly sky: { readonly hour: SkyHour | 'place' }; readonly weather: EarthPoint },
  now: number,
): SkyHour => (sky.hour === 'place' ? pictureHourAt(now, weather) : sky.hour);
