import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, open, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import * as v from 'valibot';
import { historyAnswer } from '../../../data/readings/schemas/history.ts';
import { PATIENCE_MS } from '../../helpers/waiting.ts';
import { Client, until } from '../helpers.ts';
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
    assert.match(bare.out(), /resident {2}Timmy, no model attached: .*docs\/resident\.md says how/);
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
    // The configuration names two servers that are not running, so the log has a line about each.
    const complaints = run
      .err()
      .split('\n')
      .filter((line) => !/ (?:weather|block-explorer): /.test(line));
    assert.deepEqual(complaints, [''], 'nothing else is complained about');
    await end(run);
  });

  test('says who sees it, if not everybody', async () => {
    for (const [access, says] of [
      ['owner', /access {4}owner only: “home-world owner code” signs you in/],
      [
        { visitorsSee: ['weather', 'commits'] },
        /access {4}visitors see weather, commits: “home-world owner code”/,
      ],
      ['public', /^(?![\s\S]*access {4})/],
    ] as const) {
      const file = await quietConfig('access.json', { access });
      const run = start([
        'serve',
        '--port',
        '0',
        '--data',
        join(place.path, 'data-access'),
        '--config',
        file,
      ]);
      const url = await serving(run);
      assert.match(run.out(), says);
      assert.equal((await fetch(`${url}/config.json`)).status, access === 'owner' ? 401 : 200);
      await end(run);
    }
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

  test('has its status history after kill -9, with maintenance, and keeps none of a demo', async () => {
    const HALF_DAY_MS = 12 * 3_600_000;
    const begin = new Date(Date.now() - HALF_DAY_MS).toISOString();
    const until = new Date(Date.now() + HALF_DAY_MS).toISOString();
    const args = ['serve', '--port', '0', '--data', join(place.path, 'data-status'), '--config'];
    args.push(
      await quietConfig('status.json', {
        maintenance: [
          { begin: begin.replace(/\.\d+/, ''), end: until.replace(/\.\d+/, ''), of: ['portal:far'] },
        ],
      }),
    );
    const read = async (url: string) =>
      v.parse(historyAnswer, await (await fetch(`${url}/api/history.json`)).json());
    /** The checks of a portal: answered, failed, failed in maintenance. */
    const checks = async (url: string, id: string): Promise<number[]> => {
      const subject = (await read(url)).subjects.find((one) => one.id === id);
      return [0, 1, 2].map((place) => subject?.bars.reduce((sum, bar) => sum + (bar?.[place] ?? 0), 0) ?? 0);
    };
    const recorded = async (url: string, count: number): Promise<void> => {
      for (let tries = 0; (await checks(url, 'portal:heartbeat'))[0] !== count; tries++) {
        assert.ok(tries < PATIENCE_MS / 25, 'the first checks are recorded');
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    };
    const first = start(args);
    await recorded(await serving(first), 1);
    first.child.kill('SIGKILL');
    await first.code;
    const second = start(args);
    const url = await serving(second);
    await recorded(url, 2);
    assert.deepEqual(await checks(url, 'portal:far'), [0, 0, 2]);
    assert.equal((await read(url)).maintenance.length, 1);
    const config = (await (await fetch(`${url}/config.json`)).json()) as object;
    assert.equal('maintenance' in config, false, 'it is for the server only');
    await end(second);

    const demo = start([...(await common('status-demo')), '--demo']);
    await recorded(await serving(demo), 1);
    await end(demo);
    assert.ok(!existsSync(join(place.path, 'data-status-demo', 'history.sqlite')));
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

  test('logs JSON without messages and secrets, and nothing else', async () => {
    const token = 'a-token-that-no-log-may-have';
    const args = [...(await common('json-log')), '--log-format', 'json'];
    const run = start(args, { HOME_WORLD_BRIDGE_TOKEN: token, HOME_WORLD_CODE_HOST_TOKEN: token });
    const address = () => / at (http:[^"]+)/.exec(run.err())?.[1] ?? '';
    await until(() => address() !== '');
    const visitor = new Client(address());
    await visitor.hello();
    visitor.send({ type: 'chat', id: 'q1', text: 'words-of-a-visitor' });
    await visitor.answerTo('q1');
    await fetch(new URL('/api/events', address()), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}x` },
    });
    await visitor.close();
    await end(run);
    assert.equal(run.out(), '');
    const lines = run.err().trim().split('\n');
    const entries = lines.map((line) => JSON.parse(line) as { level: string; time: string; msg: string });
    assert.match(entries[0]?.msg ?? '', /^Home World \d+\.\d+\.\d+ at http/);
    for (const { level, time } of entries) assert.match(`${level} ${time}`, /^(?:info|warn|error) \d{4}-/);
    assert.doesNotMatch(run.err(), /words-of-a-visitor|a-token-that/);
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
      // The home ends after at most 1.8 seconds. The rest of the time is for a busy machine.
      assert.ok(took < 20_000, `${took} ms`);
    });
});
