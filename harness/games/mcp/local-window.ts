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
 * Finds and focuses windows of this machine’s X11 display with `xdotool`. Servers that know only the whole screen need
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

/** Standard output; undefined for an exit code other than 0. Throws a `FinderError`. */
const run = (env: Readonly<Record<string, string>>, args: readonly string[], signal?: AbortSignal) =>
  new Promise<string | undefined>((resolve, reject) => {
    const options = { env, timeout: TIMEOUT_MS, maxBuffer: 1_000_000, ...(signal && { signal }) };
    execFile('xdotool', [...args], options, (error, stdout) => {
      if (!error) resolve(stdout);
      else if (codeOf(error) === 'ENOENT') reject(new FinderError('xdotool is not installed'));
      else if (signal?.aborted) reject(new FinderError('it was stopped'));
      else resolve(undefined);
    });
  });

const lines = (text: string | undefined): string[] => (text ?? '').split('\n').filter((line) => line !== '');

/** `X=2` lines of `getwindowgeometry --shell`. */
function areaOf(text: string | undefined): Area | undefined {
  const value = (name: string): number =>
    Number(new RegExp(`^${name}=(-?\\d{1,6})$`, 'm').exec(text ?? '')?.[1]);
  const area = { x: value('X'), y: value('Y'), width: value('WIDTH'), height: value('HEIGHT') };
  return Object.values(area).every(Number.isFinite) && area.width > 0 && area.height > 0 ? area : undefined;
}

/** @param env The environment of the server, which names the display. */
export function createWindowFinder(env: Readonly<Record<string, string>>): WindowFinder {
  async function windowsTitled(
    title: string,
    signal?: AbortSignal,
  ): Promise<{ id: string; title: string }[]> {
    const pattern = title.replaceAll(/[.[\]()*+?{}|^$\\]/g, String.raw`\$&`);
    const ids = lines(await run(env, ['search', '--onlyvisible', '--name', pattern], signal)).slice(
      0,
      MAX_WINDOWS,
    );
    const found: { id: string; title: string }[] = [];
    for (const id of ids) {
      const name = await run(env, ['getwindowname', id], signal);
      if (name !== undefined) found.push({ id, title: name.trimEnd() });
    }
    return found;
  }
  return {
    async find(title, signal) {
      const found = await windowsTitled(title, signal);
      const best =
        found.find((window) => window.title === title) ??
        found.find((window) => window.title.includes(title));
      if (!best) return undefined;
      const area = areaOf(await run(env, ['getwindowgeometry', '--shell', best.id], signal));
      const screen = areaOf(`X=0\nY=0\n${await run(env, ['getdisplaygeometry', '--shell'], signal)}`);
      return area && screen && { ...best, area, screen };
    },
    async focus({ id }, signal) {
      const hasFocus = async (): Promise<boolean> =>
        (await run(env, ['getactivewindow'], signal))?.trim() === id ||
        (await run(env, ['getwindowfocus'], signal))?.trim() === id;
      if (await hasFocus()) return true;
      // The first needs a window manager; the second works without one.
      await run(env, ['windowactivate', '--sync', id], signal);
      if (await hasFocus()) return true;
      await run(env, ['windowraise', id, 'windowfocus', '--sync', id], signal);
      return hasFocus();
    },
  };
}
