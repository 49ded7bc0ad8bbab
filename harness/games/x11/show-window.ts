import { setTimeout as pause } from 'node:timers/promises';
import { coverOf, findWindow, belongsTo } from './find-window.ts';
import { DesktopError } from './programs.ts';
import { type Ask, type DesktopView, type DesktopWindow, readDesktop } from './windows.ts';

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
