import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dist, start, fails } from './program.ts';
import { refused } from './refused.ts';

describe('help', () => {
  test('lists every command, with its flags and their variables', async () => {
    const overview = start(['--help']);
    assert.equal(await overview.code, 0);
    assert.match(overview.out(), /Commands:\n {2}serve/);
    assert.match(overview.out(), /\n {2}think {4}[\s\S]*\n {2}notes {4}[\s\S]*\n {2}emit {5}/);
    const help = start(['serve', '--help']);
    assert.equal(await help.code, 0);
    for (const word of [
      '--port',
      'HOME_WORLD_PORT',
      '--repo',
      '--demo',
      '--bridge-port',
      'HOME_WORLD_BRIDGE_TOKEN',
    ])
      assert.ok(help.out().includes(word), word);
    const version = start(['--version']);
    assert.equal(await version.code, 0);
    assert.match(version.out(), /^\d+\.\d+\.\d+\n$/);
  });
});

describe('a wrong command line exits with 2 and says what to do', () => {
  for (const [name, args, words] of [
    ['an unknown command', ['fly'], /There is no command “fly”[\s\S]*commands are: serve, bridge, think/],
    ['a flag before the command', ['--port', '1'], /A command comes before/],
  ] as const)
    test(name, async () => {
      const { code, err } = await fails(args);
      assert.equal(code, 2);
      assert.match(err, words);
    });

  const refuses = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    refused(args, { HOME_WORLD_DIST: dist, ...env });

  for (const [name, args, words] of [
    ['an unknown flag', ['serve', '--prot', '1'], /--prot[\s\S]*serve --help/],
    [
      'a port that is no number',
      ['serve', '--port', 'x'],
      /--port needs a whole number from 0 to 65535, got “x”/,
    ],
    ['a port out of range', ['serve', '--port', '70000'], /got “70000”/],
    ['a flag without its value', ['serve', '--data'], /--data/],
    ['a word too many', ['serve', 'now'], /now/],
  ] as const)
    test(name, async () => {
      const { code, err } = await refuses(args);
      assert.equal(code, 2);
      assert.match(err, words);
    });

  test('names the npm script, and the flags that npm consumed', async () => {
    const unknown = await refuses(['serve', '--prot', '1'], { npm_lifecycle_event: 'start' });
    assert.match(unknown.err, /Run “npm start -- --help”/);
    const kept = { npm_lifecycle_event: 'start', npm_config_bridge_port: '4300' };
    const { code, err } = await refuses(['serve'], kept);
    assert.equal(code, 2);
    assert.match(err, /npm took --bridge-port as a flag of its own[\s\S]*npm start -- --bridge-port PORT/);
  });

  test('a bad environment variable', async () => {
    const { code, err } = await refuses(['serve'], { HOME_WORLD_PORT: '-3' });
    assert.equal(code, 2);
    assert.match(err, /HOME_WORLD_PORT needs/);
  });
});
