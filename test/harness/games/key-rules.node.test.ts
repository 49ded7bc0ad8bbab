import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type NamedKeys, checkKeys, textProblem } from '../../../harness/games/key-rules.ts';
import { keyNamed } from '../../../harness/config/game-keys.ts';

/** Ways out of a game’s window, each in several words. */
const WAYS_OUT = [
  ['alt', 'tab'],
  ['alt', 'shift', 'tab'],
  ['alt', 'f4'],
  ['alt', 'f2'],
  ['alt', 'space'],
  ['alt', 'esc'],
  ['alt', 'escape'],
  ['alt', 'enter'],
  ['alt', 'd'],
  ['alt', '1'],
  ['alt', '`'],
  ['option', 'tab'],
  ['alt_l', 'Tab'],
  ['AltRight', 'f4'],
  ['ctrl', 'alt', 't'],
  ['control', 'alt', 'delete'],
  ['ctrl', 'alt', 'del'],
  ['ctrl', 'alt', 'left'],
  ['ctrl', 'alt', 'BackSpace'],
  ...Array.from({ length: 12 }, (_, at) => ['ctrl', 'alt', `f${at + 1}`]),
  ['ctrl', 'f2'],
  ['ctrl', 'esc'],
  ['ctrl', 'shift', 'esc'],
  ['ctrl', 'up'],
  ['ctrl', 'kp_4'],
  ['super', 'l'],
  ['win', 'd'],
  ['windows', 'r'],
  ['winleft', 'r'],
  ['cmd', 'q'],
  ['command', 'space'],
  ['Super_L', 'a'],
  ['meta', 'a'],
  ['hyper', 'x'],
  ['ctrl', 'alt', 'sysrq', 'b'],
];
const KEYS_OUT = [
  'alt Alt_L option super Super_R win winleft cmd command meta Meta_L menu apps contextmenu print PrintScreen',
  'prtsc Sys_Req pause CapsLock num_lock XF86AudioRaiseVolume XF86PowerOff xf86sleep volumeup browserback',
  'launchmail sleep fn',
].flatMap((row) => row.split(' '));

const refusal = (text: string, allowKeys?: string[], gameKeys: string[] = []): string => {
  const check = checkKeys(text, { ...(allowKeys && { allowKeys }), gameKeys });
  return check.allowed ? '' : check.cause;
};

/** Every order of some keys. */
const orders = (keys: readonly string[]): string[][] =>
  keys.length < 2
    ? [[...keys]]
    : keys.flatMap((key, at) =>
        orders(keys.filter((_, other) => other !== at)).map((rest) => [key, ...rest]),
      );

test('combinations that leave the window are refused in every order, case and joint', () => {
  for (const keys of WAYS_OUT)
    for (const order of orders(keys))
      for (const joint of [' ', '+', '-', ' + ', '  ', '\t'])
        for (const spelling of [
          order,
          order.map((key) => key.toUpperCase()),
          order.map((key) => key.toLowerCase()),
        ]) {
          const text = spelling.join(joint);
          assert.match(refusal(text), /belongs to the desktop/, text);
        }
});

test('single keys of the desktop are refused, also beside other keys', () => {
  for (const key of KEYS_OUT)
    for (const text of [key, key.toUpperCase(), ` ${key} `, `ctrl ${key}`, `${key}+a`])
      assert.match(refusal(text), /belongs to the desktop/, text);
});

test('a name that is no key is refused by its name', () => {
  const unknown = [
    'no_such_key',
    'ctrl no',
    'аlt f4',
    'ａlt tab',
    'Kctrl',
    'ſ',
    '0xffe9',
    'U0041',
    '64',
    'keycode:64',
    'key_alt',
  ];
  for (const text of [
    ...unknown,
    'alt​ tab',
    'alt\u00a0f4x',
    'a;xterm',
    '$(x)',
    'ctrl,alt,t',
    'alt_tab',
    'alttab',
    'alt/tab',
    'alt.tab',
  ])
    assert.match(refusal(text), /there is no key “|belongs to the desktop/, text);
  assert.match(refusal('no_such_key'), /“no_such_key”/);
  // Cyrillic “а”, full-width “ａ”, the Kelvin sign.
  for (const text of ['аlt', 'ａlt', 'space\u200b', '\u212a']) assert.match(refusal(text), /no key “/, text);
  assert.equal(refusal(''), 'no key is named');
  assert.match(refusal('a b c d e f'), /at most five/);
  for (const text of ['ctrl ctrl s', 'ctrl control s', 'alt alt tab'])
    assert.match(refusal(text), /named twice/, text);
});

