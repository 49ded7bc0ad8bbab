import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { decode } from 'fast-png';
import { playCommand } from '../../../../harness/commands/games/play.ts';
import { LOG_FILE } from '../../../../harness/core/folders.ts';
import { gamePortalsOf, readGamePortal } from '../../../../harness/games/play/game-portal.ts';
import {
  createPlay,
  listPlays,
  playFolder,
  readPlay,
  readScreen,
} from '../../../../harness/games/play/plays-folder.ts';
import { readArguments } from '../../../../harness/core/options.ts';
import type { UserError } from '../../../../harness/core/user-error.ts';
import { until } from '../../../helpers/waiting.ts';
import { startHome } from '../../helpers.ts';
import { dist, start } from '../../program.ts';
import { type Reply, calls, inTurn, providerServer } from '../../resident/model/provider-server.ts';
import { gameFolder, signedIn } from './counting.ts';
import { ofType } from './scripted.ts';

const TOKEN = 'a-token-of-the-bridge';
const click = (x: number): Reply => calls(['click', { x, y: 0.5 }]);
const won = calls(['done', { note: 'Won.' }]);
interface Options {
  readonly replies?: readonly Reply[];
  readonly fault?: string;
  readonly env?: Record<string, string>;
}

const flags = (data: string, url: string): string[] =>
  `--local-model local/eyes --pace 0.2 --model-url ${url}`.split(' ').concat('--data', data, '--dist', dist);

/** Runs `home-world play` to its end. */
async function plays(args: readonly string[], { replies = [won], fault, env }: Options = {}) {
  await using folder = await gameFolder(fault);
  await using server = await providerServer(inTurn(...replies));
  const run = start(['play', ...args, ...flags(folder.data, server.url)], env);
  const code = await run.code;
  assert.doesNotMatch(run.err(), /\n\s+at /, 'a sentence, not a stack');
  const [id] = listPlays(folder.data);
  const entries = id === undefined ? [] : (readPlay(folder.data, id) ?? []);
  const screens = ofType(entries, 'screen').map(({ file }) => readScreen(folder.data, id ?? '', file));
  return { code, out: run.out(), err: run.err(), id, entries, screens };
}

