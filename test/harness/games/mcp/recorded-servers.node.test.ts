import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { decode } from 'fast-png';
import type { GameAction } from '../../../../data/games/game-action.ts';
import { FinderError } from '../../../../harness/games/x11/local-window.ts';
import { connected, movableWindow, recorded, replaying } from './servers.ts';

/** One example of each of the nine actions. */
const ACTIONS: readonly GameAction[] = [
  { action: 'move_to', params: { x: 0.5, y: 0.5 } },
  { action: 'click', params: { x: 0, y: 0 } },
  { action: 'right_click', params: { x: 0.5, y: 0.5 } },
  { action: 'double_click', params: { x: 1, y: 1 } },
  { action: 'drag_to', params: { x: 0.25, y: 0.25, duration: 1.5 } },
  { action: 'type_text', params: { text: 'hi' } },
  { action: 'press_key', params: { key: 'Page_Up' } },
  { action: 'hotkey', params: { keys: 'ctrl s' } },
  { action: 'scroll', params: { amount: -3 } },
];

test('mcp-pyautogui: what it has is mapped, and its screenshot is cut to the window', async (t) => {
  const { server, calls } = await replaying(t, 'desktop-pyautogui-frames.json');
  const { state, finder } = movableWindow();
  const { desktop, lines } = await connected(t, server, { finder });
  // The server's README has `drag_to`, but its code does not.
  assert.match(lines.join('\n'), /no tool for drag_to; its tools: click, type_text, move_to/);
  assert.deepEqual(
    [...desktop.supportedActions].sort(),
    ACTIONS.map(({ action }) => action)
      .filter((name) => name !== 'drag_to')
      .sort(),
  );
  const { screenshot, window, store } = await desktop.capture();
  assert.deepEqual(
    [screenshot.width, screenshot.height, screenshot.scale, screenshot.mediaType],
    [400, 300, 1, 'image/png'],
  );
  assert.deepEqual(window, { title: 'Game', x: 100, y: 50, width: 400, height: 300 });
  const { width, height, data } = decode(screenshot.bytes);
  assert.deepEqual([width, height, data.length % (400 * 300)], [400, 300, 0]);
  assert.deepEqual(store, { notes: [] });
  // The window has moved since the screenshot.
  state.area = { ...state.area, x: 300, y: 60 };
  for (const action of ACTIONS) {
    const result = await desktop.execute(action);
    assert.equal(result.success, action.action !== 'drag_to', `${action.action}: ${result.cause}`);
    if (!result.success) assert.match(result.cause ?? '', /^The desktop server has no tool for drag_to/);
    assert.deepEqual(result.params, action.params);
    assert.ok(Math.abs(Date.parse(result.timestamp) - Date.now()) < 60_000);
  }
  assert.deepEqual((await calls()).slice(1), [
    // Numbers, although its schema says string: a string fails.
    { name: 'move_to', args: { x: 500, y: 210 } },
    { name: 'click', args: { x: 300, y: 60 } },
    { name: 'right_click', args: { x: 500, y: 210 } },
    { name: 'double_click', args: { x: 699, y: 359 } },
    { name: 'type_text', args: { text: 'hi' } },
    { name: 'press_key', args: { key: 'pageup' } },
    { name: 'hotkey', args: { keys: 'ctrl s' } },
    { name: 'scroll', args: { amount: -3 } },
  ]);
  assert.ok(state.focused >= 8, 'the window gets the keyboard before each action');
});

test('a window that did not move is clicked wherever it is, also in a picture of half the size', async (t) => {
  const { server, calls } = await replaying(t, 'desktop-pyautogui-frames.json');
  const screen = { x: 0, y: 0, width: 2560, height: 1440 };
  const { state, finder } = movableWindow(undefined, screen);
  const { desktop } = await connected(t, server, { finder });
  for (const odd of [0, 1]) {
    state.area = { x: 200 + odd, y: 100 + odd, width: 800 + odd, height: 600 + odd };
    await desktop.capture();
    const { cause } = await desktop.execute({ action: 'click', params: { x: 0.5, y: 0.5 } });
    assert.equal(cause, undefined);
    const { x, y } = (await calls()).at(-1)!.args as { x: number; y: number };
    assert.ok(Math.abs(x - 600) <= 2 && Math.abs(y - 400) <= 2, `${x}, ${y}`);
  }
  state.area = { ...state.area, width: 810 };
  const resized = await desktop.execute({ action: 'click', params: { x: 0.5, y: 0.5 } });
  assert.match(resized.cause ?? '', /another size/);
});

test('computer-use-mcp: one tool with a word for each action', async (t) => {
  const { server, calls } = await replaying(t, 'computer-use-frames.json');
  const { desktop, lines } = await connected(t, server);
  assert.deepEqual([desktop.supportedActions.size, lines], [9, []]);
  const { screenshot } = await desktop.capture();
  assert.deepEqual([screenshot.width, screenshot.height], [400, 300]);
  for (const action of ACTIONS) assert.equal((await desktop.execute(action)).cause, undefined, action.action);
  assert.deepEqual(
    (await calls()).map(({ args }) => args),
    [
      { action: 'get_screenshot' },
      { action: 'mouse_move', coordinate: [300, 200] },
      { action: 'left_click', coordinate: [100, 50] },
      { action: 'right_click', coordinate: [300, 200] },
      { action: 'double_click', coordinate: [499, 349] },
      { action: 'left_click_drag', coordinate: [200, 125] },
      { action: 'type', text: 'hi' },
      { action: 'key', text: 'Page_Up' },
      { action: 'key', text: 'ctrl+s' },
      { action: 'scroll', text: 'down:300', coordinate: [200, 125] },
    ],
  );
});

