/**
 * The keys that a player may press: the name that the rules use, and other spellings of this name. A key that
 * is not here is refused, because desktop-control servers answer “true” to unknown names.
 */

/** Keys for a game, alone or in combinations. The rules use the first name of each row. */
const GAME_KEYS = [
  'enter return ret newline kp_enter kpenter numpadenter',
  'escape esc',
  'tab',
  'space spacebar',
  'backspace bksp bs',
  'delete del',
  'insert ins',
  'home',
  'end',
  'pageup page_up pgup prior',
  'pagedown page_down pgdn pgdown next',
  'left arrowleft leftarrow left_arrow',
  'right arrowright rightarrow right_arrow',
  'up arrowup uparrow up_arrow',
  'down arrowdown downarrow down_arrow',
  'ctrl control control_l control_r ctrl_l ctrl_r controlleft controlright ctrlleft ctrlright lctrl rctrl leftcontrol rightcontrol',
  'shift shift_l shift_r shiftleft shiftright lshift rshift leftshift rightshift',
  'alt alt_l alt_r altleft altright lalt ralt leftalt rightalt option option_l option_r optionleft optionright opt',
  ...Array.from({ length: 12 }, (_, at) => `f${at + 1}`),
  // These are the keys of the keypad, with the names of pyautogui first. Without Num Lock, its digits are the
  // arrows and the keys around the arrows.
  ...Array.from({ length: 10 }, (_, at) => `num${at} numpad${at} kp_${at} kp${at} keypad${at}`),
  'add kp_add kpadd numpadadd',
  'subtract kp_subtract kpsubtract numpadsubtract',
  'multiply kp_multiply kpmultiply numpadmultiply',
  'divide kp_divide kpdivide numpaddivide',
  'decimal kp_decimal kpdecimal numpaddecimal',
] as const;

/** Keys that the desktop handles itself, or that change the keyboard for every program. */
const DESKTOP_KEYS = [
  'super super_l super_r superleft superright lsuper rsuper win win_l win_r winleft winright lwin rwin windows cmd cmd_l cmd_r cmdleft cmdright command command_l command_r commandleft commandright leftcmd rightcmd leftsuper rightsuper leftwin rightwin os',
  'meta meta_l meta_r metaleft metaright lmeta rmeta leftmeta rightmeta',
  'hyper hyper_l hyper_r',
  'menu apps app contextmenu context_menu',
  'altgr alt_gr altgraph iso_level3_shift mode_switch',
  'print printscreen print_screen prtsc prtscr prntscrn prtscn snapshot sysreq sys_req sysrq',
  'pause break',
  'capslock caps_lock caps',
  'numlock num_lock',
  'scrolllock scroll_lock',
  'multi_key compose',
  'fn function',
  'sleep',
  'power',
  'help',
  'undo',
  'cancel',
  'execute exec',
  'select',
] as const;

const aliases = new Map<string, string>();
const desktop = new Set<string>();
for (const rows of [GAME_KEYS, DESKTOP_KEYS])
  for (const row of rows) {
    const [first = '', ...others] = row.split(' ');
    for (const name of [first, ...others]) aliases.set(name, first);
    if (rows === DESKTOP_KEYS) desktop.add(first);
  }

/** Vendor keys: volume, brightness, the browser, and keys that start programs. */
const MAKERS =
  /^(?:xf86\w+|(?:volume|audio|media|launch|browser|brightness|kbd)_?\w*|playpause|prevtrack|nexttrack|stop)$/;

/** The name that the rules use for a key; undefined for an unknown name. */
export function keyNamed(spelling: string): string | undefined {
  // Only ASCII is accepted: letters of other scripts may look like Latin letters, and some become Latin in
  // lower case.
  if (!/^[!-~]+$/.test(spelling)) return undefined;
  const lower = spelling.toLowerCase();
  if (lower.length === 1) return lower;
  return aliases.get(lower) ?? (MAKERS.test(lower) ? lower : undefined);
}

/**
 * Whether this key alone, without others, acts outside the game's window: on the desktop, on the keyboard of
 * every program, or as a vendor key.
 */
export const isDesktopKey = (key: string): boolean => desktop.has(key) || MAKERS.test(key);

/** The names that the owner’s configuration accepts. The name of any other key is its single character. */
const KEY_NAMES: readonly string[] = [...new Set(aliases.values())];

/**
 * Matches a combination in the owner’s configuration: names in lower case, with single spaces between them.
 */
export const KEY_COMBINATION = (() => {
  const name = `(?:${KEY_NAMES.join('|')}|[!-@\\[-~])`;
  return new RegExp(`^${name}(?: ${name}){0,4}$`);
})();

/**
 * The X11 names that differ from the names in our rules. `spelledFor` writes the X11 names of function keys
 * in upper case. pyautogui uses the names of our rules.
 */
const X11: Readonly<Record<string, string>> = {
  enter: 'Return',
  escape: 'Escape',
  tab: 'Tab',
  backspace: 'BackSpace',
  delete: 'Delete',
  insert: 'Insert',
  home: 'Home',
  end: 'End',
  pageup: 'Page_Up',
  pagedown: 'Page_Down',
  left: 'Left',
  right: 'Right',
  up: 'Up',
  down: 'Down',
  menu: 'Menu',
  print: 'Print',
  pause: 'Pause',
  ...Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`num${at}`, `KP_${at}`])),
  add: 'KP_Add',
  subtract: 'KP_Subtract',
  multiply: 'KP_Multiply',
  divide: 'KP_Divide',
  decimal: 'KP_Decimal',
};

/** The name of a key for a server: an X11 name, or a pyautogui name. */
export const spelledFor = (dialect: 'x11' | 'pyautogui', key: string): string =>
  dialect === 'pyautogui' ? key : (X11[key] ?? (/^f\d+$/.test(key) ? key.toUpperCase() : key));
