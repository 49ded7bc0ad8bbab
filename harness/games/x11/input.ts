import type { Point } from '../area.ts';
import { checkKeys } from '../key-rules.ts';
import { keyNamed, spelledFor } from '../../config/game-keys.ts';
import { DesktopError } from './programs.ts';

/** Keysyms that `game-keys.ts` does not have, or for which `game-keys.ts` has another X11 name. */
const KEYSYMS: Readonly<Record<string, string>> = {
  super: 'Super_L',
  meta: 'Meta_L',
  hyper: 'Hyper_L',
  altgr: 'ISO_Level3_Shift',
  capslock: 'Caps_Lock',
  numlock: 'Num_Lock',
  scrolllock: 'Scroll_Lock',
  help: 'Help',
  // X11 has no keysyms `ctrl`, `alt` and `shift`, so the key on the left is pressed.
  ctrl: 'Control_L',
  alt: 'Alt_L',
  shift: 'Shift_L',
  // These are the keypad’s keysyms without Num Lock: for `KP_7`, xdotool would toggle Num Lock for all
  // programs.
  num0: 'KP_Insert',
  num1: 'KP_End',
  num2: 'KP_Down',
  num3: 'KP_Next',
  num4: 'KP_Left',
  num5: 'KP_Begin',
  num6: 'KP_Right',
  num7: 'KP_Home',
  num8: 'KP_Up',
  num9: 'KP_Prior',
  decimal: 'KP_Delete',
};

/** Whether X11 has a key of this name. It has none for `power` and some other names of `game-keys.ts`. */
const isNamed = (name: string): boolean => /^[A-Z]/.test(name) || name === 'space';

/** The X11 name of a key. Throws a `DesktopError` for an unknown key. */
export function keysymOf(spelling: string): string {
  const key = keyNamed(spelling);
  if (key !== undefined && key.length === 1)
    // The keysym of a letter or digit is the character itself, without Shift. Punctuation is named by its
    // code point, because `+` is a separator.
    return /[a-z0-9]/.test(key) ? key : `U${key.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const name = key === undefined ? undefined : (KEYSYMS[key] ?? spelledFor('x11', key));
  if (name !== undefined && isNamed(name)) return name;
  throw new DesktopError(`There is no key “${spelling.slice(0, 20)}”.`);
}

/** The X11 names of the keys of a combination such as `ctrl s` or `ctrl+s`. Throws a `DesktopError`. */
export function keysymsOf(combination: string): string[] {
  const words = combination.trim().split(/\s+/);
  const [only = ''] = words;
  // In `ctrl++`, the second `+` is the key.
  const names = words.length > 1 || only.length === 1 ? words : only.replace(/\+\+$/, '+\0').split('+');
  const keys = names.map((name) => keysymOf(name === '\0' ? '+' : name));
  if (keys.length > 5) throw new DesktopError('At most five keys can be pressed together.');
  if (new Set(keys).size < keys.length) throw new DesktopError('A key is named twice.');
  return keys;
}

/**
 * Throws a `DesktopError` for keys that leave the window because the desktop handles them itself. All other
 * keys are allowed: only the client knows which of them the game uses.
 */
export function refuseDesktopKeys(combination: string): void {
  const check = checkKeys(combination, { gameKeys: [combination] });
  if (!check.allowed)
    throw new DesktopError(`This key is not sent: ${check.cause.replace(/; the owner can .*$/, '')}.`);
}

/**
 * The arguments of one run of `xdotool` for each action. One process presses and releases, so the release
 * happens even if this program ends meanwhile.
 */

export type Button = 'left' | 'right';
const BUTTONS: Readonly<Record<Button, string>> = { left: '1', right: '3' };
const WHEEL = { up: '4', down: '5' } as const;

/** Durations in seconds. Games that read mouse and keyboard once a frame miss shorter presses. */
const HOVER = '0.03';
const HOLD = '0.05';
const BETWEEN = '0.06';
const DRAG_STEP = 0.02;
const LETTER_MS = '20';

export interface Input {
  readonly args: readonly string[];
  /** The arguments that release keys and buttons after a run that failed. */
  readonly release: readonly string[];
  /** The duration of the run. */
  readonly seconds: number;
}

const at = ({ x, y }: Point): string[] => ['mousemove', String(x), String(y)];
const press = (button: string): string[] => ['mousedown', button, 'sleep', HOLD, 'mouseup', button];

export const moving = (point: Point): Input => ({ args: at(point), release: [], seconds: 0 });

export function clicking(point: Point, name: Button, times: 1 | 2): Input {
  const button = BUTTONS[name];
  const again = times === 2 ? ['sleep', BETWEEN, ...press(button)] : [];
  return {
    args: [...at(point), 'sleep', HOVER, ...press(button), ...again],
    release: ['mouseup', button],
    seconds: 0.2,
  };
}

/** Drags in small steps, as by hand: games react to the path, not only to its end. */
export function dragging(from: Point, to: Point, seconds: number): Input {
  const steps = Math.max(4, Math.round(seconds / DRAG_STEP));
  const way = Array.from({ length: steps }, (_, step) => {
    const part = (step + 1) / steps;
    const point = {
      x: Math.round(from.x + (to.x - from.x) * part),
      y: Math.round(from.y + (to.y - from.y) * part),
    };
    return [...at(point), 'sleep', (seconds / steps).toFixed(4)];
  });
  const button = BUTTONS.left;
  return {
    args: ['mousedown', button, 'sleep', HOLD, ...way.flat(), 'sleep', HOLD, 'mouseup', button],
    release: ['mouseup', button],
    seconds,
  };
}

/** @param keys X11 names; the keys that are held come first. */
export function pressing(keys: readonly string[]): Input {
  const down = keys.flatMap((key) => ['keydown', key]);
  const up = keys.toReversed().flatMap((key) => ['keyup', key]);
  return { args: [...down, 'sleep', HOLD, ...up], release: up, seconds: 0.1 };
}

const typedNames: Readonly<Record<string, string>> = { ' ': 'space', '\n': 'enter' };

/** @param text ASCII, of which any character may be held when the run is stopped. */
export const typing = (text: string): Input => ({
  args: ['type', '--delay', LETTER_MS, '--', text],
  release: [
    'keyup',
    '--delay',
    '0',
    ...new Set(['shift', ...text.toLowerCase().split('')].map((key) => keysymOf(typedNames[key] ?? key))),
  ],
  seconds: (text.length * Number(LETTER_MS)) / 1000,
});

export const scrolling = (amount: number): Input => ({
  args: [
    'click',
    '--repeat',
    String(Math.abs(amount)),
    '--delay',
    LETTER_MS,
    WHEEL[amount > 0 ? 'up' : 'down'],
  ],
  release: [],
  seconds: (Math.abs(amount) * Number(LETTER_MS)) / 1000,
});
