import { type SkyHour, skyHours } from '../config/config.ts';
import { type EarthPoint, elevationOf, sunFrom } from '../core/subsolar.ts';

/** The weathers of the pictures, in WebP only `clear`: a browser without AVIF is old, and gets that one. */
export const pictureWeathers = ['clear', 'cloudy', 'fog', 'rain', 'snow'] as const;
export type PictureWeather = (typeof pictureWeathers)[number];

/**
 * The shapes of the pictures: for a window at least as wide as high, a phone held upright, and a phone in
 * landscape orientation. `index.html` says which window gets which picture.
 */
export const aspects = ['wide', 'tall', 'low'] as const;
export type Aspect = (typeof aspects)[number];

/** The hour in a page that does not know the home's place. */
export const DEFAULT_HOUR: SkyHour = 'dusk';

export const PAINTED_FOLDER = 'painted';

export interface PictureSky {
  readonly weather: PictureWeather;
  readonly hour: SkyHour;
}

/** What a picture shows, from its file name. */
export interface PaintedPicture extends PictureSky {
  readonly aspect: Aspect;
}

/** The name of a picture's file, without its extension. */
export const pictureName = ({ aspect, weather, hour }: PaintedPicture): string =>
  `${aspect}-${weather}-${hour}`;

const NAME = new RegExp(
  `\\bpainted/(${aspects.join('|')})-(${pictureWeathers.join('|')})-(${skyHours.join('|')})\\.(avif|webp)\\b`,
);

/** What the picture with this address shows; undefined for an address of another form. */
export function pictureAt(address: string): PaintedPicture | undefined {
  const [, aspect, weather, hour] = NAME.exec(address) ?? [];
  return aspect === undefined ? undefined : ({ aspect, weather, hour } as PaintedPicture);
}

/** The text with another sky in the addresses of all pictures. */
export const withSky = (text: string, { weather, hour }: PictureSky): string =>
  text.replaceAll(
    new RegExp(NAME, 'g'),
    (_name, aspect: Aspect, _weather, _hour, format: string) =>
      `${PAINTED_FOLDER}/${pictureName({ aspect, weather: format === 'avif' ? weather : 'clear', hour })}.${format}`,
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

/** A weather reading: its WMO code (table 4677). */
interface CodedWeather {
  readonly code: number;
}

/** The codes of the pictures that are not clear. */
const CODES: readonly (readonly [first: number, last: number, weather: PictureWeather])[] = [
  [2, 3, 'cloudy'],
  [45, 48, 'fog'],
  [51, 67, 'rain'],
  [71, 77, 'snow'],
  [80, 82, 'rain'],
  [85, 86, 'snow'],
  [95, 99, 'rain'],
];

/** The weather whose picture is nearest to the reading; clear without one. */
export const pictureWeatherOf = (reading: CodedWeather | undefined): PictureWeather =>
  CODES.find(([first, last]) => reading && reading.code >= first && reading.code <= last)?.[2] ?? 'clear';

/** The sky of a home's picture: its weather, and the hour that its sky keeps or the present one at its place. */
export const pictureSkyOf = (
  { sky, weather }: { readonly sky: { readonly hour: SkyHour | 'place' }; readonly weather: EarthPoint },
  reading: CodedWeather | undefined,
  now: number,
): PictureSky => ({
  weather: pictureWeatherOf(reading),
  hour: sky.hour === 'place' ? pictureHourAt(now, weather) : sky.hour,
});
