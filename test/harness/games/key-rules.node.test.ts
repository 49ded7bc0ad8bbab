import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkKeys, textProblem } from '../../../harness/games/key-rules.ts';
import { KEY_NAMES, keyNamed } from '../../../harness/games/keys.ts';

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

const refusal = (text: string, allowed?: string[]): string => {
  const check = checkKeys(text, allowed);
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
    'ctrl s': 'ctrl s',
    'ctrl+l': 'ctrl l',
    'Ctrl-S': 'ctrl s',
    'w d': 'w d',
    'shift Up': 'shift up',
    F5: 'f5',
    '+': '+',
    '-': '-',
    'ctrl +': 'ctrl +',
    'ctrl++': 'ctrl +',
    'ctrl-': 'ctrl',
    Page_Up: 'pageup',
    'shift f10': 'shift f10',
    arrowleft: 'left',
    KP_5: 'num5',
    'shift numpad8': 'shift num8',
    KP_Add: 'add',
  };
  for (const [text, keys] of Object.entries(taken)) {
    const check = checkKeys(text);
    assert.ok(check.allowed, text);
    assert.equal(check.keys.join(' '), keys);
  }
  for (const name of KEY_NAMES) assert.equal(keyNamed(name.toUpperCase()), name);
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
