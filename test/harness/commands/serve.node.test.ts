import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, open, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Client } from '../helpers.ts';
import { place, start, fails, serving, end, quietConfig, common } from '../program.ts';

describe('a running home', () => {
  test('reads a configuration with a byte-order mark', async () => {
    const file = await quietConfig('bom.json', { appName: 'Mine' });
    await writeFile(file, `\uFEFF${await readFile(file, 'utf8')}`);
    const run = start(['serve', '--port', '0', '--data', join(place.path, 'data-bom'), '--config', file]);
    const url = await serving(run);
    const config = (await (await fetch(`${url}/config.json`)).json()) as { appName: string };
    assert.equal(config.appName, 'Mine');
    await end(run);
  });

  test('prints its address and its connections, with and without a repository', async () => {
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

  test('accepts --trust-proxy alone, with a number, and from the environment', async () => {
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
    assert.match(err, /--trust-proxy needs a whole number from 0 to 8, got “all”/);
  });

  test('answers only to its own names, on a loopback address and with --public-url', async () => {
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

  /** Makes the home log a line: a page that is a folder cannot be read. */
  async function makeItLog(url: string, data: string): Promise<void> {
    await mkdir(join(place.path, data, 'public', 'heartbeat.html'));
    assert.equal((await fetch(`${url}/heartbeat.html`)).status, 500);
  }

  test('continues when the reader of its output ends, as in “serve | head -1”', async () => {
    const run = start(await common('head'));
    const url = await serving(run);
    run.child.stdout?.destroy();
    run.child.stderr?.destroy();
    await makeItLog(url, 'data-head');
    for (let i = 0; i < 5; i += 1) assert.equal((await fetch(`${url}/version.json`)).status, 200);
    await end(run);
  });

  test('continues when the disk of its log is full', { skip: process.platform !== 'linux' }, async () => {
    const full = await open('/dev/full', 'w');
    const run = start(await common('full'), {}, place.path, full.fd);
    const url = await serving(run);
    await makeItLog(url, 'data-full');
    for (let i = 0; i < 5; i += 1) assert.equal((await fetch(`${url}/version.json`)).status, 200);
    await end(run);
    await full.close();
  });

  test('reads each flag from its variable, and prefers the command line', async () => {
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
    test(`closes its sockets and ends on ${signal}`, async () => {
      const run = start(await common(`end-${signal}`));
      const client = new Client(await serving(run));
      await client.hello();
      const took = await end(run, signal);
      assert.equal((await client.closed).code, 1001);
      // It gives itself 1.8 seconds; the rest is for a busy machine.
      assert.ok(took < 20_000, `${took} ms`);
    });
});
