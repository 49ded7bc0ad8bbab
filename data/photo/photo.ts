import { fileSlug } from '../core/text.ts';
import { utcDay } from '../core/time.ts';

/** The photo mode (specification 3.4): what its lens does, and what its pictures are. */

/** Where the lens is sharp: metres before the eye. */
export const FOCUS = { least: 0.5, most: 200, step: 0.5 } as const;

/** The focus, `steps` steps farther (or nearer, if negative), within its limits. */
export const moveFocus = (metres: number, steps: number): number =>
  Math.min(FOCUS.most, Math.max(FOCUS.least, metres + steps * FOCUS.step));

/** The focus at a distance, rounded to a step: key presses then give round numbers. */
export const focusOn = (metres: number): number => moveFocus(Math.round(metres / FOCUS.step) * FOCUS.step, 0);

/**
 * How much a metre beside the focus blurs, and how much is blurred at most: shares of the picture's
 * width, as three.js's BokehPass takes them.
 */
interface Aperture {
  readonly aperture: number;
  readonly maxBlur: number;
}
export const NORMAL_APERTURE: Aperture = { aperture: 0.000_15, maxBlur: 0.004 };
export const PHOTO_APERTURE: Aperture = { aperture: 0.000_3, maxBlur: 0.008 };

/** Times the screen's size. */
export const photoSizes = [1, 2, 4] as const;
export type PhotoSize = (typeof photoSizes)[number];

/** The screen that pictures are made from; zeros until the world sets it. */
export interface PhotoScreen {
  /** The size of the canvas. CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Pixels per CSS pixel of a picture of size 1: those of the screen. */
  readonly pixelRatio: number;
  /** The longest edge, and the most pixels, that this device can draw at once. */
  readonly maxEdge: number;
  readonly maxPixels: number;
}

/** How a picture is drawn. */
export interface PhotoExtent {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Pixels per CSS pixel. */
  readonly pixelRatio: number;
  /** Smooth edges, as WebGL counts samples; 0 for large pictures, which lack the memory. */
  readonly samples: number;
  /** Whether the device cannot draw the size that was chosen, and draws a smaller one. */
  readonly limited: boolean;
}

/** Pictures up to this share of the pixels that the device can draw have smooth edges. */
const SMOOTH_SHARE = 0.5;

export function photoExtent(screen: PhotoScreen, size: PhotoSize): PhotoExtent {
  const { width, height, maxEdge, maxPixels } = screen;
  const wanted = screen.pixelRatio * size;
  const most = Math.min(maxEdge / Math.max(width, height), Math.sqrt(maxPixels / (width * height)));
  const pixelRatio = Math.min(wanted, most);
  const drawn = { width: Math.floor(width * pixelRatio), height: Math.floor(height * pixelRatio) };
  const samples = drawn.width * drawn.height <= maxPixels * SMOOTH_SHARE ? 4 : 0;
  return { ...drawn, pixelRatio, samples, limited: wanted > most };
}

/** How far a picture is. */
export type PhotoProgress =
  | { readonly phase: 'idle' }
  | { readonly phase: 'taking' }
  | { readonly phase: 'saved'; readonly name: string; readonly extent: PhotoExtent }
  /** Why there is none, and what the visitor can do. */
  | { readonly phase: 'failed'; readonly note: string };

/** A picture that was taken. */
export interface Photo {
  readonly file: Blob;
  readonly name: string;
}

/** The request of `takePhoto` to the world. */
export interface PhotoOrder {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Called with the finished picture, unless it failed or the visitor has left the mode. */
  readonly save: (photo: Photo) => void;
}

/** With up to four bytes each and the time, names stay below the 255 bytes of file systems. */
const NAME_LENGTH = 58;

/** `home-world-2026-11-21-064000.png` */
export function photoName(appName: string, ms: number): string {
  // By code points, because file systems refuse half of one.
  const start = Array.from(fileSlug(appName)).slice(0, NAME_LENGTH).join('');
  const time = new Date(ms).toISOString().slice(11, 19).replaceAll(':', '');
  return `${start}-${utcDay(ms)}-${time}.png`;
}
