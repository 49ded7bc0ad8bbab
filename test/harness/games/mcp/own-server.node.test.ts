import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode } from 'fast-png';
import { connectDesktop } from '../../../../harness/games/mcp/connect-desktop.ts';
import { VirtualDisplay, whyNoDisplay } from '../../../helpers/display.ts';

test(
  'the home’s own server: a real game is seen, followed and clicked, and nothing beside it',
  { skip: whyNoDisplay },
  async (t) => {
    await using display = await VirtualDisplay.start();
    const game = await display.open('Mines', 'sgt-mines');
    const lines: string[] = [];
    const desktop = await connectDesktop({
      portal: { id: 'mines', window_title: 'Mines' },
      config: undefined,
      log: (line) => void lines.push(line),
      env: display.env,
    });
    t.after(() => desktop.close());
    assert.deepEqual([desktop.supportedActions.size, lines], [9, []]);
    const before = await desktop.capture();
    const { width, height, data, channels } = decode(before.screenshot.bytes);
    assert.deepEqual([width, height], [before.window.width, before.window.height]);
    // The window moves between the screenshot and the click.
    await display.run('xdotool', 'windowmove', '--sync', game.window, '400', '200');
    const click = await desktop.execute({ action: 'click', params: { x: 0.5, y: 0.5 } });
    assert.equal(click.cause, undefined);
    const middle = (Math.floor(height / 2) * width + Math.floor(width / 2)) * channels;
    const row = (pixels: typeof data) => pixels.slice(middle - 10 * channels, middle + 10 * channels).join();
    // The field under the pointer is open, once the game has drawn it.
    let after = await desktop.capture();
    const isOpen = (): boolean => row(decode(after.screenshot.bytes).data) !== row(data);
    for (let looks = 0; looks < 200 && !isOpen(); looks++) after = await desktop.capture();
    assert.ok(isOpen(), 'the field is open');
    assert.equal(after.window.width, before.window.width);
    assert.ok(after.window.x >= 400 && after.window.y >= 200);
    const refused = await desktop.execute({ action: 'hotkey', params: { keys: 'alt F4' } });
    assert.match(refused.cause ?? '', /belongs to the desktop/);
    await game.end();
    const gone = await desktop.execute({ action: 'press_key', params: { key: 'u' } });
    assert.match(gone.cause ?? '', /There is no window/);
    await assert.rejects(
      desktop.capture(),
      (error: Error) => 'reason' in error && error.reason === 'no-window',
    );
  },
);
