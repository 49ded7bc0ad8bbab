import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { decode } from 'fast-png';
import { listPlays, readPlay, readScreen } from '../../../../harness/games/play/plays-folder.ts';
import { VirtualDisplay, whyNoDisplay } from '../../../helpers/display.ts';
import { until } from '../../../helpers/waiting.ts';
import { temporaryFolder } from '../../helpers.ts';
import { dist, start } from '../../program.ts';
import { calls, inTurn, providerServer } from '../../resident/model/provider-server.ts';
import { ofType } from './scripted.ts';

/** The share of a square in the middle of the picture that differs, from 0 to 1. */
function changedMiddle(before: Uint8Array, after: Uint8Array): number {
  const [one, other] = [decode(before), decode(after)];
  assert.deepEqual([one.width, one.height], [other.width, other.height]);
  let changed = 0;
  const reach = 12;
  for (let dy = -reach; dy < reach; dy += 1)
    for (let dx = -reach; dx < reach; dx += 1) {
      const at = (Math.floor(one.height / 2) + dy) * one.width + Math.floor(one.width / 2) + dx;
      if (one.data[at * one.channels] !== other.data[at * other.channels]) changed += 1;
    }
  return changed / (2 * reach) ** 2;
}

/**
 * Makes the data folder of a home with a portal to the game. Its configuration names no desktop server, so
 * the home uses its own.
 */
async function homeWithMines(data: string): Promise<string> {
  await mkdir(join(data, 'public'));
  await mkdir(join(data, 'training/data'), { recursive: true });
  await writeFile(
    join(data, 'training/data/prompts_mines.yaml'),
    'name: Mines\ngoal: Open every field without a mine.\n',
  );
  await writeFile(
    join(data, 'public/portals.json'),
    JSON.stringify([
      {
        id: 'mines',
        name: 'Mines',
        description: 'A game.',
        status: 'online',
        portal_type: 'game-world',
        window_title: 'Mines',
        destination: {},
      },
    ]),
  );
  await writeFile(join(data, 'config.json'), JSON.stringify({ relays: [] }));
  return data;
}

test(
  'a real game is played: at two places and in two sizes of its window, a click opens the field in the middle',
  { skip: whyNoDisplay },
  async () => {
    await using place = await temporaryFolder();
    await using display = await VirtualDisplay.start();
    await using server = await providerServer(
      inTurn(
        calls(['click', { x: 0.5, y: 0.5 }]),
        calls(['done']),
        calls(['click', { x: 0.5, y: 0.5 }]),
        calls(['done']),
      ),
    );
    const data = await homeWithMines(place.path);
    for (const { place: at, size } of [
      { place: ['60', '80'], size: ['300', '380'] },
      { place: ['460', '200'], size: ['480', '500'] },
    ]) {
      const game = await display.open('Mines', 'sgt-mines');
      await display.run('xdotool', 'windowmove', '--sync', game.window, ...at);
      await display.run('xdotool', 'windowsize', '--sync', game.window, ...size);
      const args = ['--data', data, '--dist', dist, '--local-model', 'local/eyes', '--model-url', server.url];
      const run = start(['play', 'mines', '--act', '--approve', 'free', ...args], {
        DISPLAY: display.env['DISPLAY'] ?? '',
      });
      assert.equal(await run.code, 0, `${run.out()}${run.err()}`);
      const id = listPlays(data)[0]!;
      const screens = ofType(readPlay(data, id)!, 'screen');
      const [before, after] = screens.map(({ file }) => readScreen(data, id, file)!);
      assert.equal(screens.length, 2);
      assert.ok(changedMiddle(before!, after!) > 0.2, `${at.join()}: ${run.out()}`);
      await game.end();
    }
  },
);

test(
  'a game that is gone in the middle of its play is reported, and the log is whole',
  { skip: whyNoDisplay },
  async () => {
    await using place = await temporaryFolder();
    await using display = await VirtualDisplay.start();
    await using server = await providerServer(() => calls(['click', { x: 0.5, y: 0.5 }]));
    const data = await homeWithMines(place.path);
    const game = await display.open('Mines', 'sgt-mines');
    const args = ['--data', data, '--dist', dist, '--local-model', 'local/eyes', '--model-url', server.url];
    const run = start(['play', 'mines', '--act', '--approve', 'free', '--pace', '0.2', ...args], {
      DISPLAY: display.env['DISPLAY'] ?? '',
    });
    const entries = () => listPlays(data).flatMap((id) => readPlay(data, id) ?? []);
    await until('it plays', () => ofType(entries(), 'action').length > 0);
    await game.end();
    assert.equal(await run.code, 8, `${run.out()}${run.err()}`);
    const [end] = ofType(entries(), 'end');
    assert.equal(end?.state, 'failed');
    assert.match(end.note, /Mines/);
    assert.deepEqual(entries().at(-1), end);
  },
);
