import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type GameWindow, VirtualDisplay, whyNoDisplay } from '../../../helpers/display.ts';
import { until } from '../../../helpers/waiting.ts';
import type { ActionResult } from '../../../../data/games/game-action.ts';
import type { StateCapture } from '../../../../harness/games/desktop.ts';
import { DesktopClient, type Shot, changed } from './desktop-client.ts';

/** The clock of the game, below the board, changes by itself. */
const CLOCK = 40;
const board = ({ pixels, width, height, channels }: Shot): Uint8Array =>
  pixels.subarray(0, (height - CLOCK) * width * channels);

/**
 * A board of 9 × 9 fields with a mine in the middle of each 3 × 3: each other field touches a mine, so a click opens it
 * alone. The corner at the left and top is open.
 */
function boardOfNines(): string {
  const bits = Array.from({ length: 81 }, (_, at) => (Math.floor(at / 9) % 3 === 1 && at % 3 === 1 ? 1 : 0));
  const hex = Array.from({ length: 21 }, (_, at) =>
    Number.parseInt(
      bits
        .slice(at * 4, at * 4 + 4)
        .join('')
        .padEnd(4, '0'),
      2,
    ).toString(16),
  );
  return `9x9:0,0,u${hex.join('')}`;
}

describe('home-world desktop, with a real game', { skip: whyNoDisplay }, () => {
  let display: VirtualDisplay;
  let game: GameWindow;
  let desktop: DesktopClient;
  before(async () => {
    display = await VirtualDisplay.start();
    game = await display.open('Mines', 'sgt-mines', boardOfNines());
    desktop = await DesktopClient.start(display.env);
  });
  after(async () => {
    await desktop?.[Symbol.asyncDispose]();
    await display?.[Symbol.asyncDispose]();
  });

  /** Moves and sizes the window, and waits until its pictures show that. */
  async function arrange(x: number, y: number, width: number, height: number): Promise<Shot> {
    await display.run('xdotool', 'windowsize', game.window, String(width), String(height));
    await display.run('xdotool', 'windowmove', game.window, String(x), String(y));
    for (let tries = 0; tries < 100; tries += 1) {
      const first = await desktop.capture('Mines');
      const second = await desktop.capture('Mines');
      const isThere = Math.abs(second.x - x) < 60 && Math.abs(second.y - y) < 60 && second.width === width;
      if (isThere && Buffer.from(board(first)).equals(board(second))) return second;
    }
    throw new Error('the window does not come to its place');
  }

  it('opens exactly the field that is clicked, at two positions and two sizes', async () => {
    // The board is 9 fields and a border of 1.5 fields wide.
    for (const [x, y, width, height, column] of [
      [40, 60, 240, 302, 3],
      [520, 200, 480, 542, 5],
    ] as const) {
      const shot = await arrange(x, y, width, height);
      const tile = width / 12;
      const at = { x: Math.round((2 + column) * tile), y: Math.round(height * 0.45) };
      await desktop.act('click', { x: shot.x + at.x, y: shot.y + at.y });
      const next = await desktop.reaction(shot, board);
      const field = changed(shot, next, height - CLOCK);
      const said = JSON.stringify({ at, field, tile });
      assert.ok(field.x <= at.x && at.x < field.x + field.width, said);
      assert.ok(field.y <= at.y && at.y < field.y + field.height, said);
      assert.ok(field.width > tile / 2 && field.width <= tile + 2, said);
      assert.ok(field.height > tile / 2 && field.height <= tile + 2, said);
    }
  });

  it('marks a field with the right button, and plays with keys', async () => {
    const shot = await desktop.capture('Mines');
    const tile = shot.width / 12;
    const at = { x: Math.round(10 * tile), y: Math.round(shot.height * 0.6) };
    await desktop.act('right_click', { x: shot.x + at.x, y: shot.y + at.y });
    const marked = await desktop.reaction(shot, board);
    const flag = changed(shot, marked, shot.height - CLOCK);
    assert.ok(flag.x <= at.x + tile && flag.x >= at.x - tile && flag.width <= tile, JSON.stringify(flag));
    await desktop.act('press_key', { key: 'Right' });
    const pointed = await desktop.reaction(marked, board);
    await desktop.act('press_key', { key: 'down' });
    const lower = await desktop.reaction(pointed, board);
    const undo = await desktop.call('hotkey', { keys: 'ctrl z' });
    assert.equal(undo.isError, false, undo.text);
    await desktop.reaction(lower, board);
  });

  it('shows a window that is covered or minimised, and names what cannot be shown', async () => {
    await arrange(40, 60, 240, 302);
    const cover = await display.open('Event Tester', 'xev', '-geometry', '400x400+20+40');
    const shot = await desktop.capture('mines');
    assert.deepEqual([shot.title, shot.width, shot.height], ['Mines', 240, 302]);
    const { structured } = await desktop.call('list_windows');
    const windows = (structured as { windows: { title: string }[] }).windows.map(({ title }) => title);
    assert.deepEqual(windows, ['Event Tester', 'Mines'], 'the game is at the front');
    await cover.end();
    await display.run('xdotool', 'windowminimize', game.window);
    const back = await desktop.capture('Mines');
    assert.equal(back.width, 240);
    assert.match(await desktop.refusal('capture_window', { title: 'Chess' }), /no window “Chess”.*“Mines”/);
    assert.match(await desktop.refusal('click', { x: 1024, y: 5 }), /outside the screen of 1024 × 768/);
    for (const [tool, args] of [
      ['click', { x: '5', y: 5 }],
      ['click', { x: -1, y: 5 }],
      ['click', { x: 1.5, y: 5 }],
      ['scroll', { amount: 0 }],
      ['press_key', { key: 'a', more: 1 }],
      ['capture_window', { title: ' ' }],
    ] as const)
      await assert.rejects(desktop.act(tool, args), Error, JSON.stringify(args));
    assert.match(await desktop.refusal('press_key', { key: 'flux' }), /no key “flux”/);
    assert.match(await desktop.refusal('type_text', { text: 'naïve' }), /“ï” is not ASCII/);
  });

  it('types letter by letter, presses combinations, drags and scrolls', async () => {
    const program = await display.open(
      'Event Tester',
      'xev',
      '-geometry',
      '300x300+600+300',
      '-event',
      'keyboard',
      '-event',
      'mouse',
    );
    await display.run('xdotool', 'windowactivate', '--sync', program.window);
    const text = '--Hello, 2 World!';
    await desktop.act('type_text', { text });
    const typed = (): string =>
      [...program.output().matchAll(/KeyPress event[^]*?XLookupString gives \d+ bytes: (.*)/g)]
        .flatMap(([, found = '']) => /"(.)"/.exec(found)?.[1] ?? [])
        .join('');
    await until(
      () => `the text arrives: ${typed()}`,
      () => typed().length >= text.length,
    );
    assert.equal(typed(), text);
    await desktop.act('hotkey', { keys: 'ctrl+shift+s' });
    await until(
      () => `the combination arrives: ${program.output()}`,
      // Shift is 1, Control is 4.
      () => /KeyPress event[^K]*state 0x5, keycode \d+ \(keysym 0x53, S\)/.test(program.output()),
    );
    await desktop.act('move_to', { x: 650, y: 350 });
    await desktop.act('drag_to', { x: 750, y: 400, duration: 0.1 });
    await desktop.act('double_click', { x: 700, y: 380 });
    await desktop.act('scroll', { amount: -2 });
    const buttons = (): string =>
      [...program.output().matchAll(/Button(Press|Release) event[^]*?root:\((\d+),(\d+)\)[^]*?button (\d)/g)]
        .map(([, kind = '', x, y, button]) => `${kind[0]}${button}@${x},${y}`)
        .join(' ');
    const twice = 'P1@700,380 R1@700,380';
    const wheel = 'P5@700,380 R5@700,380';
    const wanted = `P1@650,350 R1@750,400 ${twice} ${twice} ${wheel} ${wheel}`;
    await until(
      () => `the buttons arrive: ${buttons()}`,
      () => buttons().length >= wanted.length,
    );
    assert.equal(buttons(), wanted);
    await program.end();
  });

  it('holds no key after a text that is stopped', async () => {
    const program = await display.open('Event Tester', 'xev', '-event', 'keyboard');
    await display.run('xdotool', 'windowactivate', '--sync', program.window);
    const keys = (kind: string, name = ''): number =>
      program.output().match(new RegExp(`Key${kind} event[^K]*keysym \\w+, ${name}`, 'g'))?.length ?? 0;
    for (let stops = 1; stops <= 4; stops += 1) {
      const before = keys('Press');
      const stop = new AbortController();
      const typed = desktop.client.callTool(
        { name: 'type_text', arguments: { text: 'GG WP, THAT WAS FUN! '.repeat(9) } },
        { signal: stop.signal },
      );
      await until('the text arrives', () => keys('Press') > before + 10);
      stop.abort();
      await assert.rejects(typed);
      // Nothing of the text comes after this key.
      await desktop.act('press_key', { key: 'f5' });
      await until('the next key arrives', () => keys('Release', 'F5') === stops);
      assert.equal(keys('Press'), keys('Release'));
    }
    await program.end();
  });

  it('with --window sends input only into that window', async () => {
    const shot = await arrange(40, 60, 240, 302);
    await using guarded = await DesktopClient.start(display.env, '--window', 'Mines');
    const other = await display.open('Event Tester', 'xev', '-geometry', '200x200+700+400');
    await display.run('xdotool', 'windowactivate', '--sync', other.window);
    assert.match(await guarded.refusal('click', { x: 800, y: 500 }), /outside the window “Mines”/);
    assert.match(
      await guarded.refusal('capture_window', { title: 'Event Tester' }),
      /Only the window “Mines”/,
    );
    for (const keys of ['alt f4', 'super', 'alt+tab', 'ctrl alt t'])
      assert.match(await guarded.refusal('hotkey', { keys }), /This key is not sent/, keys);
    await guarded.act('press_key', { key: 'Left' });
    await guarded.reaction(shot, board);
    assert.doesNotMatch(other.output(), /keysym 0xff51, Left/);
    await other.end();
  });

  it('with --window clicks no title bar of another window', async () => {
    const shot = await arrange(40, 60, 240, 302);
    await using guarded = await DesktopClient.start(display.env, '--window', 'Mines');
    const other = await display.open('Event Tester', 'xev', '-geometry', '200x100');
    // Only the title bar of the other window is over the game.
    const low = { x: shot.x + 20, y: shot.y + shot.height - 12 };
    await display.run('xdotool', 'windowmove', '--sync', other.window, String(low.x), String(low.y));
    await display.run('xdotool', 'windowactivate', '--sync', game.window);
    await display.run('xdotool', 'windowraise', other.window);
    const topmost = async (): Promise<string | undefined> => {
      const { structured } = await desktop.call('list_windows');
      return (structured as { windows: { title: string }[] }).windows.at(-1)?.title;
    };
    for (let tries = 0; tries < 100 && (await topmost()) !== 'Event Tester'; tries += 1);
    assert.equal(await topmost(), 'Event Tester');
    await guarded.act('click', { x: shot.x + 60, y: shot.y + shot.height - 4 });
    assert.equal(await topmost(), 'Mines', 'the game is brought to the front first');
    await other.end();
  });

  it('with --window has capture_state and execute_action, whose points are fractions of the picture', async () => {
    const shot = await arrange(40, 60, 240, 302);
    await using guarded = await DesktopClient.start(display.env, '--window', 'Mines');
    const act = async (action: string, params: object) => {
      const { text, isError } = await guarded.call('execute_action', { action, params });
      return { isError, ...(JSON.parse(text) as ActionResult) };
    };
    const at = { x: 0.2, y: 0.5 };
    assert.match((await act('click', at)).cause ?? '', /no picture yet: call capture_state/);
    const { text, image } = await guarded.call('capture_state');
    const state = JSON.parse(text) as StateCapture;
    assert.equal(image?.mimeType, 'image/png');
    const { x, y, width, height } = shot;
    assert.deepEqual(state.window, { title: 'Mines', x, y, width, height });
    assert.deepEqual(state.screenshot, { mediaType: 'image/png', width, height, scale: 1 });
    assert.ok(Math.abs(Date.parse(state.takenAt) - Date.now()) < 60_000);
    assert.equal(state.store.notes.length, 1);
    // The window moves between the screenshot and the click.
    await arrange(300, 200, 240, 302);
    const { timestamp, ...done } = await act('right_click', at);
    assert.deepEqual(done, { isError: false, success: true, action: 'right_click', params: at });
    assert.ok(Math.abs(Date.parse(timestamp) - Date.now()) < 60_000);
    const flag = changed(shot, await guarded.reaction(shot, board), height - CLOCK);
    const [left, top] = [at.x * width, at.y * height];
    assert.ok(flag.x <= left && left < flag.x + flag.width, JSON.stringify(flag));
    assert.ok(flag.y <= top && top < flag.y + flag.height, JSON.stringify(flag));
    const leaving = await act('hotkey', { keys: 'alt F4' });
    assert.deepEqual([leaving.isError, leaving.success], [true, false]);
    assert.match(leaving.cause ?? '', /This key is not sent/);
    const wrong = await guarded.call('execute_action', { action: 'click', params: { x: 5, y: 0 } });
    assert.match(wrong.text, /The parameters of click are wrong/);
    await arrange(300, 200, 480, 542);
    assert.match((await act('click', at)).cause ?? '', /another size than in the picture/);
    const { tools } = await desktop.client.listTools();
    assert.ok(!tools.some(({ name }) => name === 'execute_action'), 'only for one window');
  });

  it('says that the game is gone', async () => {
    await game.end();
    const wait = async (): Promise<string> => (await desktop.call('capture_window', { title: 'Mines' })).text;
    for (let tries = 0; tries < 100 && !(await wait()).includes('There is no window'); tries += 1);
    assert.match(await wait(), /There is no window “Mines”/);
  });
});
