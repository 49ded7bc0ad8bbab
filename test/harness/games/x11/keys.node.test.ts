import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { keysymOf, keysymsOf, typing } from '../../../../harness/games/x11/input.ts';
import { findWindow } from '../../../../harness/games/x11/find-window.ts';
import type { DesktopWindow } from '../../../../harness/games/x11/windows.ts';
import { fails } from '../../program.ts';

describe('keys of home-world desktop', () => {
  it('have the names of pyautogui and of X11', () => {
    for (const [name, keysym] of [
      ['enter', 'Return'],
      ['Return', 'Return'],
      ['esc', 'Escape'],
      ['pgup', 'Page_Up'],
      ['Page_Up', 'Page_Up'],
      ['f5', 'F5'],
      ['space', 'space'],
      ['ctrlleft', 'Control_L'],
      ['I', 'i'],
      ['+', 'U002b'],
      ['winleft', 'Super_L'],
      ['num7', 'KP_Home'],
      ['KP_5', 'KP_Begin'],
      ['Numpad0', 'KP_Insert'],
      ['kp_add', 'KP_Add'],
      ['decimal', 'KP_Delete'],
    ] as const)
      assert.equal(keysymOf(name), keysym, name);
    for (const name of ['flux', '', 'é', 'power', 'Return\n', '--window'])
      assert.throws(() => keysymOf(name), /There is no key/, name);
  });

  it('make combinations with spaces and with plus signs', () => {
    assert.deepEqual(keysymsOf('ctrl s'), ['Control_L', 's']);
    assert.deepEqual(keysymsOf('Ctrl+Shift+S'), ['Control_L', 'Shift_L', 's']);
    assert.deepEqual(keysymsOf('ctrl++'), ['Control_L', 'U002b']);
    assert.deepEqual(keysymsOf('+'), ['U002b']);
    assert.throws(() => keysymsOf('ctrl control_r s'), /named twice/);
    assert.throws(() => keysymsOf('ctrl nothing'), /no key “nothing”/);
    assert.throws(() => keysymsOf('a b c d e f'), /five keys/);
  });
});

describe('a text that is no longer typed', () => {
  it('has every key released that it may hold', () => {
    const [command, ...keys] = typing('Gg, 2!\nGo').release;
    assert.equal(command, 'keyup');
    assert.deepEqual(keys, ['--delay', '0', 'Shift_L', 'g', 'U002c', 'space', '2', 'U0021', 'Return', 'o']);
  });
});

describe('the window of a title', () => {
  const outer = { x: 0, y: 0, width: 9, height: 9 };
  const area = { ...outer, outer, isShown: true, owner: undefined, pid: undefined };
  const view = (...windows: (Partial<DesktopWindow> & { title: string })[]) => ({
    windows: windows.map((window, id) => ({ ...area, id, ...window })),
    active: undefined,
    screen: area,
  });

  it('is the one with the whole title, else the only one that holds it, and no dialog of it', () => {
    const chess = { title: 'Chess - white' };
    assert.equal(findWindow(view({ title: 'How to play Mines' }, { title: 'Mines' }), 'Mines').id, 1);
    assert.equal(findWindow(view({ title: '' }, chess), 'chess').id, 1);
    assert.equal(findWindow(view(chess, { ...chess, owner: 0 }), 'Chess - white').id, 0);
    assert.throws(() => findWindow(view(chess, chess), 'Chess'), /2 windows match/);
    assert.throws(() => findWindow(view({ title: '' }), 'Mines'), /No window with a title is open/);
  });
});

describe('home-world desktop, where it cannot work', () => {
  it('names the display or the packages that are missing', async () => {
    assert.match((await fails(['desktop'])).err, /DISPLAY is not set/);
    const { err, code } = await fails(['desktop'], { DISPLAY: ':65000', PATH: '/nonexistent' });
    assert.match(err, /no xdotool, no maim, no xprop, no xwininfo/);
    const install = 'apt-get install xdotool maim x11-utils';
    assert.ok(err.includes(install), err);
    const page = await readFile(join(import.meta.dirname, '../../../../docs/games.md'), 'utf8');
    assert.ok(page.includes(`sudo ${install}\n`), 'as the page says');
    assert.equal(code, 1);
  });
});