test('the keys of a game are allowed, with one name each', () => {
  const taken: Record<string, string> = {
    I: 'i',
    Return: 'enter',
    Tab: 'tab',
    ESC: 'escape',
    'w d': 'w d',
    'shift Up': 'shift up',
    '+': '+',
    '-': '-',
    ctrl: 'ctrl',
    'ctrl-': 'ctrl',
    'shift ctrl': 'ctrl shift',
    Page_Up: 'pageup',
    arrowleft: 'left',
    KP_5: 'num5',
    'shift numpad8': 'shift num8',
    KP_Add: 'add',
  };
  for (const [text, keys] of Object.entries(taken)) {
    const check = checkKeys(text, {});
    assert.ok(check.allowed, text);
    assert.equal(check.keys.join(' '), keys);
  }
  for (const name of ['enter', 'pageup', 'f12', 'num0', 'add', 'super', 'help'])
    assert.equal(keyNamed(name.toUpperCase()), name);
});

/** Ways out of a page to the browser around it. */
const WAYS_OUT_OF_A_PAGE = [
  ...'abdefghijklmnopqrstuvwxyz0123456789+-'.split('').map((key) => `ctrl ${key}`),
  ...'bcijkmnopqrstw'.split('').map((key) => `ctrl shift ${key}`),
  ...Array.from({ length: 12 }, (_, at) => `f${at + 1}`),
  'ctrl tab',
  'ctrl shift tab',
  'ctrl pageup',
  'ctrl page_down',
  'ctrl enter',
  'ctrl delete',
  'shift f10',
];

test('keys that leave a game in a browser are refused until the prompt file or allowKeys names them', () => {
  for (const keys of WAYS_OUT_OF_A_PAGE)
    for (const text of [keys, keys.replaceAll(' ', '+').toUpperCase(), keys.split(' ').reverse().join(' ')]) {
      assert.match(
        refusal(text),
        /would leave a game in a browser; .* the prompt file, or in allowKeys/,
        text,
      );
      assert.equal(refusal(text, [], [keys]), '', text);
      assert.equal(refusal(text, [keys]), '', text);
    }
  const gameKeys = ['i', 'ctrl s', 'F5', 'Ctrl+L'];
  const pressed = (text: string): string => {
    const check = checkKeys(text, { gameKeys } satisfies NamedKeys);
    return check.allowed ? check.keys.join(' ') : check.cause;
  };
  for (const [text, keys] of [
    ['Ctrl-S', 'ctrl s'],
    ['l Control', 'ctrl l'],
    ['f5', 'f5'],
  ] as const)
    assert.equal(pressed(text), keys);
  for (const text of ['ctrl f5', 'ctrl shift s', 'shift f5', 'f6', 'ctrl n'])
    assert.match(pressed(text), /“/);
});

test('a prompt file allows no keys of the desktop', () => {
  for (const keys of ['alt f4', 'super', 'ctrl f2', 'alt'])
    assert.match(refusal(keys, [], [keys]), /belongs to the desktop.*allowKeys/, keys);
});

test('the owner allows single combinations, and no others with them', () => {
  assert.equal(refusal('F4 + ALT', ['alt f4']), '');
  assert.equal(refusal('alt', ['alt']), '');
  assert.match(refusal('alt f2', ['alt f4']), /allowKeys/);
  assert.match(refusal('ctrl alt f4', ['alt f4']), /allowKeys/);
  assert.match(refusal('alt', ['alt f4']), /allowKeys/);
  assert.match(refusal('nothing', ['nothing']), /no key/);
});

test('a text may have letters of any script and line ends, but no keys in disguise', () => {
  for (const text of ['hello', 'gg\n', 'Grüße, 世界 🚀', 'a b'])
    assert.equal(textProblem(text), undefined, text);
  for (const text of ['a\tb', '\u001b[A', 'a\b', '\u007f', '\r', '\u0085'])
    assert.match(textProblem(text) ?? '', /control/);
  for (const text of ['a\u202eb', 'a\u200bb', '\u2028']) assert.match(textProblem(text) ?? '', /invisible/);
});
