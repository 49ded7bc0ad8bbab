import { subsolarPoint } from '../core/subsolar.ts';

/** The hours of the pictures in `public/painted/`, in the order of the day. */
export const pictureHours = ['midnight', 'dawn', 'noon', 'dusk'] as const;
export type PictureHour = (typeof pictureHours)[number];

/** The weathers of the pictures. The file names have a place for more. */
export type PictureWeather = 'clear';

/**
 * The shapes of the pictures: a window at least as wide as high, a phone held upright, and a phone on its side.
 * `index.html` says which window gets which.
 */
export const aspects = ['wide', 'tall', 'low'] as const;
export type Aspect = (typeof aspects)[number];

/** The hour in a page that does not know the home's place. */
export const DEFAULT_HOUR: PictureHour = 'dusk';

export const PAINTED_FOLDER = 'painted';

/** What a picture shows, from its file name. */
export interface PaintedPicture {
  readonly aspect: Aspect;
  readonly weather: PictureWeather;
  readonly hour: PictureHour;
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
export const withHour = (text: string, hour: PictureHour): string =>
  text.replaceAll(new RegExp(NAME, 'g'), (name, _aspect, _weather, before: string) =>
    name.replace(`-${before}.`, () => `-${hour}.`),
  );

/**
 * The elevations of the sun in degrees between which a picture of the twilight is nearer to the sky than that of
 * midnight or noon. The pictures of the twilight have the sun 3 degrees below the horizon; noon has the full
 * light from 11 degrees above it, midnight none of it from 18 degrees below.
 */
const TWILIGHT = { from: -11, to: 3 } as const;
const DEGREE = Math.PI / 180;

/** Degrees, north and east positive. */
interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** The picture whose light is nearest to that of the sky over a place. Milliseconds, degrees. */
export function pictureHourAt(at: number, place: Place): PictureHour {
  const sun = subsolarPoint(at);
  const hourAngle = (place.longitude - sun.longitude) * DEGREE;
  const [north, declination] = [place.latitude * DEGREE, sun.latitude * DEGREE];
  const up =
    Math.sin(north) * Math.sin(declination) + Math.cos(north) * Math.cos(declination) * Math.cos(hourAngle);
  const elevation = Math.asin(Math.min(1, Math.max(-1, up))) / DEGREE;
  if (elevation > TWILIGHT.to) return 'noon';
  if (elevation < TWILIGHT.from) return 'midnight';
  return Math.sin(hourAngle) > 0 ? 'dusk' : 'dawn';
}

/** The hour of the picture of a home: the one that its sky keeps, or that of its place. */
export const pictureHourOf = (
  { sky, weather }: { readonly sky: { readonly hour: PictureHour | 'place' }; readonly weather: Place },
  now: number,
): PictureHour => (sky.hour === 'place' ? pictureHourAt(now, weather) : sky.hour);
