import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, open, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { UserError } from '../../harness/user-error.ts';
import { nodeProblem } from '../../harness/node-version.js';
import { openDataFolder } from '../../harness/store/data-folder.ts';
import { Client, temporaryFolder, writeDist } from './helpers.ts';

const program = join(import.meta.dirname, '../../harness/home-world.js');

let place: Awaited<ReturnType<typeof temporaryFolder>>;
let dist: string;
before(async () => {
  place = await temporaryFolder();
  dist = await writeDist(place.path);
});
after(() => place.dispose());

interface Run {
  readonly out: () => string;
  readonly err: () => string;
  readonly code: Promise<number | null>;
  readonly child: ReturnType<typeof spawn>;
}

function start(
  args: readonly string[],
  env: Record<string, string> = {},
  cwd = place.path,
  stderr: 'pipe' | number = 'pipe',
): Run {
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', stderr],
    // A home that should have ended, or whose test has failed, does not stay.
    timeout: 60_000,
    killSignal: 'SIGKILL',
    env: { PATH: process.env['PATH'], HOME: place.path, HOME_WORLD_DIST: dist, ...env },
  });
  let [out, err] = ['', ''];
  child.stdout?.on('data', (chunk) => (out += String(chunk)));
  child.stderr?.on('data', (chunk) => (err += String(chunk)));
  const code = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { out: () => out, err: () => err, code, child };
}

async function fails(
  args: readonly string[],
  env?: Record<string, string>,
): Promise<{ code: number | null; err: string }> {
  const run = start(args, env);
  const code = await run.code;
  assert.doesNotMatch(run.err(), /\n\s+at /, 'a sentence, not a stack');
  return { code, err: run.err() };
}

