import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fails, place, start } from '../program.ts';
import { refused } from '../refused.ts';

const LEGACY = '\uFEFF[{"id":"a","name":"A","description":"","status":"online","destination":{"url":"/"}}]';

const file = (name: string): string => join(place.path, name);

async function portals(...args: readonly string[]): Promise<{ code: number | null; out: string }> {
  const run = start(['portals', ...args]);
  const code = await run.code;
  assert.equal(run.err(), '');
  return { code, out: run.out() };
}

test('checks the owner’s file, and says what to write', async () => {
  const data = file('data-portals');
  const missing = await fails(['portals', 'check', '--data', data]);
  assert.equal(missing.code, 1);
  assert.match(
    missing.err,
    /There is no data-portals\/public\/portals\.json\.\n {2}The home shows the portals that come/,
  );
  await mkdir(join(data, 'public'), { recursive: true });
  const text = `[\n  { "id": "a", "name": "\u001b[31mA", "description": "", "status": "online",\n    "access_mode": "every\u202eone", "destination": {} }\n]`;
  await writeFile(join(data, 'public/portals.json'), text.replace('\u001b', '\\u001b'));
  const { code, out } = await portals('check', '--data', data);
  assert.equal(code, 1);
  assert.equal(
    out,
    'data-portals/public/portals.json:3: [0].access_mode (a): expected ("public" | "operator" | "local-only"), got "everyone". The portal is left out.\n' +
      '  Write “public”, “operator”, “local-only”, or leave it out.\n' +
      'data-portals/public/portals.json: 0 of 1 portal shown, 1 problem.\n',
  );
});

test('shows the upgrade, then writes it and keeps a copy of the file', async () => {
  await writeFile(file('old.json'), LEGACY);
  const found = await portals('check', 'old.json');
  assert.equal(found.code, 0);
  assert.match(
    found.out,
    /1 of 1 portal shown, 0 problems\.\n1 portal of the older form: “home-world portals upgrade”/,
  );
  const dry = await portals('upgrade', 'old.json', '--dry-run');
  assert.equal(dry.code, 0);
  assert.match(dry.out, /^old\.json:1: a: \+ "portal_type": "experiment"\n[\s\S]*nothing was written/);
  assert.equal(await readFile(file('old.json'), 'utf8'), LEGACY);
  const done = await portals('upgrade', 'old.json');
  assert.match(done.out, /1 portal upgraded\. The file as it was: old\.before-upgrade\.json\n$/);
  assert.equal(await readFile(file('old.before-upgrade.json'), 'utf8'), LEGACY);
  const upgraded = await readFile(file('old.json'), 'utf8');
  assert.match(upgraded, /^\uFEFF\[\{"id":"a",.*"status":"online","portal_type":"experiment",/);
  assert.match((await portals('upgrade', 'old.json')).out, /nothing to upgrade/);
  await writeFile(file('old.json'), LEGACY);
  assert.match((await portals('upgrade', 'old.json')).out, /old\.before-upgrade-2\.json\n$/);
});

test('says what a wrong command line should be', async () => {
  for (const [args, words] of [
    [[], /portals needs “check” or “upgrade”/],
    [['fly'], /portals cannot do “fly”/],
    [['check', 'a', 'b'], /takes one file/],
  ] as const) {
    const { code, err } = await refused(['portals', ...args]);
    assert.equal(code, 2);
    assert.match(err, words);
  }
  const { code, err } = await fails(['portals', 'check', '.']);
  assert.equal(code, 1);
  assert.match(err, /cannot be read/);
});
