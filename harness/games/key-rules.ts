import { isDesktopKey, keyNamed } from '../config/game-keys.ts';

/**
 * Which keys a player may press. Text on the game’s screen may contain instructions for the resident, so keys
 * that leave the game are refused. Keys that the desktop handles itself on Linux, Windows and macOS leave the
 * game’s window. Ctrl with another key and the function keys leave a game in a browser: they open other
 * pages, windows, files and tools. No list of these keys would be complete, and a window does not show
 * whether it belongs to a browser. So the game’s prompt file has to name such keys if the game uses them.
 */

/** Keys that the owner has named. */
export interface NamedKeys {
  /** `games.portals.<id>.allowKeys`: these keys may always be pressed. */
  readonly allowKeys?: readonly string[];
  /** `keys` of the prompt file: the keys that the game uses. */
  readonly gameKeys?: readonly string[];
}

type KeyCheck =
  | { readonly allowed: true; /** Names of `game-keys.ts`. */ readonly keys: readonly string[] }
  | { readonly allowed: false; readonly cause: string };

const refused = (cause: string): KeyCheck => ({ allowed: false, cause });

/** The names in a text such as `ctrl s`, `ctrl+s` or `Ctrl-Alt-T`; a `+` or `-` may be a key itself. */
export function keysIn(text: string): string[] {
  return text
    .replaceAll(/(?<=\S)\s+[+-]\s+(?=\S)/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
    .flatMap((word) => {
      if (keyNamed(word) !== undefined) return [word];
      const last = /^(.*)[+-]([+-])$/.exec(word);
      const parts = last ? [...(last[1] ?? '').split(/[+-]/), last[2] ?? ''] : word.split(/[+-]/);
      return parts.filter((part) => part !== '');
    });
}

const ARROWS = new Set(['left', 'right', 'up', 'down']);
const isFunctionKey = (key: string): boolean => /^f\d+$/.test(key);
/** Without Num Lock, the digits of the keypad are arrows. */
const isKeypadDigit = (key: string): boolean => /^num\d$/.test(key);

/** Why a set of keys leaves the window; undefined if it does not. */
function whyItLeaves(keys: ReadonlySet<string>): string | undefined {
  for (const key of keys) if (isDesktopKey(key)) return `“${key}” belongs to the desktop, not to the game`;
  // Window managers combine Alt with all kinds of keys: Tab, Space, digits, letters, F4. With sticky keys,
  // Alt alone also changes the next key.
  if (keys.has('alt')) return '“alt” belongs to the desktop, alone and with other keys';
  if (!keys.has('ctrl')) return undefined;
  for (const key of keys)
    if (key === 'escape' || key === 'space' || isFunctionKey(key) || ARROWS.has(key) || isKeypadDigit(key))
      return `“ctrl” with “${key}” belongs to the desktop on some systems`;
  return undefined;
}

/** Whether a browser may handle these keys itself instead of passing them to its page. */
const leavesPage = (keys: readonly string[]): boolean =>
  keys.some(isFunctionKey) ||
  (keys.includes('ctrl') && keys.some((key) => key !== 'ctrl' && key !== 'shift'));

const MODIFIERS = ['ctrl', 'alt', 'shift'];
const rank = (key: string): number => (MODIFIERS.includes(key) ? MODIFIERS.indexOf(key) : MODIFIERS.length);

const asSet = (keys: readonly string[]): string => [...new Set(keys)].sort().join(' ');

/** Whether a combination in the list has exactly these keys. */
const isNamed = (keys: readonly string[], combinations: readonly string[]): boolean =>
  combinations.some((combination) => {
    const own = keysIn(combination).map(keyNamed);
    return own.every((key) => key !== undefined) && asSet(own) === asSet(keys);
  });

/** Why these keys are refused; undefined if they are not. */
function refusalOf(
  keys: readonly string[],
  { allowKeys = [], gameKeys = [] }: NamedKeys,
): string | undefined {
  if (isNamed(keys, allowKeys)) return undefined;
  const reason = whyItLeaves(new Set(keys));
  if (reason !== undefined) return `${reason}; the owner can allow it with allowKeys`;
  if (!leavesPage(keys) || isNamed(keys, gameKeys)) return undefined;
  return `“${keys.join(' ')}” would leave a game in a browser; the owner can name it under keys in the prompt file, or in allowKeys`;
}

/** Checks a key or a combination in any spelling, order and case. */
export function checkKeys(text: string, named: NamedKeys = {}): KeyCheck {
  const names = keysIn(text);
  if (names.length === 0) return refused('no key is named');
  if (names.length > 5) return refused('at most five keys can be pressed together');
  const keys: string[] = [];
  for (const name of names) {
    const key = keyNamed(name);
    if (key === undefined) return refused(`there is no key “${name.slice(0, 20)}”`);
    if (keys.includes(key)) return refused(`“${key}” is named twice`);
    keys.push(key);
  }
  // Keys are pressed one after the other: modifiers come first.
  keys.sort((a, b) => rank(a) - rank(b));
  const reason = refusalOf(keys, named);
  return reason === undefined ? { allowed: true, keys } : refused(reason);
}

/**
 * Why a text may not be typed; undefined if it may. A line break is Enter, which chat lines need and
 * `press_key` allows too. Other control characters would press keys: Tab, Escape, Backspace.
 */
export function textProblem(text: string): string | undefined {
  if (/[^\P{Cc}\n]/u.test(text)) return 'the text has a control character; use press_key for keys';
  if (/[\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u.test(text)) return 'the text has an invisible character';
  return undefined;
}
