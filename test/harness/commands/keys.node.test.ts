import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { lockFolder } from '../../../harness/core/sqlite.ts';
import { Keys } from '../../../harness/keys/keys.ts';
import { lastAddress, openDataFolder } from '../../../harness/store/data-folder.ts';
import { common, end, fails, place, serving, start } from '../program.ts';
import { refused } from '../refused.ts';

/** The data folder of a home that has been started before. */
function data(): string {
  const folder = join(place.path, 'data-keys');
  mkdirSync(folder, { recursive: true });
  lockFolder(folder).release();
  return folder;
}

async function run(...args: readonly string[]): Promise<string> {
  const started = start([...args, '--data', data()]);
  assert.equal(await started.code, 0, started.err());
  return started.out();
}

test('makes a key that the home takes, lists it, and revokes it', async () => {
  assert.match(await run('keys'), /^There are no keys/);
  const key = (await run('keys', 'add', 'laptop')).trim();
  const home = new Keys(join(data(), 'keys.sqlite'));
  try {
    assert.equal(home.agents.find(key)?.name, 'laptop');
    assert.match(await run('keys', 'list'), /^laptop {2}made \d{4}-\d\d-\d\d \d\d:\d\d, last used \d{4}-/);
    assert.equal(
      await run('keys', 'revoke', 'laptop'),
      'Revoked “laptop”: the home refuses it from now on.\n',
    );
    assert.equal(home.agents.find(key), undefined);
  } finally {
    home.close();
  }
});

test('prints a code, and shows and removes devices', async () => {
  assert.match(await run('owner'), /No browser is signed in/);
  const printed = await run('owner', 'code', '--url', 'https://home.example');
  const [, code = ''] = /^Code: ([\dA-Z]{4}-[\dA-Z]{4}-[\dA-Z]{4}),/.exec(printed) ?? [];
  assert.match(printed, new RegExp(`^https://home\\.example/door#code=${code}$`, 'm'));
  assert.match(printed, /[▀▄█]{8}/, 'a QR code');
  const home = new Keys(join(data(), 'keys.sqlite'));
  try {
    assert.equal(home.codes.use(code), true);
    home.signIns.begin({ browser: 'Firefox on Linux', isSecure: true });
    assert.match(
      await run('owner', 'devices'),
      /^sign-in 1 {2}Firefox on Linux, since \d{4}-\d\d-\d\d \d\d:\d\d, with a code\n$/,
    );
    assert.equal(await run('owner', 'remove', 'sign-in', '1'), 'Removed sign-in 1.\n');
    home.signIns.begin({ browser: 'Firefox on Linux', isSecure: true });
    assert.match(await run('owner', 'sign-out'), /signed out everywhere/);
    assert.deepEqual(home.signIns.list(), []);
  } finally {
    home.close();
  }
});

