import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeIn, readAccount, signInWithCode } from '../../../data/owner/account.ts';
import { readDevices, removeDevice } from '../../../data/owner/devices.ts';
import { scriptedHome } from '../../helpers/asks.ts';

test('the home says whether the owner is signed in; another host has no sign-in', async () => {
  const state = async (status: number, body?: unknown) =>
    (await readAccount(scriptedHome(() => [status, body]).io)).state;
  assert.equal(await state(200, { signIn: true, signedIn: true }), 'owner');
  assert.equal(await state(200, { signIn: true, signedIn: false }), 'visitor');
  for (const [status, body] of [[404], [200, '<html>'], [200, { signIn: false }]] as const)
    assert.equal(await state(status, body), 'none');
  for (const status of [0, 429, 502]) assert.equal(await state(status), 'unreachable');
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
  };
  const { io, requests } = scriptedHome(({ method }) => (method === 'GET' ? [200, list] : [204]));
  const read = await readDevices(io);
  assert.deepEqual(read.ok && read.value, list);
  assert.equal((await removeDevice(io, 'agent-keys/laptop')).ok, true);
  assert.deepEqual(requests[1], { method: 'DELETE', path: '/api/owner/agent-keys/laptop', body: undefined });
  const bad = await readDevices(scriptedHome(() => [200, { passkeys: [] }]).io);
  assert.match(bad.ok ? '' : bad.message, /cannot read the answer/);
});
