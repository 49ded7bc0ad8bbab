import assert from 'node:assert/strict';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { UserError } from '../../../harness/core/user-error.ts';
import { nodeProblem } from '../../../harness/node-version.js';
import { openDataFolder } from '../../../harness/store/data-folder.ts';
import { place, dist, start, fails, serving, end, common, quietConfig } from '../program.ts';
import { refused } from '../refused.ts';

const refuses = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  refused(args, { HOME_WORLD_DIST: dist, ...env });

/** A home with a data folder of its own, which does not read the repository of the tests. */
const quiet = async (): Promise<string[]> => {
  const codeHost = { url: 'http://127.0.0.1:1', owner: 'me', repo: 'harbour' };
  return ['serve', '--port', '0', '--config', await quietConfig('quiet.json', { codeHost })];
};

describe('a home that cannot start names the problem and the fix', () => {
  test('a port that is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const args = await quiet();
    const { code, err } = await refuses([...args, '--port', String(port)]);
    assert.equal(code, 1);
    assert.match(err, new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is in use[\\s\\S]*--port `));
    const bridge = await refuses([...args, '--bridge-port', String(port)]);
    assert.match(bridge.err, /is in use[\s\S]*--bridge-port /);
    server.close();
  });

  test('an address this machine does not have', async () => {
    const { code, err } = await refuses([...(await quiet()), '--host', '203.0.113.7']);
    assert.equal(code, 1);
    assert.match(err, /no address 203\.0\.113\.7[\s\S]*--host 127\.0\.0\.1/);
  });

  test('a data folder that cannot be written', async () => {
    const file = join(place.path, 'a-file');
    await writeFile(file, '');
    const { code, err } = await refuses(['serve', '--port', '0', '--data', join(file, 'data')]);
    assert.equal(code, 1);
    assert.match(err, /data folder .* cannot be written[\s\S]*--data/);
    // In `/proc`, Linux answers ENOENT although the parent folder exists.
    if (process.platform === 'linux')
      assert.match(
        (await refuses(['serve', '--port', '0', '--data', '/proc/none'])).err,
        /cannot be written/,
      );
    if (process.getuid?.() === 0) return;
    const locked = join(place.path, 'locked');
    await mkdir(locked);
    await chmod(locked, 0o500);
    assert.match((await refuses(['serve', '--port', '0', '--data', locked])).err, /cannot be written/);
  });

  test('a conversation file that is no database', async () => {
    const data = join(place.path, 'data-broken');
    await mkdir(data);
    await writeFile(
      join(data, 'conversations.sqlite'),
      'not a database at all, but long enough to be read as one '.repeat(40),
    );
    const { code, err } = await refuses(['serve', '--port', '0', '--data', data]);
    assert.equal(code, 1);
    assert.match(err, /cannot be opened[\s\S]*Move the file away/);
  });

  test('a status history that is no database', async () => {
    const args = await common('history');
    const data = join(place.path, 'data-history');
    await mkdir(data);
    await writeFile(
      join(data, 'history.sqlite'),
      'not a database at all, but long enough to be read '.repeat(40),
    );
    const { code, err } = await refuses(args);
    assert.equal(code, 1);
    assert.match(err, /The status history in .*history\.sqlite cannot be opened[\s\S]*Move the file away/);
    // The home has released the folder. With --demo, a home does not read the file of the history.
    const demo = start([...args, '--demo']);
    await serving(demo);
    await end(demo);
  });

  test('a data folder of another home, until that home has ended in any way', async () => {
    const args = await common('locked');
    const first = start(args);
    await serving(first);
    const { code, err } = await fails(args);
    assert.equal(code, 1);
    assert.match(err, /Another home is running with the data folder .*data-locked[\s\S]*--data/);
    first.child.kill('SIGKILL');
    await first.code;
    const next = start(args);
    await serving(next);
    await end(next);
  });

  test('a full disk', async () => {
    const full = {
      maxBytes: 1_000_000,
      write: () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOSPC' })),
    };
    await assert.rejects(openDataFolder(join(place.path, 'data-full'), full), (error: UserError) => {
      assert.match(error.message, /The disk that holds the data folder .*data-full is full/);
      assert.match(error.fix, /Make room/);
      return true;
    });
    // The trial write must write some bytes, because an empty file fits on a full disk.
    let written = 0;
    const { close } = await openDataFolder(join(place.path, 'data-room'), {
      maxBytes: 1_000_000,
      write: async (_file, data) => void (written = (data as Buffer).length),
    });
    close();
    assert.ok(written > 4_096);
  });

  test('--repo of a folder that is no git repository', async () => {
    const { code, err } = await refuses([...(await quiet()), '--repo', '/']);
    assert.equal(code, 1);
    assert.match(err, /\/ is not a git repository[\s\S]*--repo/);
  });

  test('--repo of a file', async () => {
    const file = join(place.path, 'no-folder');
    await writeFile(file, '');
    const { code, err } = await refuses([...(await quiet()), '--repo', file]);
    assert.equal(code, 1);
    assert.match(err, /is not a git repository that can be read: it is not a folder\.[\s\S]*--repo/);
  });

  test('a code-host token that does not fit in a header', async () => {
    for (const token of ['secret\nhalf', 'secret€', 'secret half']) {
      const { code, err } = await refuses(await quiet(), { HOME_WORLD_CODE_HOST_TOKEN: token });
      assert.equal(code, 2);
      assert.match(err, /HOME_WORLD_CODE_HOST_TOKEN holds[\s\S]*in one line/);
      assert.doesNotMatch(err, /secret/);
    }
  });

  test('a token that no client could send, or that can be guessed', async () => {
    for (const variable of ['HOME_WORLD_BRIDGE_TOKEN', 'HOME_WORLD_METRICS_TOKEN'])
      for (const [token, fault] of [
        ['correct horse battery staple', 'holds a space'],
        ['geheimgeheimgeheim-ü', 'holds a space, a line break or a character that is not ASCII'],
        ['geheim-12345678', 'has fewer than 16 characters and can be guessed'],
        ['geheim'.repeat(40), 'has more than 200 characters'],
      ] as const) {
        const { code, err } = await refuses(await quiet(), { [variable]: token });
        assert.equal(code, 2);
        assert.match(err, new RegExp(`${variable} ${fault}[\\s\\S]*openssl rand -hex 32`));
        assert.doesNotMatch(err, /horse|geheim/);
      }
  });

  test('a secret of webhooks that can be guessed', async () => {
    const { code, err } = await refuses(await quiet(), { HOME_WORLD_HOOK_SECRET: 'geheim' });
    assert.equal(code, 1);
    assert.match(err, /HOME_WORLD_HOOK_SECRET has fewer than 16 characters[\s\S]*at the code host/);
    assert.doesNotMatch(err, /geheim/);
  });

  test('missing pages', async () => {
    const { code, err } = await refuses(['serve'], { HOME_WORLD_DIST: join(place.path, 'nowhere') });
    assert.equal(code, 1);
    assert.match(err, /no built pages[\s\S]*npm run build/);
  });

  test('a missing configuration', async () => {
    const { code, err } = await fails(['serve', '--config', 'missing.json', '--data', join(place.path, 'd')]);
    assert.equal(code, 2);
    assert.match(err, /missing\.json cannot be read/);
  });

  const configured = async (name: string, text: string): Promise<string[]> => {
    const data = join(place.path, `data-${name}`);
    await mkdir(data);
    await writeFile(join(data, 'config.json'), text);
    return ['serve', '--port', '0', '--data', data];
  };

  test('a configuration with wrong fields: it names each with its line and repeats no secret', async () => {
    const text = [
      '{',
      '  "appName": "Mine",',
      '  "codeHost": {',
      '    "url": "git.example.org",',
      '    "token": "abcdef"',
      '  },',
      '  "weather": { "latitude": "north", "url": "https://weather.example/?appid=abcdef" },',
      '  "frameAncestors": ["https://me:abcdef@wiki.example"]',
      '}',
    ].join('\n');
    const { code, err } = await refuses(await configured('wrong', text));
    assert.equal(code, 2);
    assert.match(err, /data-wrong\/config\.json is not used/);
    assert.match(err, /line 4: codeHost\.url: expected an http\(s\) URL, .* got "git\.example\.org"/);
    assert.match(err, /line 5: codeHost\.token: expected no secrets here/);
    assert.match(err, /line 7: weather\.url: expected an address without a key in its query/);
    assert.match(err, /line 7: weather\.latitude: expected a number from -90 to 90, got "north"/);
    assert.match(err, /line 8: frameAncestors: expected a list of at most 64 origins/);
    assert.match(err, /Correct the file; a field that is left out has its default/);
    assert.doesNotMatch(err, /abcdef/);
  });

  test('a misspelled configuration name: it does not fall back to the folder', async () => {
    const text = [
      '{ "_note": "ours", "//": 1, "$schema": "x",',
      '  "codehost": { "url": "https://git.example.org" },',
      '  "weather": { "URL": "https://weather.example" } }',
    ].join('\n');
    const { code, err } = await refuses(await configured('misspelled', text));
    assert.equal(code, 2);
    assert.match(err, /line 2: codehost: there is no field of this name/);
    assert.match(err, /line 3: weather\.URL: there is no field of this name/);
    assert.doesNotMatch(err, /_note|\/\/:|\$schema/);
  });

  test('a maintenance window that is wrong: it names the window with its line', async () => {
    const text = [
      '{ "maintenance": [',
      '  { "begin": "2026-12-24T22:00Z", "end": "2026-12-24T23:00Z" },',
      '  { "begin": "tomorrow", "end": "2026-12-24T23:00Z" },',
      '  { "begin": "2026-12-24T22:00Z", "end": "2026-12-24T23:00Z", "until": 3 }',
      '] }',
    ].join('\n');
    const { code, err } = await refuses(await configured('windows', text));
    assert.equal(code, 2);
    assert.match(err, /line 3: maintenance\.1\.begin: expected a time with its zone, .* got "tomorrow"/);
    assert.match(err, /line 4: maintenance\.2\.until: expected begin and end, .* got "until"/);
  });

  test('invalid JSON in the configuration: it names the line', async () => {
    for (const [name, text, words] of [
      ['comma', '{\n  "appName": "Mine",\n  "token": "abcdef",\n}', /line 4: not valid JSON: /],
      [
        'missing-comma',
        '{\n  "appName": "Mine"\n  "relays": []\n}',
        /line 3: not valid JSON: comma expected/,
      ],
      ['cut', '{ "appName": ', /line 1: not valid JSON: value expected/],
      ['empty', '', /line 1: not valid JSON/],
      ['comment', '{}\n// mine', /line 2: not valid JSON/],
      ['list', '[]', /line 1: config\.json: expected a JSON object, got \[\]/],
    ] as const) {
      const { code, err } = await refuses(await configured(name, text));
      assert.equal(code, 2, name);
      assert.match(err, words);
      assert.doesNotMatch(err, /abcdef/);
    }
  });

  test('a configuration that is a folder', async () => {
    const data = join(place.path, 'data-folder');
    await mkdir(join(data, 'config.json'), { recursive: true });
    const { code, err } = await refuses(['serve', '--data', data]);
    assert.equal(code, 2);
    assert.match(err, /config\.json cannot be read/);
  });

  test('an old Node', () => {
    assert.match(nodeProblem('20.11.1')?.message ?? '', /Node 20\.11\.1.*22\.18/);
    assert.match(nodeProblem('22.17.9')?.fix ?? '', /Install Node 24/);
    for (const version of ['22.18.0', '24.0.0', process.versions.node])
      assert.equal(nodeProblem(version), undefined, version);
  });
});
