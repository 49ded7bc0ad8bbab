import assert from 'node:assert/strict';
import { createECDH, createPublicKey, verify } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { publicFetch } from '../../../harness/outbound/redirects.ts';
import { PushService } from '../../../harness/push/push-service.ts';
import { PushStore } from '../../../harness/push/push-store.ts';
import { decrypt, newReceiver, subscriptionOf } from './decrypt.ts';
import { OWN_HOST, PushHost } from './push-host.ts';

const HOME = 'https://home.example/';
const settings = { kinds: ['waiting' as const], doneMinutes: 5, timeZone: 'UTC' };
const delivery = { text: '{"close":"a"}', ttl: 90, urgency: 'high', topic: 'dG9waWM' } as const;
const internet = async (): Promise<string[]> => ['203.0.113.7'];

let host: PushHost;
before(async () => {
  host = await PushHost.start();
});
after(() => host.close());

function serviceFor(endpoint: string, home = HOME) {
  const store = new PushStore(':memory:');
  const receiver = newReceiver();
  store.putDevice(subscriptionOf(receiver, endpoint), home, { signIn: '1.1', settings });
  const service = new PushService(store, publicFetch(host.fetch, internet), Date.now);
  const [subscription] = store.subscriptions;
  assert.ok(subscription);
  return { store, receiver, service, subscription };
}

describe('the decryption of these tests', () => {
  test('reads the example of RFC 8291', () => {
    // https://www.rfc-editor.org/rfc/rfc8291#section-5 and its appendix A.
    const ecdh = createECDH('prime256v1');
    ecdh.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url');
    assert.equal(
      ecdh.getPublicKey('base64url'),
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    );
    const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url');
    const body = Buffer.from(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
      'base64url',
    );
    assert.equal(decrypt({ ecdh, auth }, body), 'When I grow up, I want to be a watermelon');
  });
});

describe('a message to a push service', () => {
  test('is encrypted for the browser alone, and has the headers of RFC 8030', async () => {
    const { receiver, service, subscription } = serviceFor(`https://${OWN_HOST}/encrypted`);
    assert.deepEqual(await service.send(subscription, delivery), { result: 'taken' });
    const [got] = host.at('/encrypted');
    assert.ok(got);
    assert.equal(decrypt(receiver, got.body), delivery.text);
    assert.throws(() => decrypt(newReceiver(), got.body));
    const { ttl, urgency, topic, 'content-encoding': encoding } = got.headers;
    assert.deepEqual([ttl, urgency, topic, encoding], ['90', 'high', 'dG9waWM', 'aes128gcm']);
  });

  test('is signed with the key of the home: RFC 8292', async () => {
    const { service, subscription, store } = serviceFor(`https://${OWN_HOST}/signed`);
    const before = Math.floor(Date.now() / 1000);
    await service.send(subscription, delivery);
    const authorization = host.at('/signed')[0]?.headers.authorization ?? '';
    const [, jwt = '', key = ''] = /^vapid t=([^,]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
    const [head = '', claims = '', signature = ''] = jwt.split('.');
    const point = Buffer.from(key, 'base64url');
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    };
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
    const isRight = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    assert.ok(isRight);
    const { publicKey: own } = await store.vapid(() => Promise.reject(new Error('it has keys already')));
    assert.equal(key, own);
    const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
      aud: string;
      exp: number;
      sub: string;
    };
    assert.equal(aud, `https://${OWN_HOST}`);
    assert.ok(exp > before && exp <= before + 24 * 60 * 60 + 60, String(exp - before));
    assert.equal(sub, HOME);
  });

  test('names a contact that Safari’s push service takes, for a home on this machine', async () => {
    for (const home of ['http://localhost:4200/', 'https://localhost/', 'https://home.localhost:4200/']) {
      const path = `/contact-${new URL(home).host}`;
      const { service, subscription } = serviceFor(`https://${OWN_HOST}${path}`, home);
      await service.send(subscription, delivery);
      const [, claims = ''] = (host.at(path)[0]?.headers.authorization ?? '').split('.');
      assert.match(Buffer.from(claims, 'base64url').toString(), /"sub":"mailto:/);
    }
  });

  test('has an outcome for each kind of answer', async () => {
    const { service, subscription } = serviceFor(`https://${OWN_HOST}/answers`);
    const date = new Date(Date.now() + 60_000).toUTCString();
    host.answers.set('/answers', [
      { status: 410 },
      { status: 404 },
      { status: 413 },
      { status: 403 },
      { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
      { status: 429, headers: { 'retry-after': '7' } },
      { status: 503, headers: { 'retry-after': date } },
      { status: 429, headers: { 'retry-after': '999999999' } },
      { status: 500 },
    ]);
    const outcomes = [];
    for (let sent = 0; sent < 9; sent++) outcomes.push(await service.send(subscription, delivery));
    assert.deepEqual(
      outcomes.map(({ result }) => result),
      ['gone', 'gone', 'refused', 'refused', 'refused', 'later', 'later', 'later', 'later'],
    );
    const pauses = outcomes.map((outcome) => ('afterMs' in outcome ? outcome.afterMs : undefined));
    assert.equal(pauses[5], 7_000);
    assert.ok(pauses[6] !== undefined && pauses[6] <= 60_000, String(pauses[6]));
    assert.equal(pauses[7], 3_600_000);
    assert.equal(pauses[8], undefined);
  });
});

describe('an endpoint from outside', () => {
  test('is reached over https and on the internet only', async () => {
    let asked = 0;
    const none = async (): Promise<Response> => {
      asked++;
      return new Response(null, { status: 201 });
    };
    const send = async (endpoint: string, addresses: readonly string[]) => {
      const { store, subscription } = serviceFor(endpoint);
      return new PushService(
        store,
        publicFetch(none, async () => addresses),
        Date.now,
      ).send(subscription, delivery);
    };
    for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', 'fd00::1', '64:ff9b::7f00:1'])
      assert.equal((await send('https://inside.example/', [address])).result, 'refused', address);
    // One address inside is enough.
    assert.equal((await send('https://inside.example/', ['203.0.113.7', '127.0.0.1'])).result, 'refused');
    assert.equal((await send('https://127.0.0.1/', [])).result, 'refused');
    assert.equal((await send('https://[::1]/', [])).result, 'refused');
    assert.equal((await send('http://push.example/', ['203.0.113.7'])).result, 'refused');
    assert.equal(asked, 0);
    assert.equal((await send('https://push.example/', ['203.0.113.7'])).result, 'taken');
    assert.equal(asked, 1);
  });
});
