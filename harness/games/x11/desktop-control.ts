import { type Area, contains, type Point } from '../area.ts';
import { textProblem } from '../key-rules.ts';
import { belongsTo, findWindow, onScreenOf, showWindow, windowAt } from './find-window.ts';
import * as input from './input.ts';
import { DesktopError, type RunProgram } from './programs.ts';
import { type Ask, type DesktopWindow, placeOf, pointerOf, readDesktop, screenOf } from './windows.ts';

/** A picture of what a window shows on the screen. */
interface WindowPicture {
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
 * Takes a picture of the screen at the position of the window, so that it shows what a click would hit,
 * including menus and dialogs. The pointer is hidden, because every move of it would change the picture.
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
async function captureWindow(ask: Ask, title: string): Promise<WindowPicture> {
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

/** Added to the duration of an action. */
const SPARE_MS = 5_000;

/**
 * Mouse, keyboard and pictures of one X11 display. If a window title is given, input goes only to that
 * window: the point must be inside, the window is raised first, and keys that leave it are refused. Every
 * method throws a `DesktopError`.
 */
export class DesktopControl {
  readonly #run: RunProgram;
  readonly #title: string | undefined;

  constructor(run: RunProgram, title?: string) {
    this.#run = run;
    this.#title = title;
  }

  #ask(signal?: AbortSignal): Ask {
    return { run: this.#run, signal };
  }

  /** Checks that the point is on the screen, and in the window if there is one. */
  async #check(points: readonly Point[], ask: Ask): Promise<void> {
    const screen = await screenOf(ask);
    for (const point of points)
      if (!contains(screen, point))
        throw new DesktopError(
          `The point ${point.x}, ${point.y} is outside the screen of ${screen.width} × ${screen.height} pixels.`,
        );
    if (this.#title === undefined) return;
    const shown = await showWindow(ask, this.#title, true);
    const { game } = shown;
    for (const point of points) {
      const hit = windowAt(shown, point);
      if (!hit || !belongsTo(game, hit))
        throw new DesktopError(
          `The point ${point.x}, ${point.y} is outside the window “${game.title.slice(0, 100)}” (${game.width} × ${game.height} pixels at ${game.x}, ${game.y}).`,
        );
    }
  }

  /** Sends input to these points; releases keys and buttons if `xdotool` fails or is aborted. */
  async #send(points: readonly Point[], { args, release, seconds }: input.Input, ask: Ask): Promise<void> {
    await this.#check(points, ask);
    try {
      await ask.run('xdotool', args, { signal: ask.signal, timeoutMs: seconds * 1000 + SPARE_MS });
    } catch (error) {
      if (release.length > 0) await ask.run('xdotool', release).catch(() => undefined);
      throw error;
    }
  }

  async click(point: Point, button: input.Button, times: 1 | 2, signal?: AbortSignal): Promise<void> {
    await this.#send([point], input.clicking(point, button, times), this.#ask(signal));
  }

  async moveTo(point: Point, signal?: AbortSignal): Promise<void> {
    await this.#send([point], input.moving(point), this.#ask(signal));
  }

  async dragTo(point: Point, seconds: number, signal?: AbortSignal): Promise<void> {
    const ask = this.#ask(signal);
    const from = await pointerOf(ask);
    await this.#send([from, point], input.dragging(from, point, seconds), ask);
  }

  /**
   * Types a text. Refuses characters that a keyboard may not have: X11 types them wrongly if the game reads
   * the events late.
   */
  async type(text: string, signal?: AbortSignal): Promise<void> {
    const problem = textProblem(text);
    if (problem !== undefined) throw new DesktopError(`The text is not typed: ${problem}.`);
    const strange = /[^ -~\n]/u.exec(text)?.[0];
    if (strange !== undefined)
      throw new DesktopError(
        `The text is not typed: “${strange}” is not ASCII, and only ASCII characters reach a game reliably.`,
      );
    await this.#send([], input.typing(text), this.#ask(signal));
  }

  async press(key: string, signal?: AbortSignal): Promise<void> {
    await this.#press(key, [input.keysymOf(key)], signal);
  }

  async hotkey(keys: string, signal?: AbortSignal): Promise<void> {
    await this.#press(keys, input.keysymsOf(keys), signal);
  }

  async #press(given: string, keysyms: readonly string[], signal?: AbortSignal): Promise<void> {
    if (this.#title !== undefined) input.refuseDesktopKeys(given);
    await this.#send([], input.pressing(keysyms), this.#ask(signal));
  }

  async scroll(amount: number, signal?: AbortSignal): Promise<void> {
    const ask = this.#ask(signal);
    const points = this.#title === undefined ? [] : [await pointerOf(ask)];
    await this.#send(points, input.scrolling(amount), ask);
  }

  async windows(signal?: AbortSignal): Promise<readonly DesktopWindow[]> {
    return (await readDesktop(this.#ask(signal))).windows;
  }

  /** The part of a window that is on the screen now. */
  async place(title: string, signal?: AbortSignal): Promise<{ area: Area; screen: Area }> {
    const view = await readDesktop(this.#ask(signal));
    const { screen } = view;
    return { area: onScreenOf(findWindow(view, title), screen), screen };
  }

  async capture(title: string, signal?: AbortSignal): Promise<WindowPicture> {
    const ask = this.#ask(signal);
    if (this.#title !== undefined) {
      const view = await readDesktop(ask);
      if (findWindow(view, title).id !== findWindow(view, this.#title).id)
        throw new DesktopError(`Only the window “${this.#title.slice(0, 100)}” is shown.`);
    }
    return captureWindow(ask, title);
  }
}
