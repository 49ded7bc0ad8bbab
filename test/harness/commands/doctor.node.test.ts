import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { dist, fails, place, quietConfig, start } from '../program.ts';
import { refused } from '../refused.ts';

const SECRET = 'a-secret-that-no-line-may-have';

test('shows each check with its fix, and exits with 1 for a problem', async () => {
  const config = await quietConfig('doctor.json');
  const run = start(['doctor', '--config', config, '--data', 'data-doctor', '--port', '0'], {
    HOME_WORLD_BRIDGE_TOKEN: SECRET,
    HOME_WORLD_CODE_HOST_TOKEN: SECRET,
  });
  assert.equal(await run.code, 1, run.err());
  const lines = run.out().split('\n');
  assert.match(lines[0] ?? '', /^ {2}ok {7}pages {16}Version 9\.9\.9 is built\.$/);
  assert.match(
    run.out(),
    /\n {2}PROBLEM {2}weather {14}127\.0\.0\.1:1: it refused the connection\.\n {32}→ Check that/,
  );
  assert.match(run.out(), /\n {2}note {5}commits {14}\S+ is not a git repository\.[\s\S]*→ Name a code host/);
  assert.match(run.out(), /\n2 problems\.\n$/);
  assert.ok(!run.out().includes(SECRET));
});

test('finds secrets with which the home does not start', async () => {
  const config = await quietConfig('doctor-token.json');
  const run = start(['doctor', '--config', config, '--data', 'data-doctor', '--port', '0'], {
    HOME_WORLD_BRIDGE_TOKEN: 'a-short-token',
    HOME_WORLD_METRICS_TOKEN: SECRET,
    HOME_WORLD_HOOK_SECRET: 'a hook',
  });
  assert.equal(await run.code, 1, run.err());
  assert.match(
    run.out(),
    /\n {2}PROBLEM {2}bridge token {9}HOME_WORLD_BRIDGE_TOKEN has fewer than 16 characters[\s\S]*→ Make one/,
  );
  assert.match(run.out(), /\n {2}ok {7}metrics token {8}HOME_WORLD_METRICS_TOKEN is long enough/);
  assert.match(
    run.out(),
    /\n {2}PROBLEM {2}webhook secret {7}HOME_WORLD_HOOK_SECRET has fewer than 16 characters[\s\S]*at the code host/,
  );
  assert.doesNotMatch(run.out(), /a-short-token/);
});

test('does not try what is switched off, and finds no problem in it', async () => {
  await writeFile(
    join(place.path, 'alone.json'),
    JSON.stringify({ weather: { url: '' }, chain: { url: '' }, relays: [] }),
  );
  const run = start(['doctor', '--config', 'alone.json', '--data', 'data-doctor', '--port', '0']);
  assert.equal(await run.code, 0, run.err());
  assert.doesNotMatch(run.out(), /weather|block height/);
});

test('prints one JSON object for programs, and does not try what a wrong configuration names', async () => {
  await writeFile(join(place.path, 'wrong.json'), '{\n  "weather": { "url": "here" },\n  "token": "x"\n}');
  const run = start(['doctor', '--json', '--config', 'wrong.json', '--data', 'data-doctor', '--port', '0']);
  assert.equal(await run.code, 1, run.err());
  const { ok, checks } = JSON.parse(run.out()) as {
    ok: boolean;
    checks: { name: string; state: string; says: string; fix?: string }[];
  };
  assert.equal(ok, false);
  const found = new Map(checks.map((check) => [check.name, check]));
  assert.match(found.get('configuration')?.says ?? '', /line 3: token[\s\S]*line 2: weather\.url/);
  assert.match(found.get('upstreams')?.says ?? '', /not tried/);
  assert.equal(found.has('weather'), false);
});

test('refuses a wrong command line before it tries anything', async () => {
  for (const [flag, { code, err }] of [
    ['--public-url', await fails(['doctor', '--public-url', 'home'])],
    ['--timeout', await refused(['doctor', '--timeout', '0'], { HOME_WORLD_DIST: dist })],
  ] as const) {
    assert.equal(code, 2);
    assert.match(err, new RegExp(flag));
  }
});
