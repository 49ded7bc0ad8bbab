import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseConfigFile } from '../../../harness/config/config-file.ts';
import { gameSettings, parseGames } from '../../../harness/config/games-config.ts';
import { publicConfig } from '../../../harness/gateway/pages/public-config.ts';
import { UserError } from '../../../harness/core/user-error.ts';

const games = {
  _note: 'mine',
  desktop: { command: 'python3', args: ['main.py'], env: ['WAYLAND_DISPLAY'] },
  statistics: { url: 'https://stats.example/mcp', tokenEnv: 'STATS_TOKEN' },
  player: '76561190000000000',
  portals: { chess: { desktop: { url: 'http://127.0.0.1:9/mcp' }, allowKeys: ['alt f4'] } },
};

test('a portal has its own servers, or those of all portals', () => {
  const { config, problems } = parseGames(games);
  assert.deepEqual(problems, []);
  const chess = gameSettings(config, 'chess');
  assert.deepEqual(chess.desktop, { url: 'http://127.0.0.1:9/mcp' });
  assert.deepEqual(chess.statistics, { url: 'https://stats.example/mcp', tokenEnv: 'STATS_TOKEN' });
  assert.deepEqual(chess.allowKeys, ['alt f4']);
  const other = gameSettings(config, 'go');
  assert.deepEqual(other.desktop, games.desktop);
  assert.deepEqual([other.allowKeys, other.player], [[], games.player]);
  assert.equal(gameSettings(undefined, 'go').desktop, undefined);
});

test('pages get nothing of it', () => {
  const config = parseConfigFile('config.json', JSON.stringify({ games }));
  assert.deepEqual(config.games?.player, games.player);
  const page = JSON.stringify(publicConfig(config, { protocol: 'http', host: 'home.example' }));
  for (const word of ['games', 'python3', 'STATS_TOKEN', games.player]) assert.ok(!page.includes(word), word);
});

test('each wrong field is named with what it should be', () => {
  const wrong: [unknown, RegExp][] = [
    [7, /games: expected desktop, statistics, player and portals/],
    [{ desktop: 'python3' }, /games\.desktop: expected either command/],
    [{ desktop: {} }, /games\.desktop(?:\.command)?: expected either command/],
    [{ desktop: { command: 'x', tokenEnv: 'T' } }, /tokenEnv: expected either command/],
    [{ desktop: { url: 'ws://x' } }, /games\.desktop\.url: expected an http\(s\) URL/],
    [{ desktop: { url: 'http://me:pw@x' } }, /without a password/],
    [
      { statistics: { command: 'uvx', env: ['STEAM_API_KEY=abc'] } },
      /env\.0: expected the name of an env.*not its value/,
    ],
    [{ statistics: { command: 'uvx', args: 'x' } }, /args: expected a list of at most 32 texts/],
    [{ portals: [] }, /portals: expected an object with the ids/],
    [{ portals: { 'a b': {} } }, /games\.portals\.a b: expected an object with the ids/],
    [{ portals: { chess: { windowTitle: '' } } }, /chess\.windowTitle: expected the title/],
    [{ portals: { chess: { allowKeys: ['alt f99'] } } }, /allowKeys\.0: expected a list of at most 16 keys/],
    [{ portals: { chess: { keys: 1 } } }, /chess\.keys: expected desktop, statistics, prompts/],
  ];
  for (const [value, message] of wrong)
    assert.throws(
      () => parseConfigFile('config.json', JSON.stringify({ games: value })),
      (error) => error instanceof UserError && message.test(error.message),
      JSON.stringify(value),
    );
});
