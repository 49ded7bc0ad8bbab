import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { DesktopControl } from '../../../../harness/games/x11/desktop-control.ts';
import { FinderError, createWindowFinder } from '../../../../harness/games/x11/local-window.ts';
import { programsOn } from '../../../../harness/games/x11/programs.ts';
import { VirtualDisplay, whyNoDisplay } from '../../../helpers/display.ts';

const NEEDED = ['Xvfb', 'xdotool', 'xwininfo', 'xev'];
const missing = NEEDED.filter((program) => spawnSync('which', [program]).status !== 0);
const skip =
  missing.length > 0 && `not installed: ${missing.join(', ')} (packages xvfb, xdotool and x11-utils)`;

/** Starts a program that ends with the test. */
function started(t: TestContext, command: string, args: readonly string[], env = process.env): ChildProcess {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'ignore', 'pipe'] });
  t.after(() => child.kill());
  return child;
}
/** The first output of a stream that fits. */
async function output(stream: Readable, pattern: RegExp): Promise<string> {
  let text = '';
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    const found = pattern.exec(text);
    if (found) return found[1] ?? found[0];
  }
  throw new Error(`the output ended without ${pattern}`);
}

/** A screen of 1000 × 600 with a window of `xev`, which tells the events that it gets. */
async function screenWithWindow(t: TestContext, title: string) {
  const server = started(t, 'Xvfb', [
    '-displayfd',
    '3',
    '-screen',
    '0',
    '1000x600x24',
    '-nolisten',
    'tcp',
    '-noreset',
  ]);
  const display = await output(server.stdio[3] as Readable, /(\d+)\n/);
  const env = { PATH: process.env['PATH'] ?? '', DISPLAY: `:${display}` };
  const xev = started(t, 'xev', ['-name', title, '-geometry', '300x200+120+80'], env);
  assert.ok(xev.stdout);
  await output(xev.stdout, /Expose event/);
  const xdotool = (...args: string[]): string => execFileSync('xdotool', args, { env, encoding: 'utf8' });
  const desktop = new DesktopControl(programsOn(env));
  return { finder: createWindowFinder(env), desktop, events: xev.stdout, xdotool, xev };
}

test(
  'a window is found by its exact title, followed when it moves, and given the keyboard',
  { skip },
  async (t) => {
    const title = 'Game (demo) [1.0] *';
    const { finder, desktop, events, xdotool, xev } = await screenWithWindow(t, title);
    const window = await finder.find(title);
    assert.deepEqual(window?.area, { x: 120, y: 80, width: 300, height: 200 });
    assert.deepEqual(window.screen, { x: 0, y: 0, width: 1000, height: 600 });
    for (const other of ['Game', 'Game (demo)', 'game (demo) [1.0] *', `${title} `.repeat(2), ''])
      assert.equal(await finder.find(other), undefined, other);
    xdotool('windowmove', '--sync', String(window.id), '-40', '350');
    assert.deepEqual((await finder.find(title))?.area, { x: -40, y: 350, width: 300, height: 200 });
    assert.equal(await finder.focus(window), true);
    xdotool('key', 'i');
    assert.equal(await output(events, /KeyPress event[^(]*(?:\([^k][^(]*)*\(keysym 0x69, (i)\)/), 'i');
    // A key of the keypad, without Num Lock: xdotool would switch that over, for every program.
    await desktop.press('num7');
    const pressed = (await output(events, /[^]*KP_Home[^]*KP_Home/)).match(/(?<=keysym 0x\w+, )\w+/g) ?? [];
    assert.deepEqual(
      pressed.filter((name) => name !== 'i'),
      ['KP_Home', 'KP_Home'],
    );
    const ended = once(xev, 'exit');
    xev.kill();
    await ended;
    assert.equal(await finder.find(title), undefined);
    assert.equal(await finder.focus(window), false);
  },
);

test(
  'the place of a window is that of its content, inside the frame of a window manager',
  { skip: whyNoDisplay },
  async () => {
    await using display = await VirtualDisplay.start();
    const { window } = await display.open('Mines', 'sgt-mines');
    const finder = createWindowFinder({
      PATH: process.env['PATH'] ?? '',
      DISPLAY: display.env['DISPLAY'] ?? '',
    });
    for (const place of [
      [60, 90],
      [301, 202],
    ]) {
      await display.run('xdotool', 'windowmove', '--sync', window, ...place.map(String));
      const found = await finder.find('Mines');
      await display.run('xdotool', 'mousemove', '--window', window, '0', '0');
      const pointer = await display.run('xdotool', 'getmouselocation', '--shell');
      assert.match(pointer, new RegExp(`^X=${found?.area.x}\nY=${found?.area.y}\n`));
      assert.ok(found && (await finder.focus(found)));
    }
  },
);

test('a machine without the programs, or without a display, says so', async () => {
  const rejected = (env: Record<string, string>) =>
    createWindowFinder(env)
      .find('Game')
      .then(
        () => '',
        (error: unknown) => (error instanceof FinderError ? error.message : String(error)),
      );
  assert.equal(await rejected({ PATH: '/no/such/folder' }), 'the package xdotool is not installed');
  if (!skip)
    assert.equal(
      await rejected({ PATH: process.env['PATH'] ?? '', DISPLAY: ':54321' }),
      'this machine has no X11 display',
    );
});
