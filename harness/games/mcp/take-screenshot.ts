import { lstat, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Area, Space } from '../area.ts';
import { CaptureError } from '../desktop.ts';
import type { LocalWindow } from '../x11/local-window.ts';
import { type Answer, MAX_PICTURE_BYTES, failureOf } from './answer.ts';
import type { ScreenshotTool } from './capabilities.ts';
import type { Connection } from './connection.ts';
import { type Picture, cropPicture, readPicture } from './screenshot-image.ts';

/** A screenshot, and what it shows. */
export interface Shot {
  readonly picture: Picture;
  /** The whole title of the window, if the server gives it. */
  readonly title?: string;
  /** In pixels of the screen. */
  readonly window: Area;
  /** Pixels of the screenshot for one pixel of the screen. */
  readonly scale: number;
  /** In the server’s pixels. */
  readonly space: Space;
  /**
   * The length of one screen pixel in the coordinates that the server expects: `scale` if it counts in pixels
   * of its screenshot, otherwise 1.
   */
  readonly unit: number;
  /** `visible`: the part of the window that is on the screen; `screen`: the whole screen, `note` says why. */
  readonly shows: 'window' | 'visible' | 'screen';
  readonly note?: string;
}

const SCREENSHOT_MS = 15_000;
const number = v.pipe(v.number(), v.minValue(-100_000), v.maxValue(100_000));
const side = v.pipe(number, v.minValue(1));
const area = v.object({ x: number, y: number, width: side, height: side });
const screenArea = v.object({
  x: v.optional(number, 0),
  y: v.optional(number, 0),
  width: side,
  height: side,
});

const bad = (message: string): CaptureError => new CaptureError('bad-answer', message);

/** Returns the picture of an answer, or the picture in `file`. Throws a `CaptureError`. */
async function pictureOf(answer: Answer, file: string | undefined): Promise<Picture> {
  let bytes = answer.picture;
  if (file !== undefined) {
    const found = await lstat(file).catch(() => undefined);
    // A symbolic link is refused: it could lead to a file outside our own folder.
    if (!found?.isFile() || found.size > MAX_PICTURE_BYTES)
      throw bad('The desktop server reports a screenshot file, but there is no file of at most 8 MB.');
    bytes = await readFile(file);
  }
  const picture = bytes && readPicture(bytes);
  if (!picture)
    throw bad('The desktop server answers without a PNG or JPEG of at most 8 MB and 40 megapixels.');
  return picture;
}

/** Calls the tool. A file is written into a temporary folder that only this user can open. */
async function callTool(connection: Connection, tool: ScreenshotTool, title: string, signal?: AbortSignal) {
  const folder = tool.shows === 'file' ? await mkdtemp(join(tmpdir(), 'home-world-screen-')) : undefined;
  try {
    const file = folder && join(folder, 'screen.png');
    const answer = await connection.call(tool.tool, tool.argumentsFor(title, file ?? ''), {
      timeoutMs: SCREENSHOT_MS,
      signal,
    });
    const failure = failureOf(answer);
    // A server that finds the window by itself reports a missing window in its own words.
    if (failure !== undefined)
      throw new CaptureError(
        tool.shows === 'window' && /no (?:such )?window|not found|no window/i.test(failure)
          ? 'no-window'
          : 'bad-answer',
        `The desktop server takes no screenshot of “${title}”: ${failure}.`,
      );
    return { answer, picture: await pictureOf(answer, file) };
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

/** A server that captures the window also returns its position. */
function windowShot(picture: Picture, { fields }: Answer): Shot {
  const window = v.safeParse(
    v.union([
      area,
      v.pipe(
        v.object({ window: area }),
        v.transform((it) => it.window),
      ),
    ]),
    fields,
  );
  if (!window.success)
    throw bad('The desktop server does not say where the window is (x, y, width and height).');
  const screens = v.safeParse(
    v.union([
      v.array(screenArea),
      v.pipe(
        screenArea,
        v.transform((it) => [it]),
      ),
    ]),
    fields['screens'] ?? fields['screen'],
  );
  const shown = window.output;
  const title = v.safeParse(v.pipe(v.string(), v.nonEmpty(), v.maxLength(300)), fields['title']);
  return {
    picture,
    ...(title.success && { title: title.output }),
    window: shown,
    scale: picture.width / shown.width,
    space: { shown, screens: screens.success ? screens.output : [] },
    unit: 1,
    shows: 'window',
  };
}

const whole = ({ width, height }: Picture): Area => ({ x: 0, y: 0, width, height });

/** The whole screen, because the position of the window is not known. */
function screenShot(picture: Picture, note: string): Shot {
  const shown = whole(picture);
  return {
    picture,
    window: shown,
    scale: 1,
    space: { shown, screens: [shown] },
    unit: 1,
    shows: 'screen',
    note,
  };
}

/** The part of a length that is on the screen. */
const overlap = (start: number, length: number, end: number) => {
  const from = Math.max(0, Math.ceil(start));
  return { from, length: Math.min(end, Math.floor(start + length)) - from };
};

/** The window, cut out of a picture of the whole screen. */
function croppedShot(
  picture: Picture,
  { title, area: at, screen }: LocalWindow,
  countsInImage: boolean,
): Shot {
  const scale = picture.width / screen.width;
  if (Math.abs(picture.height / screen.height - scale) * screen.height > 1)
    return screenShot(picture, 'The screenshot is not of this screen, so it is not cut to the window.');
  const across = overlap(at.x * scale, at.width * scale, picture.width);
  const down = overlap(at.y * scale, at.height * scale, picture.height);
  if (across.length < 1 || down.length < 1)
    throw new CaptureError('no-window', `The window “${title}” is outside the screen.`);
  const inPicture = { x: across.from, y: down.from, width: across.length, height: down.length };
  const cropped = cropPicture(picture, inPicture);
  if (!cropped)
    return screenShot(
      picture,
      'The server’s pictures cannot be cut to the window: the whole screen is shown.',
    );
  const scaled = (by: number, { x, y, width, height }: Area): Area => ({
    x: Math.round(x * by),
    y: Math.round(y * by),
    width: Math.max(1, Math.round(width * by)),
    height: Math.max(1, Math.round(height * by)),
  });
  const window = scaled(1 / scale, inPicture);
  return {
    picture: cropped,
    window,
    scale,
    space: countsInImage
      ? { shown: inPicture, screens: [whole(picture)] }
      : { shown: window, screens: [screen] },
    unit: countsInImage ? scale : 1,
    shows: 'visible',
  };
}

/**
 * Takes a screenshot of the game’s window. Throws a `CaptureError` or a `CallError`.
 * @param find Finds the window on this screen; a text says why this machine cannot.
 */
export async function takeScreenshot(options: {
  connection: Connection;
  tool: ScreenshotTool;
  title: string;
  find: () => Promise<LocalWindow | string>;
  signal?: AbortSignal | undefined;
}): Promise<Shot> {
  const { connection, tool, title, find, signal } = options;
  if (tool.shows === 'window') {
    const { answer, picture } = await callTool(connection, tool, title, signal);
    return windowShot(picture, answer);
  }
  // The window is searched first, so that no screenshot of other windows is taken when the game is not there.
  const before = await find();
  const { picture } = await callTool(connection, tool, title, signal);
  if (typeof before === 'string')
    return screenShot(
      picture,
      `The whole screen is shown, and keys go to the window that has the keyboard: ${before}.`,
    );
  return croppedShot(picture, before, tool.countsInImage);
}
