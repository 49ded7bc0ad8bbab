import type { Area } from '../area.ts';
import { DesktopError, MissingProgram, programsOn } from './programs.ts';
import { type Ask, placeOf, screenOf } from './windows.ts';

/** A window on this machine’s screen, in pixels of the screen and without its frame. */
export interface LocalWindow {
  readonly id: number;
  readonly title: string;
  readonly area: Area;
  readonly screen: Area;
}

/**
 * Finds and focuses windows of this machine’s X11 display for desktop-control servers that know only the
 * whole screen: without it a key would go to any window with the focus. Unlike `findWindow` it needs no
 * window manager, and it requires the whole title, because such a server cannot check that it hits the game.
 */
export interface WindowFinder {
  /** Undefined if no window has the title. Throws a `FinderError`. */
  find(title: string, signal?: AbortSignal): Promise<LocalWindow | undefined>;
  /** Whether the window has the keyboard now. Throws a `FinderError`. */
  focus(window: LocalWindow, signal?: AbortSignal): Promise<boolean>;
}

/** The display cannot be queried. The message is a part of a sentence. */
export class FinderError extends Error {}

const MAX_WINDOWS = 50;

/** The result of `work`; undefined if a program fails, as `xdotool` does for a closed window. */
async function orNothing<T>(work: Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof MissingProgram)
      throw new FinderError(`the package ${error.package} is not installed`);
    if (signal?.aborted) throw new FinderError('it was stopped');
    if (error instanceof DesktopError) return undefined;
    throw error;
  }
}

/** The trimmed output of `xdotool`; undefined if it fails. */
async function xdotool({ run, signal }: Ask, ...args: readonly string[]): Promise<string | undefined> {
  return (await orNothing(run('xdotool', args, { signal }), signal))?.toString('utf8').trim();
}

/** The window with exactly this title: a longer title may be that of a web page about the game. */
async function idOf(ask: Ask, title: string): Promise<number | undefined> {
  // An empty title would match the screen itself, which is a window without a title.
  if (title.trim() === '') return undefined;
  const pattern = title.trim().replaceAll(/[.[\]()*+?{}|^$\\]/g, String.raw`\$&`);
  const found = (await xdotool(ask, 'search', '--onlyvisible', '--name', `^ *${pattern} *$`)) ?? '';
  for (const id of found.split('\n').slice(0, MAX_WINDOWS))
    if (id !== '' && (await xdotool(ask, 'getwindowname', id)) === title.trim()) return Number(id);
  return undefined;
}

/** @param env The environment of the server, which names the display. */
export function createWindowFinder(env: Readonly<Record<string, string>>): WindowFinder {
  const run = programsOn(env);
  return {
    async find(title, signal) {
      const ask = { run, signal };
      const screen = await orNothing(screenOf(ask), signal);
      if (!screen) throw new FinderError('this machine has no X11 display');
      const id = await idOf(ask, title);
      const place = id === undefined ? undefined : await orNothing(placeOf(ask, id), signal);
      if (id === undefined || !place) return undefined;
      const { x, y, width, height } = place;
      return { id, title, area: { x, y, width, height }, screen };
    },
    async focus({ id }, signal) {
      const ask = { run, signal };
      const hasFocus = async (): Promise<boolean> =>
        Number(await xdotool(ask, 'getactivewindow')) === id ||
        Number(await xdotool(ask, 'getwindowfocus')) === id;
      if (await hasFocus()) return true;
      // `windowactivate` needs a window manager; `windowfocus` works without one.
      await xdotool(ask, 'windowactivate', '--sync', String(id));
      if (await hasFocus()) return true;
      await xdotool(ask, 'windowraise', String(id), 'windowfocus', '--sync', String(id));
      return hasFocus();
    },
  };
}
