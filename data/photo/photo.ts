import { fileSlug } from '../core/text.ts';
import { utcDay } from '../core/time.ts';

/** The photo mode (specification 3.4): the focus of its lens, and the size of its pictures. */

/** The range of the focus distance. Metres. */
export const FOCUS = { least: 0.5, most: 200, step: 0.5 } as const;

/** The focus distance after `steps` steps farther (negative: nearer), within its limits. */
export const moveFocus = (metres: number, steps: number): number =>
  Math.min(FOCUS.most, Math.max(FOCUS.least, metres + steps * FOCUS.step));

/** The focus at a distance, rounded to a step, so that key presses give round numbers. */
export const focusOn = (metres: number): number => moveFocus(Math.round(metres / FOCUS.step) * FOCUS.step, 0);

/**
 * The blur per metre from the focus, and the maximum blur: fractions of the picture's width, as for
 * three.js's `BokehPass`.
 */
interface Aperture {
  readonly aperture: number;
  readonly maxBlur: number;
}
export const NORMAL_APERTURE: Aperture = { aperture: 0.000_15, maxBlur: 0.004 };
export const PHOTO_APERTURE: Aperture = { aperture: 0.000_3, maxBlur: 0.008 };

/**
 * The shape and size of a picture. With `times`, a picture has the shape of the window, and its pixel ratio
 * is the screen's multiplied by `times`. The others have a fixed size in CSS pixels and a fixed pixel ratio.
 */
export type PhotoFormat =
  | { readonly name: string; readonly times: 1 | 2 | 4 }
  | { readonly name: string; readonly width: number; readonly height: number; readonly pixelRatio: number };

const windowFormat: PhotoFormat = { name: 'Window', times: 1 };
/** The first format is chosen at the start of a visit. */
export const photoFormats: readonly [PhotoFormat, ...PhotoFormat[]] = [
  windowFormat,
  { name: 'Window, 2 times', times: 2 },
  { name: 'Window, 4 times', times: 4 },
  /** The size of the pictures of links (Open Graph). */
  { name: 'Link', width: 1200, height: 630, pixelRatio: 1 },
  { name: 'Upright', width: 540, height: 960, pixelRatio: 2 },
];

/** The properties of the screen, for the size of pictures; zeros until the world sets them. */
export interface PhotoScreen {
  /** The size of the canvas. CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Pixels per CSS pixel for a picture of size 1: the pixel ratio of the screen. */
  readonly pixelRatio: number;
  /** The longest edge, and the maximum number of pixels, that this device can draw at once. */
  readonly maxEdge: number;
  readonly maxPixels: number;
}

/** The size and quality of a picture. */
export interface PhotoExtent {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Pixels per CSS pixel. */
  readonly pixelRatio: number;
  /** MSAA samples; 0 for large pictures, for which there is not enough memory. */
  readonly samples: number;
  /** Whether the device cannot draw the chosen size, and draws a smaller one. */
  readonly limited: boolean;
}

/** The shape of a format with a fixed size: width divided by height. Undefined for the shape of the window. */
export const fixedAspect = (format: PhotoFormat): number | undefined =>
  'times' in format ? undefined : format.width / format.height;

/** Pictures with up to this fraction of the device's maximum pixels have anti-aliasing. */
const SMOOTH_SHARE = 0.5;

export function photoExtent(screen: PhotoScreen, format: PhotoFormat): PhotoExtent {
  const { maxEdge, maxPixels } = screen;
  const { width, height } = 'times' in format ? screen : format;
  const wanted = 'times' in format ? screen.pixelRatio * format.times : format.pixelRatio;
  const most = Math.min(maxEdge / Math.max(width, height), Math.sqrt(maxPixels / (width * height)));
  const pixelRatio = Math.min(wanted, most);
  const drawn = { width: Math.floor(width * pixelRatio), height: Math.floor(height * pixelRatio) };
  const samples = drawn.width * drawn.height <= maxPixels * SMOOTH_SHARE ? 4 : 0;
  return { ...drawn, pixelRatio, samples, limited: wanted > most };
}

/** The progress of a picture. */
export type PhotoProgress =
  | { readonly phase: 'idle' }
  | { readonly phase: 'taking' }
  | { readonly phase: 'taken' }
  /** Why there is no picture, and what the visitor can do. */
  | { readonly phase: 'failed'; readonly note: string };

/** A picture that was taken. */
export interface Photo {
  readonly file: Blob;
  readonly name: string;
}

/** The words of the strip under a picture. */
export interface PhotoCaption {
  /** The name of the home. */
  readonly title: string;
  /** The day, and what is known of it: `27 November 2026`, `153 commits`, `3 agents`. */
  readonly facts: readonly string[];
}

/** The height of the caption's letters: the smaller of these shares of the picture's height and width. */
const HEIGHT_SHARE = 1 / 32;
const WIDTH_SHARE = 1 / 36;

/** The height of the letters in a picture of this size, in the same unit. */
export const captionLetter = (width: number, height: number): number =>
  Math.min(height * HEIGHT_SHARE, width * WIDTH_SHARE);

/** A request of `takePhoto` to the world. */
export interface PhotoOrder {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly caption: PhotoCaption;
  /** Called with the finished picture; with undefined if it failed or the visitor has left the mode. */
  readonly done: (photo: Photo | undefined) => void;
}

/**
 * The maximum number of characters of the name. With up to four bytes each, and the time, the file name is
 * below the limit of 255 bytes.
 */
const NAME_LENGTH = 58;

/** For example `home-world-2026-11-21-064000.png`. */
export function photoName(appName: string, ms: number): string {
  // Cuts between code points, because file systems refuse half of a surrogate pair.
  const start = Array.from(fileSlug(appName)).slice(0, NAME_LENGTH).join('');
  const time = new Date(ms).toISOString().slice(11, 19).replaceAll(':', '');
  return `${start}-${utcDay(ms)}-${time}.png`;
}