/** Waits for the first line and gives the address in it. */
async function serving(run: Run): Promise<string> {
  for (let tries = 0; tries < 400; tries++) {
    const url = / at (http:\/\/\S+)\n[\s\S]*resident/.exec(run.out())?.[1];
    if (url !== undefined) return url;
    if (run.child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`it did not start: ${run.out()}${run.err()}`);
}

async function end(run: Run, signal: NodeJS.Signals = 'SIGTERM'): Promise<number> {
  const began = Date.now();
  run.child.kill(signal);
  assert.equal(await run.code, 0, run.err());
  return Date.now() - began;
}

/** A config that asks nothing outside. */
async function quietConfig(name: string, more: object = {}): Promise<string> {
  const file = join(place.path, name);
  await writeFile(
    file,
    JSON.stringify({
      relays: [],
      weather: { url: 'http://127.0.0.1:1' },
      chain: { url: 'http://127.0.0.1:1' },
      ...more,
    }),
  );
  return file;
}
const common = async (name: string) => [
  'serve',
  '--port',
  '0',
  '--data',
  join(place.path, `data-${name}`),
  '--config',
  await quietConfig(`${name}.json`),
];

describe('help', () => {
  test('lists the commands that exist, and each command’s flags with their variables', async () => {
    const overview = start(['--help']);
    assert.equal(await overview.code, 0);
    assert.match(overview.out(), /Commands:\n {2}serve/);
    assert.doesNotMatch(overview.out(), /doctor|think|play/);
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

describe('a wrong command line ends with 2 and says what to do', () => {
  for (const [name, args, words] of [
    ['an unknown command', ['fly'], /There is no command “fly”[\s\S]*commands are: serve/],
    ['a flag before the command', ['--port', '1'], /A command comes before/],
    ['an unknown flag', ['serve', '--prot', '1'], /--prot[\s\S]*serve --help/],
    [
      'a port that is no number',
      ['serve', '--port', 'x'],
      /--port wants a whole number from 0 to 65535, got “x”/,
    ],
    ['a port out of range', ['serve', '--port', '70000'], /got “70000”/],
    ['a flag without its value', ['serve', '--data'], /--data/],
    ['a word too many', ['serve', 'now'], /now/],
  ] as const)
    test(name, async () => {
      const { code, err } = await fails(args);
      assert.equal(code, 2);
      assert.match(err, words);
    });

  test('names the script that npm was asked for, and flags that npm kept for itself', async () => {
    const unknown = await fails(['serve', '--prot', '1'], { npm_lifecycle_event: 'start' });
    assert.match(unknown.err, /Run “npm start -- --help”/);
    const kept = { npm_lifecycle_event: 'start', npm_config_bridge_port: '4300' };
    const { code, err } = await fails(['serve'], kept);
    assert.equal(code, 2);
    assert.match(err, /npm kept --bridge-port for itself[\s\S]*npm start -- --bridge-port PORT/);
  });

  test('a bad environment variable', async () => {
    const { code, err } = await fails(['serve'], { HOME_WORLD_PORT: '-3' });
    assert.equal(code, 2);
    assert.match(err, /HOME_WORLD_PORT wants/);
  });
});

describe('what stands in the way is said with the fix, and ends with 1', () => {
  test('a port that is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const args = await common('taken');
    const { code, err } = await fails([...args, '--port', String(port)]);
    assert.equal(code, 1);
    assert.match(err, new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is taken[\\s\\S]*--port `));
    const bridge = await fails([...args, '--bridge-port', String(port)]);
    assert.match(bridge.err, /is taken[\s\S]*--bridge-port /);
    server.close();
  });

  test('an address this machine does not have', async () => {
    const { code, err } = await fails([...(await common('address')), '--host', '203.0.113.7']);
    assert.equal(code, 1);
    assert.match(err, /no address 203\.0\.113\.7[\s\S]*--host 127\.0\.0\.1/);
  });

  test('a data folder that cannot be written', async () => {
    const file = join(place.path, 'a-file');
    await writeFile(file, '');
    const { code, err } = await fails(['serve', '--port', '0', '--data', join(file, 'data')]);
    assert.equal(code, 1);
    assert.match(err, /data folder .* cannot be written[\s\S]*--data/);
    // Where Linux answers ENOENT below a folder that is there.
    if (process.platform === 'linux')
      assert.match((await fails(['serve', '--port', '0', '--data', '/proc/none'])).err, /cannot be written/);
    if (process.getuid?.() === 0) return;
    const locked = join(place.path, 'locked');
    await mkdir(locked);
    await chmod(locked, 0o500);
    assert.match((await fails(['serve', '--port', '0', '--data', locked])).err, /cannot be written/);
  });

  test('conversations that are no database', async () => {
    const data = join(place.path, 'data-broken');
    await mkdir(data);
    await writeFile(
      join(data, 'conversations.sqlite'),
      'not a database at all, but long enough to be read as one '.repeat(40),
    );
    const { code, err } = await fails(['serve', '--port', '0', '--data', data]);
    assert.equal(code, 1);
    assert.match(err, /cannot be opened[\s\S]*Move the file away/);
  });

  test('a data folder that another home has, until that one is gone, however it ends', async () => {
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
    // A write that finds room writes something: an empty file would fit on a full disk.
    let written = 0;
    const { close } = await openDataFolder(join(place.path, 'data-room'), {
      maxBytes: 1_000_000,
      write: async (_file, data) => void (written = (data as Buffer).length),
    });
    close();
    assert.ok(written > 4_096);
  });

  test('--repo of a folder that is no git repository', async () => {
    const { code, err } = await fails([...(await common('norepo')), '--repo', '/']);
    assert.equal(code, 1);
    assert.match(err, /\/ is not a git repository[\s\S]*--repo/);
  });

  test('--repo of a file', async () => {
    const file = join(place.path, 'no-folder');
    await writeFile(file, '');
    const { code, err } = await fails([...(await common('norepo')), '--repo', file]);
    assert.equal(code, 1);
    assert.match(err, /is not a git repository that can be read: it is not a folder\.[\s\S]*--repo/);
  });

  test('a token of the code host that no header can hold', async () => {
    for (const token of ['secret\nhalf', 'secret€', 'secret half']) {
      const { code, err } = await fails(await common('token'), { HOME_WORLD_CODE_HOST_TOKEN: token });
      assert.equal(code, 1);
      assert.match(err, /HOME_WORLD_CODE_HOST_TOKEN holds[\s\S]*in one line/);
      assert.doesNotMatch(err, /secret/);
    }
  });

  test('pages that were never built', async () => {
    const { code, err } = await fails(['serve'], { HOME_WORLD_DIST: join(place.path, 'nowhere') });
    assert.equal(code, 1);
    assert.match(err, /no built pages[\s\S]*npm run build/);
  });

  test('a configuration that is not there', async () => {
    const { code, err } = await fails(['serve', '--config', 'missing.json', '--data', join(place.path, 'd')]);
    assert.equal(code, 1);
    assert.match(err, /missing\.json cannot be read/);
  });

  const configured = async (name: string, text: string): Promise<string[]> => {
    const data = join(place.path, `data-${name}`);
    await mkdir(data);
    await writeFile(join(data, 'config.json'), text);
    return ['serve', '--port', '0', '--data', data];
  };

  test('a configuration with a wrong field: each is named with its line, and no secret repeated', async () => {
    const text = [
      '{',
      '  "appName": "Mine",',
      '  "codeHost": {',
      '    "url": "git.example.org",',
      '    "token": "abcdef"',
      '  },',
      '  "weather": { "latitude": "north" }',
      '}',
    ].join('\n');
    const { code, err } = await fails(await configured('wrong', text));
    assert.equal(code, 1);
    assert.match(err, /data-wrong\/config\.json is not used, and the home does not start without it/);
    assert.match(err, /line 4: codeHost\.url: expected an http\(s\) URL, .* got "git\.example\.org"/);
    assert.match(err, /line 5: codeHost\.token: expected no secret here/);
    assert.match(err, /line 7: weather\.latitude: expected a number from -90 to 90, got "north"/);
    assert.match(err, /Put this right in the file; a field that is left out has its default/);
    assert.doesNotMatch(err, /abcdef/);
  });

  test('a configuration with a misspelled name: it never falls back to the folder', async () => {
    const text = [
      '{ "_note": "ours", "//": 1, "$schema": "x",',
      '  "codehost": { "url": "https://git.example.org" },',
      '  "weather": { "URL": "https://weather.example" } }',
    ].join('\n');
    const { code, err } = await fails(await configured('misspelled', text));
    assert.equal(code, 1);
    assert.match(err, /line 2: codehost: there is no field of this name/);
    assert.match(err, /line 3: weather\.URL: there is no field of this name/);
    assert.doesNotMatch(err, /_note|\/\/:|\$schema/);
  });

  test('a configuration that is not JSON: the line is named', async () => {
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
      const { code, err } = await fails(await configured(name, text));
      assert.equal(code, 1, name);
      assert.match(err, words);
      assert.doesNotMatch(err, /abcdef/);
    }
  });

  test('a configuration that is a folder', async () => {
    const data = join(place.path, 'data-folder');
    await mkdir(join(data, 'config.json'), { recursive: true });
    const { code, err } = await fails(['serve', '--data', data]);
    assert.equal(code, 1);
    assert.match(err, /config\.json cannot be read[\s\S]*Make it readable for this user, or remove it/);
  });

  test('a Node that is too old', () => {
    assert.match(nodeProblem('20.11.1')?.message ?? '', /Node 20\.11\.1.*22\.18/);
    assert.match(nodeProblem('22.17.9')?.fix ?? '', /Install Node 24/);
    for (const version of ['22.18.0', '24.0.0', process.versions.node])
      assert.equal(nodeProblem(version), undefined, version);
  });
});

describe('a home that runs', () => {
  test('takes a configuration that begins with a byte-order mark', async () => {
    const file = await quietConfig('bom.json', { appName: 'Mine' });
    await writeFile(file, `\uFEFF${await readFile(file, 'utf8')}`);
    const run = start(['serve', '--port', '0', '--data', join(place.path, 'data-bom'), '--config', file]);
    const url = await serving(run);
    const config = (await (await fetch(`${url}/config.json`)).json()) as { appName: string };
    assert.equal(config.appName, 'Mine');
    await end(run);
  });

  test('says where it is and what it is connected to, with and without a repository', async () => {
    const bare = start(await common('plain'));
    const url = await serving(bare);
    assert.match(bare.out(), /Home World \d+\.\d+\.\d+|Home World 9\.9\.9/);
    assert.match(bare.out(), /commits {3}none: .* is not a git repository/);
    assert.match(bare.out(), /data {6}.*data-plain/);
    assert.match(bare.out(), /resident {2}Timmy, no model attached/);
    const commits = await fetch(`${url}/api/v1/repos/local/home/commits`);
    assert.equal(commits.status, 503);
    await end(bare);

    const repo = join(place.path, 'repo');
    execFileSync('git', ['init', '-q', repo]);
    const run = start([...(await common('repo')), '--repo', repo, '--bridge-port', '0']);
    const home = await serving(run);
    assert.match(run.out(), new RegExp(`commits {3}local git repository ${repo}`));
    assert.match(run.out(), /bridge {4}ws:\/\/127\.0\.0\.1:\d+\/api\/world\/ws/);
    assert.equal((await fetch(`${home}/api/v1/repos/local/repo/commits`)).status, 409);
    assert.equal(run.err(), '', 'nothing is complained about');
    await end(run);
  });

  test('takes --trust-proxy alone, with a number, and from the environment', async () => {
    for (const [args, env, trusted] of [
      [['--trust-proxy'], {}, true],
      [['--trust-proxy', '2'], {}, true],
      [['--trust-proxy=1'], {}, true],
      [[], { HOME_WORLD_TRUST_PROXY: 'true' }, true],
      [[], { HOME_WORLD_TRUST_PROXY: '0' }, false],
    ] as const) {
      const run = start([...(await common('proxy')), ...args], env);
      const url = await serving(run);
      const response = await fetch(`${url}/version.json`);
      assert.equal(/x-forwarded-host/i.test(response.headers.get('vary') ?? ''), trusted, args.join(' '));
      await end(run);
    }
    const { code, err } = await fails(['serve', '--trust-proxy=all']);
    assert.equal(code, 2);
    assert.match(err, /--trust-proxy wants a whole number from 0 to 8, got “all”/);
  });

  test('answers under its own names only, on a loopback address and with --public-url', async () => {
    const ask = (url: string, host: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        get(`${url}/version.json`, { headers: { host } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        }).on('error', reject);
      });
    const run = start([...(await common('hosts')), '--public-url', 'https://home.example/']);
    const url = await serving(run);
    assert.equal(await ask(url, 'home.example'), 200);
    assert.equal(await ask(url, 'attacker.example'), 421);
    await end(run);
    const local = start(await common('hosts'));
    const localUrl = await serving(local);
    assert.equal(await ask(localUrl, 'localhost:4200'), 200);
    assert.equal(await ask(localUrl, 'home.example'), 421);
    await end(local);
  });

  /** Has the home write a line to its log: a page that is a folder cannot be read. */
  async function makeItLog(url: string, data: string): Promise<void> {
    await mkdir(join(place.path, data, 'public', 'heartbeat.html'));
    assert.equal((await fetch(`${url}/heartbeat.html`)).status, 500);
  }

  test('outlives the reader of its output, as in “serve | head -1”', async () => {
    const run = start(await common('head'));
    const url = await serving(run);
    run.child.stdout?.destroy();
    run.child.stderr?.destroy();
    await makeItLog(url, 'data-head');
    for (let i = 0; i < 5; i += 1) assert.equal((await fetch(`${url}/version.json`)).status, 200);
    await end(run);
  });

  test('outlives a full disk below its log', { skip: process.platform !== 'linux' }, async () => {
    const full = await open('/dev/full', 'w');
    const run = start(await common('full'), {}, place.path, full.fd);
    const url = await serving(run);
    await makeItLog(url, 'data-full');
    for (let i = 0; i < 5; i += 1) assert.equal((await fetch(`${url}/version.json`)).status, 200);
    await end(run);
    await full.close();
  });

  test('every flag has its variable, and the command line wins', async () => {
    const run = start(['serve', '--port', '0'], {
      HOME_WORLD_PORT: '1',
      HOME_WORLD_DATA: join(place.path, 'data-env'),
      HOME_WORLD_CONFIG: await quietConfig('env.json', { appName: 'From a variable' }),
      HOME_WORLD_HOST: '127.0.0.1',
    });
    await serving(run);
    assert.match(run.out(), /^From a variable/);
    await end(run);
  });

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    test(`says goodbye to its sockets and ends on ${signal}`, async () => {
      const run = start(await common(`end-${signal}`));
      const client = new Client(await serving(run));
      await client.hello();
      const took = await end(run, signal);
      assert.equal((await client.closed).code, 1001);
      // It gives itself 1.8 seconds; the rest is for a machine with other things to do.
      assert.ok(took < 20_000, `${took} ms`);
    });
});