test('what a server refuses is a result with its cause', async (t) => {
  const { server, calls } = await replaying(t, 'desktop-pyautogui-frames.json');
  const { finder, state } = movableWindow({ x: 0, y: 0, width: 1280, height: 720 });
  const { desktop } = await connected(t, server, { finder });
  const before = await desktop.execute({ action: 'click', params: { x: 0.5, y: 0.5 } });
  assert.deepEqual([before.success, before.cause], [false, 'There is no screenshot yet.']);
  await desktop.capture();
  const asked = (await calls()).length;
  // Actions that the home refuses without sending them: wrong parameters, keys, letters.
  const refused: [unknown, RegExp][] = [
    [{ action: 'click', params: { x: 2, y: 0 } }, /parameters are wrong/],
    [{ action: 'fly', params: {} }, /parameters are wrong/],
    [{ action: 'press_key', params: { key: 'no_such_key' } }, /no key “no_such_key”/],
    [{ action: 'hotkey', params: { keys: 'alt tab' } }, /belongs to the desktop/],
    [{ action: 'hotkey', params: { keys: 'ctrl l' } }, /“ctrl l” would leave a game in a browser/],
    [{ action: 'press_key', params: { key: 'ctrl+shift+n' } }, /would leave a game in a browser/],
    [{ action: 'type_text', params: { text: 'Grüße' } }, /^Only ASCII/],
    [{ action: 'type_text', params: { text: 'a\tb' } }, /control character/],
  ];
  for (const [action, cause] of refused) {
    const result = await desktop.execute(action as GameAction);
    assert.equal(result.success, false);
    assert.match(result.cause ?? '', cause);
  }
  state.isThere = false;
  const absent = await desktop.execute({ action: 'press_key', params: { key: 'i' } });
  assert.match(absent.cause ?? '', /^There is no window with the title “Game”/);
  await assert.rejects(
    desktop.capture(),
    (error: Error) => 'reason' in error && error.reason === 'no-window',
  );
  // If `xdotool` has worked before, its failure fails the action.
  t.mock.method(finder, 'find', () => Promise.reject(new FinderError('it hangs')), { times: 1 });
  const blind = await desktop.execute({ action: 'press_key', params: { key: 'i' } });
  assert.match(blind.cause ?? '', /^The window cannot be searched: it hangs\./);
  state.isThere = true;
  state.area = { ...state.area, width: 900 };
  const resized = await desktop.execute({ action: 'click', params: { x: 0.1, y: 0.1 } });
  assert.match(resized.cause ?? '', /another size/);
  assert.equal((await calls()).length, asked);
});

test('the owner is warned once that screenshots show the whole screen', async (t) => {
  const { server } = await replaying(t, 'desktop-pyautogui-frames.json');
  const finder = { ...movableWindow().finder, find: () => Promise.reject(new FinderError('no display')) };
  const { desktop, lines } = await connected(t, server, { finder });
  await desktop.capture();
  await desktop.capture();
  assert.deepEqual(
    lines.filter((line) => line.includes('whole screen')),
    ['The whole screen is shown, and keys go to the window that has the keyboard: no display.'],
  );
});

test('the owner’s allowKeys lets one combination through', async (t) => {
  const { server, calls } = await replaying(t, 'desktop-pyautogui-frames.json');
  const { desktop } = await connected(t, server, { allowKeys: ['alt f4'] });
  await desktop.capture();
  assert.equal((await desktop.execute({ action: 'hotkey', params: { keys: 'F4 Alt' } })).cause, undefined);
  assert.equal((await desktop.execute({ action: 'hotkey', params: { keys: 'alt f2' } })).success, false);
  assert.deepEqual((await calls()).slice(1), [{ name: 'hotkey', args: { keys: 'alt f4' } }]);
});

test('what mcp-pyautogui answers with true and leaves out is written in another way, or not sent', async (t) => {
  const { server, calls } = await replaying(t, 'desktop-pyautogui-frames.json');
  const { desktop } = await connected(t, server);
  await desktop.capture();
  const { rows } = JSON.parse(await readFile(join(recorded, 'pyautogui-x11-effects.json'), 'utf8')) as {
    rows: { tool: string; args: Record<string, string>; answer: boolean | null; events: string[] }[];
  };
  const keyboard = rows.filter(({ tool }) => ['press_key', 'hotkey'].includes(tool));
  const lost = keyboard.filter(({ answer, events }) => answer === true && events.length === 0);
  assert.equal(lost.length, 2);
  for (const { tool, args } of lost) await desktop.execute({ action: tool, params: args } as GameAction);
  // Models write combinations as one key, too.
  await desktop.execute({ action: 'press_key', params: { key: 'ctrl+s' } });
  for (const call of (await calls()).slice(1)) {
    const row = keyboard.find(
      ({ tool, args }) => tool === call.name && JSON.stringify(args) === JSON.stringify(call.args),
    );
    assert.ok(row && row.events.length > 0, JSON.stringify(call));
  }
});
