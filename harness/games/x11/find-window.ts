import { setTimeout as pause } from 'node:timers/promises';
import { type Area, type Point, contains, onScreen } from '../area.ts';
import { DesktopError } from './programs.ts';
import { type Ask, type DesktopView, type DesktopWindow, readDesktop } from './windows.ts';

/** At most this many titles are named in a message. */
const MAX_NAMED = 20;
const quoted = (title: string): string => `“${title.slice(0, 100)}”`;

/**
 * Returns the window with this whole title, otherwise the only window whose title contains it, ignoring case.
 * Dialogs count only if no other window has the title. Throws a `DesktopError` that names the titles that
 * exist.
 */
export function findWindow({ windows }: DesktopView, title: string): DesktopWindow {
  const wanted = title.trim();
  const lower = wanted.toLowerCase();
  const exact = windows.filter((window) => window.title.trim() === wanted);
  const similar = windows.filter((window) => window.title.toLowerCase().includes(lower));
  const found = exact.length > 0 ? exact : similar;
  const main = found.filter(({ owner }) => owner === undefined);
  const [only, ...others] = main.length > 0 ? main : found;
  if (only && others.length === 0) return only;
  if (only)
    throw new DesktopError(
      `${1 + others.length} windows match the title ${quoted(title)}: ${[only, ...others].map((window) => quoted(window.title)).join(', ')}. Close the others, or give a whole title.`,
    );
  const titles = windows.filter((window) => window.title.trim() !== '').map((window) => quoted(window.title));
  throw new DesktopError(
    `There is no window ${quoted(title)}. ${titles.length === 0 ? 'No window with a title is open.' : `The windows are: ${titles.slice(0, MAX_NAMED).join(', ')}.`}`,
  );
}

/** The part of a window that is on the screen. Throws a `DesktopError`. */
export function onScreenOf(window: DesktopWindow, screen: Area): Area {
  const area = onScreen(window, screen);
  if (area) return area;
  throw new DesktopError(`The window ${quoted(window.title)} is outside the screen.`);
}

/** Whether a window belongs to the game: its window, its dialogs, and other windows of its process. */
export const belongsTo = (game: DesktopWindow, window: DesktopWindow): boolean =>
  window.id === game.id || window.owner === game.id || (window.pid !== undefined && window.pid === game.pid);

/** A window of another program that covers the game. */
const coverOf = ({ windows }: DesktopView, game: DesktopWindow): DesktopWindow | undefined =>
  windows
    .slice(windows.findIndex(({ id }) => id === game.id) + 1)
    .find(
      (window) => window.isShown && !belongsTo(game, window) && onScreen(window.outer, game) !== undefined,
    );

/** The topmost window at a point: those of the game without their frames, all others with them. */
export const windowAt = ({ game, view }: Shown, point: Point): DesktopWindow | undefined =>
  view.windows.findLast(
    (window) => window.isShown && contains(belongsTo(game, window) ? window : window.outer, point),
  );

/** How long a window manager may take to bring a window to the front. */
const SHOW_MS = 3_000;
const LOOK_MS = 40;
/** Time for the game to draw what was hidden. */
const DRAW_MS = 300;

interface Shown {
  readonly game: DesktopWindow;
  readonly view: DesktopView;
}

/** Why a window cannot be used now; undefined if it can. */
function problemOf({ game, view }: Shown, needsFocus: boolean): string | undefined {
  const name = `The window “${game.title.slice(0, 100)}”`;
  if (!game.isShown) return `${name} is minimised or on another workspace, and cannot be restored`;
  const cover = coverOf(view, game);
  if (cover) return `${name} is covered by “${cover.title.slice(0, 100)}”`;
  const active = view.windows.find(({ id }) => id === view.active);
  if (needsFocus && !(active && belongsTo(game, active))) return `${name} does not get the keyboard focus`;
  return undefined;
}

/**
 * Finds a window, and raises it if it is minimised, covered, or without the keyboard focus that is needed.
 * Throws a `DesktopError` if that fails.
 */
export async function showWindow(ask: Ask, title: string, needsFocus: boolean): Promise<Shown> {
  const look = async (): Promise<Shown> => {
    const view = await readDesktop(ask);
    return { game: findWindow(view, title), view };
  };
  let shown = await look();
  let problem = problemOf(shown, needsFocus);
  if (problem === undefined) return shown;
  const until = performance.now() + SHOW_MS;
  await ask.run('xdotool', ['windowactivate', String(shown.game.id)], { signal: ask.signal });
  while (problem !== undefined) {
    if (performance.now() > until) throw new DesktopError(`${problem}.`);
    await pause(LOOK_MS, undefined, { signal: ask.signal }).catch(() => undefined);
    shown = await look();
    problem = problemOf(shown, needsFocus);
  }
  await pause(DRAW_MS);
  return shown;
}