describe('play', { concurrency: true }, () => {
  test('plays a game: the next screenshot shows its reaction, and the home shows the play', async () => {
    await using home = await startHome({ bridge: { token: TOKEN } });
    const { code, out, err, entries, screens, id } = await plays(
      ['counting', '--act', '--approve', 'free', '--home', home.url],
      { replies: [click(0.25), click(0.25), won], env: { HOME_WORLD_BRIDGE_TOKEN: TOKEN } },
    );
    assert.equal(code, 0, err);
    assert.match(out, /^local\/eyes plays counting; no action waits for an approval\.\n/);
    assert.match(out, /\nDone after 3 steps\. Won\.\n“home-world replay \S+-counting” shows it again\.\n$/);
    assert.match(err, /Connected to the home at /);
    const shown = screens.map((bytes) => decode(bytes!).data);
    assert.deepEqual(
      shown.map((data) => [data[0], data[39 * 3 + 2]]),
      [
        [0, 0],
        [50, 0],
        [100, 0],
      ],
    );
    assert.equal(
      ofType(entries, 'action').every(({ outcome }) => outcome === 'done'),
      true,
    );
    const [record] = home.app.home.state.games.plays.get();
    assert.deepEqual([record?.id, record?.state, record?.note], [id, 'done', 'Won.']);
    assert.equal(record?.screen?.number, 3);
  });

  test('presses a function key that the prompt file names, and no other one', async () => {
    const press = (key: string): Reply => calls(['press_key', { key }]);
    const { code, err, entries } = await plays(['counting', '--act', '--approve', 'free'], {
      replies: [press('f5'), press('f6'), won],
    });
    assert.equal(code, 0, err);
    const [saved, left] = ofType(entries, 'action');
    assert.deepEqual([saved?.outcome, saved?.cause], ['done', undefined]);
    assert.match(left?.cause ?? '', /“f6” would leave a game in a browser/);
  });

  test('asks the owner in the page about each action, and stops when the page says so', async () => {
    await using home = await startHome({ bridge: { token: TOKEN } });
    const owner = await signedIn(home);
    const answers = ['approve', 'refuse', 'stop'] as const;
    const decided = (async () => {
      const known = new Set<string | undefined>([undefined]);
      for (const order of answers) {
        const { play } = await owner.frame('play', (frame) => !known.has(frame.play.request?.id));
        const request = play.request?.id ?? '';
        known.add(request);
        if (order === 'stop') {
          // Waits for the newest screenshot, which is still being sent.
          while (!(await fetch(`${home.url}/api/plays/${play.id}/screens/2`)).ok) await pause(50);
          owner.send({ type: 'play-order', order, play: play.id });
        } else owner.send({ type: 'play-order', order, play: play.id, request });
      }
    })();
    const { code, err, entries, screens, id } = await plays(['counting', '--act', '--home', home.url], {
      replies: [click(0.75)],
      env: { HOME_WORLD_BRIDGE_TOKEN: TOKEN },
    });
    await decided;
    assert.equal(code, 0, err);
    assert.deepEqual(
      ofType(entries, 'action').map(({ outcome, approvedBy, cause }) => [outcome, approvedBy ?? cause]),
      [
        ['done', 'page'],
        ['refused', 'The owner refused it.'],
      ],
    );
    assert.deepEqual(
      ofType(entries, 'order').map(({ order, from, taken }) => [order.order, from, taken]),
      answers.map((order) => [order, 'page', true]),
    );
    const last = entries.at(-1);
    assert.ok(last?.type === 'end' && last.state === 'stopped' && last.note === 'From the page.');
    const shown = await fetch(`${home.url}/api/plays/${id}/screens/2`);
    assert.deepEqual(Buffer.from(await shown.arrayBuffer()), Buffer.from(screens[1]!));
    assert.equal(home.app.home.state.games.plays.get()[0]?.state, 'stopped');
    await owner.close();
  });

  test('continues where its player was killed: steps, tokens and history', async () => {
    await using folder = await gameFolder();
    const { data } = folder;
    await using server = await providerServer(
      (_request, index) => [click(0.25), { kind: 'hang' } as const, won][index]!,
    );
    const first = start([
      'play',
      'counting',
      '--act',
      '--approve',
      'free',
      '--private',
      ...flags(data, server.url),
    ]);
    await until('the second request is there', () => server.requests.length === 2);
    const [id] = listPlays(data);
    first.child.kill('SIGKILL');
    await first.code;
    const second = start(['play', '--resume', id!, ...flags(data, server.url)]);
    assert.equal(await second.code, 0, second.err());
    const entries = readPlay(data, id!)!;
    assert.deepEqual(
      entries.map(({ type }) => type).join(' '),
      'start screen thought action screen resume screen thought end',
    );
    assert.deepEqual(
      ofType(entries, 'thought').map(({ step }) => step),
      [1, 2],
    );
    assert.match(server.requests[2]!.body, /Earlier steps:[\s\S]*Step 1: click x 0\.25 y 0\.5: done\./);
    const { values } = readArguments(
      'play',
      playCommand.flags,
      ['--resume', ...flags(data, server.url)],
      {},
      true,
    );
    await assert.rejects(playCommand.run(values, {}, [id!]), /is over: Won\./);
  });

  test('is stopped by a signal before the next action, and its log is whole', async () => {
    await using folder = await gameFolder();
    await using server = await providerServer(() => ({ kind: 'hang' }));
    const run = start(['play', 'counting', '--act', '--approve', 'free', ...flags(folder.data, server.url)]);
    await until('the model is asked', () => server.requests.length === 1);
    run.child.kill('SIGINT');
    assert.equal(await run.code, 0, run.err());
    const entries = readPlay(folder.data, listPlays(folder.data)[0]!)!;
    assert.deepEqual(entries.at(-1)?.type === 'end' && entries.at(-1), {
      ...entries.at(-1),
      state: 'stopped',
      note: 'From the terminal.',
    });
    assert.deepEqual(
      ofType(entries, 'order').map(({ taken }) => taken),
      [true],
    );
  });

  test('says what is wrong: no window, a server that ends, nowhere to approve', async () => {
    const act = ['counting', '--act', '--approve', 'free'];
    const [blind, dead, asked] = await Promise.all([
      plays(act, { fault: 'no-window' }),
      plays(act, { fault: 'dies', replies: [click(0.5), won] }),
      plays(['counting', '--act']),
    ]);
    assert.equal(blind.code, 8, blind.err);
    assert.match(blind.out, /no such window: Counting Game/);
    assert.equal(ofType(dead.entries, 'action')[0]?.outcome, 'failed');
    assert.equal(ofType(dead.entries, 'end').length, 1);
    assert.equal(asked.code, 2);
    assert.match(asked.err, /No one can approve an action/);
    assert.deepEqual(asked.entries, []);
  });

  test('reads a null of the portal as a missing field', async () => {
    await using folder = await gameFolder();
    const { data } = folder;
    const file = join(data, 'public/portals.json');
    const list = JSON.parse(await readFile(file, 'utf8')) as object[];
    await writeFile(file, JSON.stringify(list.map((entry) => ({ ...entry, access_mode: null }))));
    assert.deepEqual(await gamePortalsOf(data), ['counting']);
    const { access_mode } = await readGamePortal('counting', { data, dist, windowTitle: undefined });
    assert.equal(access_mode, 'public');
  });

  test('refuses a wrong command line and a portal without a game, before anything is started', async () => {
    await using folder = await gameFolder();
    const refused = async (words: readonly string[], ...more: readonly string[]): Promise<string> => {
      const args = [...flags(folder.data, 'http://127.0.0.1:1'), ...more];
      const { values } = readArguments('play', playCommand.flags, args, {}, true);
      let said = '';
      await assert.rejects(playCommand.run(values, {}, words), ({ message, fix }: UserError) => {
        said = `${message} ${fix}`;
        return true;
      });
      return said;
    };
    assert.match(await refused(['room']), /“room” is not a game/);
    assert.match(
      await refused(['chess']),
      /There is no portal “chess”\. The games are: counting\. Add yours to \S+portals\.json;/,
    );
    assert.match(await refused([]), /needs the id of one portal/);
    assert.match(await refused(['counting'], '--approve', 'listed', '--allow', 'click,fly'), /got “fly”/);
    assert.match(await refused(['counting'], '--pace', '0.1'), /--pace needs seconds from 0\.2 to 60/);
    assert.match(await refused(['counting'], '--home', 'ftp://x'), /--home needs the http\(s\) address/);
    assert.match(await refused([], '--resume'), /no play to continue/);
    assert.deepEqual(listPlays(folder.data), []);
    const { id, lock } = await createPlay(folder.data, 'counting', Date.now());
    lock.release();
    const limits = { steps: 1, seconds: 1, tokens: 1 };
    const entry = {
      type: 'start',
      at: 1,
      id,
      portal: 'counting',
      model: 'a/b',
      dryRun: true,
      approval: 'ask',
    };
    await writeFile(join(playFolder(folder.data, id), LOG_FILE), JSON.stringify({ ...entry, limits }));
    assert.match(await refused([id], '--resume', '--private'), /is not private: a home .* lists it/);
  });
});
