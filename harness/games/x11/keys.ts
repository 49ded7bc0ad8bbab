import { checkKeys } from '../key-rules.ts';
import { keyNamed, spelledFor } from '../../config/game-keys.ts';
import { DesktopError } from './programs.ts';

/** Keysyms that differ from the names that `keys.ts` has for X11, or that it does not have. */
const KEYSYMS: Readonly<Record<string, string>> = {
  super: 'Super_L',
  meta: 'Meta_L',
  hyper: 'Hyper_L',
  altgr: 'ISO_Level3_Shift',
  capslock: 'Caps_Lock',
  numlock: 'Num_Lock',
  scrolllock: 'Scroll_Lock',
  help: 'Help',
  // X11 has these names, but no keyboard has the keys.
  ctrl: 'Control_L',
  alt: 'Alt_L',
  shift: 'Shift_L',
  // The same keys without Num Lock: for `KP_7`, xdotool would toggle Num Lock for every program.
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

/** Whether X11 has a key of this name; it has none for `power` and others of `keys.ts`. */
const isNamed = (name: string): boolean => /^[A-Z]/.test(name) || name === 'space';

/** The name of X11 for a key. Throws a `DesktopError` for an unknown one. */
export function keysymOf(spelling: string): string {
  const key = keyNamed(spelling);
  if (key !== undefined && key.length === 1)
    // A letter is its key, without Shift. Punctuation is named by its code point, because `+` is a separator.
    return /[a-z0-9]/.test(key) ? key : `U${key.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const name = key === undefined ? undefined : (KEYSYMS[key] ?? spelledFor('x11', key));
  if (name !== undefined && isNamed(name)) return name;
  throw new DesktopError(`There is no key “${spelling.slice(0, 20)}”.`);
}

/** The keys of a combination such as `ctrl s` or `ctrl+s`, as names of X11. Throws a `DesktopError`. */
export function keysymsOf(combination: string): string[] {
  const words = combination.trim().split(/\s+/);
  const [only = ''] = words;
  // `ctrl+s`, and `ctrl++` for the sign itself.
  const names = words.length > 1 || only.length === 1 ? words : only.replace(/\+\+$/, '+\0').split('+');
  const keys = names.map((name) => keysymOf(name === '\0' ? '+' : name));
  if (keys.length > 5) throw new DesktopError('At most five keys can be pressed together.');
  if (new Set(keys).size < keys.length) throw new DesktopError('A key is named twice.');
  return keys;
}

/**
 * Throws a `DesktopError` for keys that leave the window: the desktop handles them itself. Which others the game
 * uses is known to the client alone.
 */
export function refuseDesktopKeys(combination: string): void {
  const check = checkKeys(combination, { gameKeys: [combination] });
  if (!check.allowed)
    throw new DesktopError(`This key is not sent: ${check.cause.replace(/; the owner can .*$/, '')}.`);
}
