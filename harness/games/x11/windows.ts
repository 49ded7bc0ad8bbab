import type { Area, Point } from '../area.ts';
import { UserError } from '../../core/user-error.ts';
import { DesktopError, type RunProgram, missingPackages, programsOn } from './programs.ts';

/** A window that the window manager knows, in pixels of the screen and without its frame. */
export interface DesktopWindow extends Area {
  readonly id: number;
  readonly title: string;
  /** False while it is minimised, or on another workspace. */
  readonly isShown: boolean;
  /** The window to which a dialog belongs. */
  readonly owner: number | undefined;
  /** The process id that the window reports. */
  readonly pid: number | undefined;
  /** The area with the frame. */
  readonly outer: Area;
}

export interface DesktopView {
  /** From the lowest to the topmost. */
  readonly windows: readonly DesktopWindow[];
  /** The window with the keyboard focus. */
  readonly active: number | undefined;
  readonly screen: Area;
}

const MAX_WINDOWS = 100;

/** Runs the programs that query a display. */
export interface Ask {
  readonly run: RunProgram;
  readonly signal?: AbortSignal | undefined;
}

async function textOf({ run, signal }: Ask, ...[program, args]: Parameters<RunProgram>): Promise<string> {
  return (await run(program, args, { signal })).toString('utf8');
}

/** Takes the last match: `xwininfo` prints the title first, and a title may contain similar lines. */
const figure = (text: string, label: string): number | undefined => {
  const last = [...text.matchAll(new RegExp(`^ *${label}: *(-?\\d+)$`, 'gm'))].at(-1);
  return last && Number(last[1]);
};

/** The area without the frame, from `xwininfo`: `xdotool` counts the frame twice for some window managers. */
function readPlace(text: string): (Area & { readonly isShown: boolean }) | undefined {
  const [x, y, width, height] = ['Absolute upper-left X', 'Absolute upper-left Y', 'Width', 'Height'].map(
    (label) => figure(text, label),
  );
  if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined;
  const isShown = [...text.matchAll(/^ *Map State: (\w+)$/gm)].at(-1)?.[1] === 'IsViewable';
  return { x, y, width, height, isShown };
}

/** Where a window is now. */
export const placeOf = async (ask: Ask, id: number) =>
  readPlace(await textOf(ask, 'xwininfo', ['-id', String(id), '-stats']));

const idIn = (text: string, name: string): number | undefined => {
  const found = new RegExp(`^${name}\\(WINDOW\\): window id # 0x([\\da-f]+)`, 'm').exec(text);
  return found ? Number.parseInt(found[1] ?? '', 16) : undefined;
};

/** The area with the frame that the window manager draws; without one, the area itself. */
function withFrame({ x, y, width, height }: Area, properties: string): Area {
  const found = /^_NET_FRAME_EXTENTS\(CARDINAL\) = (\d+), (\d+), (\d+), (\d+)$/m.exec(properties);
  const [left = 0, right = 0, top = 0, bottom = 0] = (found ?? []).slice(1).map(Number);
  return { x: x - left, y: y - top, width: width + left + right, height: height + top + bottom };
}

/** Undefined for a window that has closed meanwhile. */
async function readWindow(ask: Ask, id: number): Promise<DesktopWindow | undefined> {
  try {
    const [title, place, properties] = await Promise.all([
      textOf(ask, 'xdotool', ['getwindowname', String(id)]),
      placeOf(ask, id),
      textOf(ask, 'xprop', ['-id', String(id), '_NET_WM_PID', 'WM_TRANSIENT_FOR', '_NET_FRAME_EXTENTS']),
    ]);
    if (!place) return undefined;
    const pid = /^_NET_WM_PID\(CARDINAL\) = (\d+)$/m.exec(properties)?.[1];
    return {
      id,
      title: title.replace(/\n$/, ''),
      ...place,
      owner: idIn(properties, 'WM_TRANSIENT_FOR'),
      pid: pid === undefined ? undefined : Number(pid),
      outer: withFrame(place, properties),
    };
  } catch (error) {
    if (error instanceof DesktopError && !ask.signal?.aborted) return undefined;
    throw error;
  }
}

export async function screenOf(ask: Ask): Promise<Area> {
  const [width = 0, height = 0] = (await textOf(ask, 'xdotool', ['getdisplaygeometry']))
    .trim()
    .split(' ')
    .map(Number);
  return { x: 0, y: 0, width, height };
}

/** All windows of the window manager. Throws a `DesktopError`. */
export async function readDesktop(ask: Ask): Promise<DesktopView> {
  const [root, screen] = await Promise.all([
    textOf(ask, 'xprop', ['-root', '_NET_CLIENT_LIST_STACKING', '_NET_ACTIVE_WINDOW']),
    screenOf(ask),
  ]);
  const list = /^_NET_CLIENT_LIST_STACKING\(WINDOW\): window id # (.*)$/m.exec(root)?.[1];
  if (list === undefined)
    throw new DesktopError(
      'No window manager that lists its windows runs on this display. Start one, such as openbox.',
    );
  const ids = [...list.matchAll(/0x([\da-f]+)/g)].map(([, id = '']) => Number.parseInt(id, 16));
  const windows = await Promise.all(ids.slice(-MAX_WINDOWS).map((id) => readWindow(ask, id)));
  return {
    windows: windows.filter((window) => window !== undefined),
    active: idIn(root, '_NET_ACTIVE_WINDOW'),
    screen,
  };
}

/** Where the pointer is. */
export async function pointerOf(ask: Ask): Promise<Point> {
  const text = await textOf(ask, 'xdotool', ['getmouselocation', '--shell']);
  const [x, y] = ['X', 'Y'].map((name) => Number(new RegExp(`^${name}=(-?\\d+)$`, 'm').exec(text)?.[1]));
  return { x: x ?? 0, y: y ?? 0 };
}

/** Throws a `UserError` if this machine has no X11 display, or lacks the programs for it. */
export async function checkMachine(env: NodeJS.ProcessEnv): Promise<void> {
  if (!env['DISPLAY'])
    throw new UserError(
      'DISPLAY is not set: there is no X11 desktop to control.',
      'Start it in an X11 session, or on a virtual screen: docs/games.md explains how.',
    );
  const missing = missingPackages(env);
  if (missing.programs.length > 0)
    throw new UserError(
      `There is no ${missing.programs.join(', no ')} on this machine.`,
      `On Debian and Ubuntu: apt-get install ${missing.packages.join(' ')}`,
    );
  try {
    await screenOf({ run: programsOn(env) });
  } catch (error) {
    if (!(error instanceof DesktopError)) throw error;
    throw new UserError(
      `The display ${env['DISPLAY']} cannot be opened: ${error.message}`,
      'Check DISPLAY, and XAUTHORITY if another user owns the desktop.',
    );
  }
}
