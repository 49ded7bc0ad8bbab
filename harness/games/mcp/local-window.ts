import { execFile } from 'node:child_process';
import { codeOf } from '../../user-error.ts';
import type { Area } from './space.ts';

/** A window on this machine’s screen, in pixels of the screen and without its frame. */
export interface LocalWindow {
  readonly id: string;
  readonly title: string;
  readonly area: Area;
  readonly screen: Area;
}

/**
 * Finds and focuses windows of this machine’s X11 display with `xdotool` and `xwininfo`. Servers that know only the whole screen need
 * it: without it a key would go to whichever window has the focus.
 */
export interface WindowFinder {
  /** Undefined where no window has the title. Throws a `FinderError`. */
  find(title: string, signal?: AbortSignal): Promise<LocalWindow | undefined>;
  /** Whether the window has the keyboard now. */
  focus(window: LocalWindow, signal?: AbortSignal): Promise<boolean>;
}

/** The display cannot be asked. */
export class FinderError extends Error {}

const TIMEOUT_MS = 3_000;
const MAX_WINDOWS = 50;

/** Where to find the programs, in the words of Debian’s packages. */
const PACKAGES = { xdotool: 'xdotool', xwininfo: 'x11-utils' } as const;

/** Standard output; undefined for an exit code other than 0. Throws a `FinderError`. */
const runProgram = (
  program: keyof typeof PACKAGES,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  signal?: AbortSignal,
) =>
  new Promise<string | undefined>((resolve, reject) => {
    const options = { env, timeout: TIMEOUT_MS, maxBuffer: 1_000_000, ...(signal && { signal }) };
    execFile(program, [...args], options, (error, stdout) => {
      if (!error) resolve(stdout);
      else if (codeOf(error) === 'ENOENT')
        reject(new FinderError(`the package ${PACKAGES[program]} is not installed`));
      else if (signal?.aborted) reject(new FinderError('it was stopped'));
      else resolve(undefined);
    });
  });

const lines = (text: string | undefined): string[] => (text ?? '').split('\n').filter((line) => line !== '');

/** The number behind some words: `Width: 1280`, or `WIDTH=1280`. */
const numberAfter = (words: string, text: string | undefined): number =>
  Number(new RegExp(`${words}[:=]\\s*(-?\\d{1,6})$`, 'm').exec(text ?? '')?.[1]);

function areaOf(x: number, y: number, width: number, height: number): Area | undefined {
  const isArea = [x, y, width, height].every(Number.isFinite) && width > 0 && height > 0;
  return isArea ? { x, y, width, height } : undefined;
}

/** @param env The environment of the server, which names the display. */
export function createWindowFinder(env: Readonly<Record<string, string>>): WindowFinder {
  const run = (args: readonly string[], signal?: AbortSignal) => runProgram('xdotool', env, args, signal);
  /** Not from xdotool, which counts the frame of a window twice. */
  async function areaOfWindow(id: string, signal?: AbortSignal): Promise<Area | undefined> {
    const text = await runProgram('xwininfo', env, ['-id', id], signal);
    const [x, y] = ['X', 'Y'].map((axis) => numberAfter(`Absolute upper-left ${axis}`, text));
    return areaOf(x ?? NaN, y ?? NaN, numberAfter('Width', text), numberAfter('Height', text));
  }
  async function screenArea(signal?: AbortSignal): Promise<Area | undefined> {
    const text = await run(['getdisplaygeometry', '--shell'], signal);
    return areaOf(0, 0, numberAfter('WIDTH', text), numberAfter('HEIGHT', text));
  }
  /** The window with exactly this title: one that only contains it may be a page about the game. */
  async function idOf(title: string, signal?: AbortSignal): Promise<string | undefined> {
    // The screen itself is a window without a title.
    if (title.trim() === '') return undefined;
    const pattern = title.trim().replaceAll(/[.[\]()*+?{}|^$\\]/g, String.raw`\$&`);
    const found = lines(await run(['search', '--onlyvisible', '--name', `^ *${pattern} *$`], signal));
    for (const id of found.slice(0, MAX_WINDOWS))
      if ((await run(['getwindowname', id], signal))?.trim() === title.trim()) return id;
    return undefined;
  }
  return {
    async find(title, signal) {
      const screen = await screenArea(signal);
      if (!screen) throw new FinderError('this machine has no X11 display');
      const id = await idOf(title, signal);
      const area = id === undefined ? undefined : await areaOfWindow(id, signal);
      return id !== undefined && area ? { id, title, area, screen } : undefined;
    },
    async focus({ id }, signal) {
      const hasFocus = async (): Promise<boolean> =>
        (await run(['getactivewindow'], signal))?.trim() === id ||
        (await run(['getwindowfocus'], signal))?.trim() === id;
      if (await hasFocus()) return true;
      // The first needs a window manager; the second works without one.
      await run(['windowactivate', '--sync', id], signal);
      if (await hasFocus()) return true;
      await run(['windowraise', id, 'windowfocus', '--sync', id], signal);
      return hasFocus();
    },
  };
}
