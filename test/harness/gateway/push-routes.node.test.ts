import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import Fastify from 'fastify';
import type { BrowserSubscription } from '../../../data/push/push-browser.ts';
import { AddressBudgets } from '../../../harness/core/address-budgets.ts';
import type { GatewayOptions } from '../../../harness/gateway/gateway-options.ts';
import { type PushHome, pushRoutes } from '../../../harness/gateway/push-routes.ts';
import { PushStore } from '../../../harness/push/push-store.ts';
import { until } from '../../helpers/waiting.ts';
import { decrypt, newReceiver, subscriptionOf } from '../push/decrypt.ts';
import { KNOWN_HOST, OWN_HOST, PushHost } from '../push/push-host.ts';
import { type TestHome, ownerCookie, startHome } from '../helpers.ts';

const settings = { kinds: ['waiting', 'failed', 'done'], doneMinutes: 1, timeZone: 'UTC' };
const session = { id: 'session-one', harness: 'Codex', name: 'shop' };
const SUBSCRIPTIONS = '/api/push/subscriptions';

let host: PushHost;
before(async () => {
  host = await PushHost.start();
});
after(() => host.close());

interface Sent {
  readonly method?: string;
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A home whose notices go to the push service of this file. */
async function homeWith(options: Partial<GatewayOptions> = {}) {
  const log: string[] = [];
  const push = new PushStore(':memory:');
  const home: TestHome = await startHome({
    fetch: host.fetch,
    push,
    log: (line) => void log.push(line),
    ...options,
  });
  const send = async (
    path: string,
    body: unknown,
    { method = 'POST', cookie = '', headers = {} }: Sent = {},
  ) => {
    const response = await fetch(`${home.url}${path}`, {
      method,
      headers: {
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text };
  };
  /** A browser of the owner with notices at this path of the push service. */
  const device = async (path: string, chosen: object = settings) => {
    const cookie = ownerCookie(home.app);
    const receiver = newReceiver();
    const subscription = subscriptionOf(receiver, `https://${OWN_HOST}${path}`);
    const { status, text } = await send(
      SUBSCRIPTIONS,
      { kind: 'owner', subscription, settings: chosen },
      { cookie },
    );
    assert.equal(status, 201, text);
    const messages = () => host.at(path).map(({ body }) => decrypt(receiver, body));
    return { cookie, subscription, messages };
  };
  const key = home.app.home.keys.agents.add('laptop') ?? '';
  const agent = { authorization: `Bearer ${key}` };
  /** An agent asks, and waits for the answer. */
  const ask = (fields: object = {}) =>
    send(
      '/api/asks',
      {
        kind: 'permission',
        title: 'Bash',
        command: 'cat MARKER-COMMAND',
        diff: '+MARKER-DIFF',
        folder: '/home/ada/MARKER-FOLDER',
        note: 'MARKER-NOTE',
        seconds: 60,
        session,
        ...fields,
      },
      { headers: agent },
    );
  return { ...home, push, log, send, device, ask, agent };
}

describe('notices of asks', () => {
  test('arrive once at each device, and are closed when the ask is decided', async () => {
    await using home = await homeWith();
    const [phone, laptop, looking] = [
      await home.device('/phone'),
      await home.device('/laptop'),
      await home.device('/looking'),
    ];
    const page = { page: 'a-page-of-its-own', visible: true };
    assert.equal((await home.send('/api/push/looking', page, looking)).status, 204);
    host.answers.set('/laptop', [{ status: 429, headers: { 'retry-after': '1' } }]);
    const asking = home.ask();
    await until('both are told', () => host.at('/phone').length === 1 && host.at('/laptop').length === 2);
    const [first, second] = host.at('/laptop');
    assert.ok(first && second && second.at - first.at >= 995, String(second?.at));
    for (const { messages } of [phone, laptop]) {
      assert.match(messages()[0] ?? '', /"title":"shop".*"body":"Codex needs a permission\."/);
      assert.doesNotMatch(messages().join(' '), /MARKER|Bash|ada/);
    }
    const asks = JSON.parse((await home.send('/api/asks', undefined, { method: 'GET', ...phone })).text) as {
      asks: { id: string; nonce: string }[];
    };
    const [{ id, nonce } = { id: '', nonce: '' }] = asks.asks;
    const answered = await home.send(`/api/asks/${id}/answer`, { nonce, choice: 'allow' }, phone);
    assert.equal(answered.status, 200, answered.text);
    assert.equal((await asking).status, 200);
    await until('both are closed', () => host.at('/phone').length === 2 && host.at('/laptop').length === 3);
    for (const { messages } of [phone, laptop])
      assert.deepEqual(JSON.parse(messages().at(-1) ?? ''), { close: `ask-${id}`, badge: 0 });
    // Each check is a second after the last one.
    await new Promise((next) => setTimeout(next, 2_500));
    assert.deepEqual(
      ['/phone', '/laptop', '/looking'].map((path) => host.at(path).length),
      [2, 3, 0],
    );
    assert.deepEqual(home.log, []);
  });

  test('end for a subscription that is gone, and for a sign-in that ended', async () => {
    await using home = await homeWith();
    await home.device('/gone');
    const out = await home.device('/out');
    const stays = await home.device('/stays');
    host.answers.set('/gone', [{ status: 410 }]);
    assert.equal((await home.send('/api/owner', undefined, { method: 'DELETE', ...out })).status, 200);
    const asking = home.ask({ seconds: 5 });
    await until('the others are told', () => host.at('/gone').length === 1 && host.at('/stays').length === 1);
    await until('they are removed', () => home.push.subscriptions.length === 1);
    assert.equal((await asking).status, 200);
    await until('it is closed', () => host.at('/stays').length === 2);
    assert.match(stays.messages()[1] ?? '', /"close":/);
    assert.equal(host.at('/gone').length, 1);
    assert.equal(host.at('/out').length, 0);
  });
});

test('a browser that signs in again keeps its notices', async () => {
  await using home = await homeWith();
  const { cookie, subscription } = await home.device('/again');
  const code = home.app.home.keys.codes.make();
  const signedIn = await home.send('/api/owner', { code }, { cookie });
  assert.equal(signedIn.status, 200, signedIn.text);
  const again = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  assert.notEqual(again, cookie);
  const asking = home.ask({ seconds: 5 });
  await until('it is told', () => host.at('/again').length > 0);
  const { device } = JSON.parse(
    (await home.send('/api/push', undefined, { method: 'GET', cookie: again })).text,
  ) as { device: { endpoint: string } };
  assert.equal(device.endpoint, subscription.endpoint);
  assert.equal((await asking).status, 200);
});

describe('the addresses of notices', () => {
  test('give everybody the key of the home, and a device its own settings', async () => {
    await using home = await homeWith();
    const { cookie, subscription } = await home.device('/own');
    const visitor = JSON.parse((await home.send('/api/push', undefined, { method: 'GET' })).text) as object;
    assert.deepEqual(Object.keys(visitor), ['publicKey']);
    const own = await home.send('/api/push', undefined, { method: 'GET', cookie });
    assert.equal(own.headers.get('cache-control'), 'no-store');
    const { publicKey, device } = JSON.parse(own.text) as { publicKey: string; device: object };
    assert.match(publicKey, /^B[\w-]{86}$/);
    assert.deepEqual(device, { host: OWN_HOST, endpoint: subscription.endpoint, settings });
    assert.doesNotMatch(own.text, /private/i);
    assert.equal(
      (await home.send(SUBSCRIPTIONS, { kind: 'owner' }, { method: 'DELETE', cookie })).status,
      204,
    );
    assert.equal(home.push.subscriptions.length, 0);
  });

  test('refuse strangers, other sites, and what is no subscription', async () => {
    await using home = await homeWith();
    const { cookie, subscription } = await home.device('/refused');
    const owner = (changed: object, sent: Sent = { cookie }, chosen: object = settings) =>
      home.send(
        SUBSCRIPTIONS,
        { kind: 'owner', subscription: { ...subscription, ...changed }, settings: chosen },
        sent,
      );
    assert.equal((await owner({}, {})).status, 401);
    const evil = { cookie, headers: { origin: 'https://evil.example' } };
    for (const path of [SUBSCRIPTIONS, '/api/push/test', '/api/push/looking'])
      assert.equal((await home.send(path, {}, evil)).status, 403, path);
    const remove = { method: 'DELETE', ...evil };
    assert.equal((await home.send(SUBSCRIPTIONS, { kind: 'owner' }, remove)).status, 403);
    for (const path of ['/api/push/test', '/api/push/looking'])
      assert.equal((await home.send(path, {})).status, 401, path);
    for (const endpoint of [
      'http://push.example/',
      'https://a:b@push.example/',
      'ftp://x/',
      'x',
      `https://x/${'y'.repeat(2_000)}`,
    ])
      assert.equal((await owner({ endpoint })).status, 400, endpoint);
    // A point that is not on the curve, and bytes of another length.
    const { p256dh, auth } = subscription.keys;
    for (const keys of [
      { p256dh: `B${'A'.repeat(86)}`, auth },
      { p256dh: p256dh.slice(1), auth },
      { p256dh, auth: `${auth}A` },
    ])
      assert.equal((await owner({ keys })).status, 400, JSON.stringify(keys));
    assert.equal((await owner({}, { cookie }, { ...settings, timeZone: 'Nowhere' })).status, 400);
    const large = { kind: 'owner', subscription, settings, more: 'x'.repeat(10_000) };
    assert.equal((await home.send(SUBSCRIPTIONS, large, { cookie })).status, 413);
    assert.equal(home.push.subscriptions.length, 1);
    assert.equal(
      (await home.send('/api/push/looking', { page: '../..', visible: true }, { cookie })).status,
      400,
    );
  });

  test('send a test to this device, and say what its push service answered', async () => {
    await using home = await homeWith();
    const { cookie, messages } = await home.device('/test');
    const result = async () => JSON.parse((await home.send('/api/push/test', {}, { cookie })).text) as object;
    assert.deepEqual(await result(), { result: 'taken', host: OWN_HOST });
    assert.match(messages()[0] ?? '', /A test of your home/);
    host.answers.set('/test', [{ status: 403 }, { status: 410 }]);
    assert.deepEqual(await result(), { result: 'refused', host: OWN_HOST, cause: 'it answered 403' });
    assert.deepEqual(await result(), { result: 'gone', host: OWN_HOST });
    assert.equal(home.push.subscriptions.length, 0);
    assert.equal((await home.send('/api/push/test', {}, { cookie })).status, 404);
    const other = await home.device('/test');
    for (let sent = 0; sent < 2; sent++)
      assert.equal((await home.send('/api/push/test', {}, other)).status, 200);
    assert.equal((await home.send('/api/push/test', {}, other)).status, 429);
  });

  test('let visitors follow portals, in limits, at the push services of browsers only', async () => {
    await using home = await homeWith();
    const receiver = newReceiver();
    const at = (endpoint: string): BrowserSubscription => subscriptionOf(receiver, endpoint);
    const follow = (subscription: BrowserSubscription, portals: readonly string[] = ['far']) =>
      home.send(SUBSCRIPTIONS, { kind: 'visitor', subscription, portals });
    const endpoint = `https://${KNOWN_HOST}/fcm/send/a`;
    assert.equal((await follow(at(endpoint))).status, 201);
    for (const other of [
      `https://${OWN_HOST}/`,
      `https://${KNOWN_HOST}.evil.example/`,
      'https://x/?fcm.googleapis.com/',
    ])
      assert.equal((await follow(at(other))).status, 403, other);
    // Who knows only the address of a subscription cannot change it.
    const stolen = { endpoint, keys: subscriptionOf(newReceiver(), endpoint).keys };
    assert.equal((await follow(stolen)).status, 403);
    const { auth } = stolen.keys;
    const remove = (secret: string) =>
      home.send(SUBSCRIPTIONS, { kind: 'visitor', endpoint, auth: secret }, { method: 'DELETE' });
    assert.equal((await remove(auth)).status, 404);
    assert.equal((await follow(at(endpoint), Array(21).fill('x'))).status, 400);
    assert.equal((await remove(at(endpoint).keys.auth)).status, 204);
    assert.equal(home.push.subscriptions.length, 0);
    const statuses = [];
    for (let sent = 0; sent < 25; sent++) statuses.push((await follow(at(`${endpoint}${sent}`))).status);
    assert.equal(statuses.filter((status) => status === 201).length, 19);
    assert.equal(statuses.at(-1), 429);
  });
});

test('the addresses of visitors are not kept until the home ends', async (context) => {
  const { timers } = context.mock;
  timers.enable({ apis: ['setInterval'] });
  const sweep = context.mock.method(AddressBudgets.prototype, 'sweep');
  const app = Fastify();
  await app.register(pushRoutes({ now: () => 0 } as PushHome));
  timers.tick(600_000);
  assert.equal(sweep.mock.callCount(), 1);
  await app.close();
  timers.tick(600_000);
  assert.equal(sweep.mock.callCount(), 1);
});
