import type { SkyHour } from '../config/config.ts';
import { type EarthPoint, elevationOf, sunFrom } from '../core/subsolar.ts';

/** The weathers of the pictures. The file names contain the weather, so that others can be added. */
export type PictureWeather = 'clear';

/**
 * The shapes of the pictures: for a window at least as wide as high, a phone held upright, and a phone in
 * landscape orientation. `index.html` says which window gets which picture.
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

/** The text with another hour in the addresses of all pictures. */
export const withHour = (text: string, hour: SkyHour): string =>
  text.replaceAll(new RegExp(NAME, 'g'), (name, _aspect, _weather, before: string) =>
    name.replace(`-${before}.`, () => `-${hour}.`),
  );

/**
 * The range of the sun's elevation, in degrees, in which the picture of dawn or dusk is nearer to the sky
 * than the picture of midnight or noon. In the pictures of dawn and dusk the sun is 3 degrees below the
 * horizon. Noon has its full light from 11 degrees above the horizon, midnight has no sunlight from 18
 * degrees below the horizon.
 */
const TWILIGHT = { from: -11, to: 3 } as const;

/** The hour whose picture is nearest to the light over a place at `at`, in milliseconds since the epoch. */
export function pictureHourAt(at: number, place: EarthPoint): SkyHour {
  const sun = sunFrom(place, at);
  const elevation = elevationOf(sun);
  if (elevation > TWILIGHT.to) return 'noon';
  if (elevation < TWILIGHT.from) return 'midnight';
  return sun.west > 0 ? 'dusk' : 'dawn';
}

/** The hour of a home's picture: the fixed hour of its sky, or the present hour at its place. */
export const pictureHourOf = (
  { sky, weather }: { readonly sky: { readonly hour: SkyHour | 'place' }; readonly weather: EarthPoint },
  now: number,
): SkyHour => (sky.hour === 'place' ? pictureHourAt(now, weather) : sky.hour);
