import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signOut } from '../../../data/offline/sign-out.ts';
import { codeIn, readAccount, signInWithCode } from '../../../data/owner/account.ts';
import { readDevices, removeDevice } from '../../../data/owner/devices.ts';
import { cutBody, scriptedHome } from '../../helpers/asks.ts';
import { MemoryCaches } from '../../helpers/memory-caches.ts';
import { MemoryStorage } from '../../helpers/memory-storage.ts';

test('the home says whether the owner is signed in; another host has no sign-in', async () => {
  const state = async (status: number, body?: unknown) =>
    (await readAccount(scriptedHome(() => [status, body]).io)).state;
  assert.equal(await state(200, { signIn: true, signedIn: true }), 'owner');
  assert.equal(await state(200, { signIn: true, signedIn: false }), 'visitor');
  for (const [status, body] of [[404], [200, '<html>'], [200, { signIn: false }]] as const)
    assert.equal(await state(status, body), 'none');
  for (const status of [0, 429, 502]) assert.equal(await state(status), 'unreachable');
  assert.equal(await state(200, cutBody()), 'unreachable');
  const ofWebKit = new DOMException('The string did not match the expected pattern.', 'SyntaxError');
  assert.equal(await state(200, cutBody(ofWebKit)), 'none', 'not JSON, in Safari');
  const { io } = scriptedHome(() => [
    200,
    { signIn: true, signedIn: true, fresh: true, passkeys: 2, passkeyProblem: 'No TLS.' },
  ]);
  assert.deepEqual(await readAccount(io), {
    state: 'owner',
    isFresh: true,
    hasPasskeys: true,
    passkeyProblem: 'No TLS.',
  });
});

test('a code is sent without spaces around it, and the home says why it is wrong', async () => {
  const { io, requests } = scriptedHome(() => [401, { message: 'This code was used.' }]);
  const result = await signInWithCode(io, ' 7K2M-Q9XB-T4WD ');
  assert.deepEqual(requests[0]?.body, { code: '7K2M-Q9XB-T4WD' });
  assert.equal(!result.ok && result.message, 'This code was used.');
});

test('only the fragment #code=… has a code', () => {
  assert.equal(codeIn('#code=7K2M-Q9XB-T4WD'), '7K2M-Q9XB-T4WD');
  assert.equal(codeIn('#code=7K2M%20Q9XB+T4WD'), '7K2M Q9XB T4WD');
  for (const hash of ['', '#', '#code=', '#view=overview', `#code=${'x'.repeat(61)}`, '#code=<b>'])
    assert.equal(codeIn(hash), '', hash);
});

test('devices are read and removed at their addresses', async () => {
  const list = {
    passkeys: [{ id: 1, name: 'My phone', madeAt: 1 }],
    signIns: [{ id: 2, browser: 'Chrome on Android', beganAt: 1, endsAt: 2, isHere: true }],
    agentKeys: [{ id: 3, name: 'laptop', madeAt: 1, usedAt: 2 }],
    links: [{ id: 4, name: 'kitchen', endsAt: 3 }],
  };
  const { io, requests } = scriptedHome(({ method }) => (method === 'GET' ? [200, list] : [204]));
  const read = await readDevices(io);
  assert.deepEqual(read.ok && read.value, list);
  assert.equal((await removeDevice(io, 'agent-keys/laptop')).ok, true);
  assert.deepEqual(requests[1], { method: 'DELETE', path: '/api/owner/agent-keys/laptop', body: undefined });
  const bad = await readDevices(scriptedHome(() => [200, { passkeys: [] }]).io);
  assert.match(bad.ok ? '' : bad.message, /cannot read the answer/);
});

test('a sign-out here and everywhere leaves nothing of a private home in the browser', async () => {
  for (const where of ['here', 'everywhere'] as const)
    for (const [status, loads] of [
      [200, 1],
      [502, 0],
    ] as const) {
      const { io, requests } = scriptedHome(() => [status, { signIn: true, signedIn: false, private: true }]);
      const caches = new MemoryCaches();
      await caches.open('home-world answers');
      const storage = new MemoryStorage();
      storage.setItem(`home-world:session:${io.base}`, 'a secret');
      let reloads = 0;
      const result = await signOut(io, where, { caches, storage, reload: () => void (reloads += 1) });
      const kept = status === 200 ? 0 : 1;
      assert.deepEqual(
        [result.ok, (await caches.keys()).length, storage.length, reloads],
        [status === 200, kept, kept, loads],
      );
      assert.equal(requests[0]?.path, where === 'here' ? '/api/owner' : '/api/owner/sign-ins');
    }
});
