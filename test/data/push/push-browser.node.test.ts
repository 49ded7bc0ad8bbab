import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createPushBrowser } from '../../../data/push/push-browser.ts';

const BASE = 'https://home.example/';
/** 65 bytes as base64url, with both characters that base64 writes in another way. */
const KEY = Buffer.from([4, ...Array<number>(64).fill(0xfb)]).toString('base64url');
const OTHER_KEY = Buffer.from([4, ...Array<number>(64).fill(1)]).toString('base64url');

type Parts = Parameters<typeof createPushBrowser>[1];

/** A browser with one subscription at a time. */
function browserWith({
  answer = 'granted',
  ...parts
}: { answer?: NotificationPermission } & Partial<Parts> = {}) {
  const calls: string[] = [];
  let current: object | null = null;
  const subscriptionFor = (key: BufferSource | string | null | undefined) => ({
    options: { applicationServerKey: key },
    toJSON: () => ({ endpoint: 'https://push.example/a', keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      calls.push('unsubscribe');
      current = null;
    },
  });
  const registration = {
    pushManager: {
      getSubscription: async () => current,
      subscribe: async ({ applicationServerKey: key, userVisibleOnly }: PushSubscriptionOptionsInit) => {
        assert.equal(userVisibleOnly, true);
        calls.push(`subscribe ${Buffer.from(key as Uint8Array).toString('base64url')}`);
        return (current ??= subscriptionFor((key as Uint8Array).buffer as ArrayBuffer));
      },
    },
  };
  const container = { getRegistration: async () => registration, ready: Promise.resolve(registration) };
  const browser = createPushBrowser(BASE, {
    isSecure: true,
    navigator: { serviceWorker: container as unknown as ServiceWorkerContainer },
    Notification: {
      permission: 'default',
      requestPermission: async () => {
        calls.push('ask');
        return answer;
      },
    },
    hasPush: true,
    register: async () => void calls.push('register'),
    ...parts,
  });
  return { browser, calls };
}

describe('the notices of a browser', () => {
  test('are asked for first, then subscribed with the key of the home', async () => {
    const { browser, calls } = browserWith();
    assert.equal(await browser.current(), undefined);
    const subscription = { endpoint: 'https://push.example/a', keys: { p256dh: 'p', auth: 'a' } };
    assert.deepEqual(await browser.subscribe(KEY), subscription);
    assert.deepEqual(calls, ['ask', 'register', `subscribe ${KEY}`]);
    assert.deepEqual(await browser.current(), subscription);
    // The home has other keys after its data folder was restored.
    await browser.subscribe(OTHER_KEY);
    assert.deepEqual(calls.slice(3), ['ask', 'register', 'unsubscribe', `subscribe ${OTHER_KEY}`]);
    await browser.unsubscribe();
    assert.equal(await browser.current(), undefined);
  });

  test('are not subscribed if the person refuses', async () => {
    const { browser, calls } = browserWith({ answer: 'denied' });
    await assert.rejects(browser.subscribe(KEY), /does not allow notices/);
    assert.deepEqual(calls, ['ask']);
  });

  test('are not possible everywhere', () => {
    const supportOf = (parts: Partial<Parts>) => browserWith(parts).browser.support();
    const requestPermission = async () => 'denied' as const;
    assert.equal(supportOf({}), 'possible');
    assert.equal(supportOf({ isSecure: false }), 'insecure');
    assert.equal(supportOf({ Notification: { permission: 'denied', requestPermission } }), 'denied');
    assert.equal(supportOf({ hasPush: false }), 'unsupported');
    const phone = { navigator: { standalone: false }, hasPush: false, Notification: undefined };
    assert.equal(supportOf(phone), 'home-screen');
    assert.equal(supportOf({ ...phone, navigator: { standalone: true } }), 'unsupported');
  });
});