test('links to the home where it runs, also with another port, and to the machine of the home without a QR code', async () => {
  const code = async (name: string, ...flags: readonly string[]): Promise<[url: string, printed: string]> => {
    const home = start([...(await common(name)), ...flags]);
    const url = await serving(home);
    const owner = start(['owner', 'code', '--data', join(place.path, `data-${name}`)]);
    assert.equal(await owner.code, 0, owner.err());
    await end(home);
    return [url, owner.out()];
  };
  const [url, here] = await code('owner-here');
  assert.match(here, new RegExp(`^http://localhost:${new URL(url).port}/door#code=`, 'm'));
  assert.doesNotMatch(here, /[▀▄█]/, 'no phone can open this address');
  assert.match(here, /docs\/door\.md/);
  if (process.platform === 'linux') {
    const [own, there] = await code('owner-other', '--host', '127.0.0.2');
    assert.match(there, new RegExp(`^http://127\\.0\\.0\\.2:${new URL(own).port}/door#code=`, 'm'));
  }
  const [, elsewhere] = await code('owner-public', '--public-url', 'https://home.example');
  assert.match(elsewhere, /^https:\/\/home\.example\/door#code=/m);
  assert.match(elsewhere, /[▀▄█]{8}/);
});

test('an address that cannot be kept is logged, and one that cannot be read is not known', async () => {
  const path = join(place.path, 'data-address');
  const file = join(path, 'home.address');
  mkdirSync(join(file, 'not-a-file'), { recursive: true });
  const folder = await openDataFolder(path, { maxBytes: 1_000_000 });
  const lines: string[] = [];
  for (const address of ['http://localhost:4300/', undefined])
    folder.keepAddress(address, (line) => void lines.push(line));
  assert.equal(lines.length, 2);
  for (const line of lines) assert.match(line, /home\.address could not be written: /);
  assert.equal(lastAddress(path), undefined);
  rmSync(file, { recursive: true });
  for (const text of ['', 'no address']) {
    writeFileSync(file, text);
    assert.equal(lastAddress(path), undefined);
  }
  folder.keepAddress('http://localhost:4300/', (line) => assert.fail(line));
  assert.equal(lastAddress(path), 'http://localhost:4300/');
  folder.close();
});

test('says where there is no home, and makes no file there', async () => {
  mkdirSync(join(place.path, 'no-home'));
  for (const [folder, refuses] of [
    ['no-home', refused],
    ['no-folder', fails],
  ] as const)
    for (const args of [['owner', 'code'], ['keys', 'add', 'laptop'], ['asks']]) {
      const failed = await refuses([...args, '--data', join(place.path, folder)]);
      assert.equal(failed.code, 1, args.join(' '));
      assert.match(failed.err, /There is no home in .*no-\w+\.\n.*--data/);
    }
  assert.deepEqual(readdirSync(join(place.path, 'no-home')), []);
  assert.equal(readdirSync(place.path).includes('no-folder'), false);
});

test('makes a read-only link, lists it, and removes it', async () => {
  assert.match(await run('owner', 'links'), /^There are no links/);
  const printed = await run('owner', 'link', 'kitchen', '--days', '7', '--url', 'https://home.example');
  const [, secret = ''] = /^https:\/\/home\.example\/#link=([\w-]{43})\n$/.exec(printed) ?? [];
  const home = new Keys(join(data(), 'keys.sqlite'));
  try {
    const days = ((home.links.find(secret)?.endsAt ?? 0) - Date.now()) / 86_400_000;
    assert.ok(days > 6.9 && days <= 7, `${days} days`);
    assert.match(await run('owner', 'links'), /^kitchen {2}until \d{4}-\d\d-\d\d /);
    assert.match(await run('owner', 'unlink', 'kitchen'), /^Removed “kitchen”/);
    assert.equal(home.links.find(secret), undefined);
  } finally {
    home.close();
  }
});

test('says what is wrong', async () => {
  for (const [args, code, words] of [
    [['keys', 'fly'], 2, /keys cannot do “fly”/],
    [['keys', 'add'], 2, /keys cannot do “add”/],
    [['keys', 'add', 'a b'], 2, /1 to 40 letters/],
    [['keys', 'revoke', 'desk'], 1, /There is no key “desk”[\s\S]*keys list/],
    [['owner', 'fly'], 2, /owner cannot do “fly”/],
    [['owner', 'link'], 2, /owner cannot do “link”/],
    [['owner', 'link', 'a b'], 2, /1 to 40 letters/],
    [['owner', 'link', 'wall', '--days', '400'], 2, /365/],
    [['owner', 'unlink', 'wall'], 1, /There is no link “wall”/],
    [['owner', 'remove', 'passkey', '7'], 1, /There is no “passkey 7”/],
    [['owner', 'code', '--url', 'home'], 2, /--url needs the http\(s\) address/],
  ] as const) {
    const failed = await refused([...args, '--data', data()]);
    assert.equal(failed.code, code, args.join(' '));
    assert.match(failed.err, words);
  }
});
