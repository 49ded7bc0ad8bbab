import type { Area } from '../area.ts';
import { onScreenOf, showWindow } from './find-window.ts';
import { DesktopError } from './programs.ts';
import { type Ask, placeOf } from './windows.ts';

/** A picture of what a window shows on the screen. */
export interface WindowPicture {
  readonly bytes: Buffer;
  readonly mediaType: 'image/png' | 'image/jpeg';
  /** The part of the window on the screen, without the frame: what the picture shows. */
  readonly area: Area;
  readonly title: string;
  readonly screen: Area;
}

/** Larger pictures are sent as JPEG: a home accepts at most 2 MB. */
const MAX_PNG_BYTES = 2_000_000;
/** Option of maim, 1 to 10. */
const JPEG_QUALITY = '8';
/** Attempts: a window may be moved while the picture is taken. */
const TRIES = 3;
const PICTURE_MS = 15_000;

/**
 * The screen at the position of the window, so that the picture shows what a click would hit, including menus
 * and dialogs. It does not contain the pointer, because every move would change the picture.
 */
async function pictureOf({ run, signal }: Ask, { x, y, width, height }: Area) {
  const flags = ['--hidecursor', `--geometry=${width}x${height}+${x}+${y}`];
  const options = { signal, timeoutMs: PICTURE_MS };
  const png = await run('maim', [...flags, '--format=png'], options);
  if (png.length <= MAX_PNG_BYTES) return { bytes: png, mediaType: 'image/png' } as const;
  const jpeg = await run('maim', [...flags, '--format=jpg', `--quality=${JPEG_QUALITY}`], options);
  return { bytes: jpeg, mediaType: 'image/jpeg' } as const;
}

/** Takes a picture of a window. Throws a `DesktopError`. */
export async function captureWindow(ask: Ask, title: string): Promise<WindowPicture> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { game, view } = await showWindow(ask, title, false);
    const area = onScreenOf(game, view.screen);
    const picture = await pictureOf(ask, area);
    const after = await placeOf(ask, game.id);
    const isSame =
      after?.isShown === true &&
      (['x', 'y', 'width', 'height'] as const).every((side) => after[side] === game[side]);
    if (isSame) return { ...picture, area, title: game.title, screen: view.screen };
  }
  throw new DesktopError(`The window “${title.slice(0, 100)}” is being moved or resized. Try again.`);
}
