import { type BrowserContext, type CDPSession, type Page, expect, test } from '@playwright/test';
import { ensureChrome, launchOptions } from '../../ci/chrome.ts';
import { messageText } from '../../data/push/push-message.ts';
import { permission, sendAsk } from '../harness/asks/asking.ts';
import { sharedHome } from './shared-home.ts';
import { withoutWebgl } from './without-webgl.ts';

const TOKEN = 'the-secret-of-the-notices';

// Notices are a part of the user interface that the headless shell lacks.
test.use({
  serviceWorkers: 'allow',
  launchOptions: await launchOptions(ensureChrome()),
});

/** The public key of the example of RFC 8291. */
const PUBLIC_KEY = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';

const home = sharedHome({ env: { HOME_WORLD_BRIDGE_TOKEN: TOKEN } });

interface Registration {
  readonly registrationId: string;
  readonly scopeURL: string;
}

/** A page of the home with its worker, to which the browser delivers messages as its push service would. */
async function pageWithWorker(context: BrowserContext, page: Page) {
  await context.grantPermissions(['notifications'], { origin: new URL(home.url).origin });
  await page.goto(`${home.url}door`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('sw.js');
    await navigator.serviceWorker.ready;
  });
  const session: CDPSession = await context.newCDPSession(page);
  const found = new Promise<Registration>((resolve) => {
    session.on(
      'ServiceWorker.workerRegistrationUpdated',
      ({ registrations }: { registrations: Registration[] }) => {
        const own = registrations.find(({ scopeURL }) => scopeURL === home.url);
        if (own) resolve(own);
      },
    );
  });
  await session.send('ServiceWorker.enable');
  const { registrationId } = await found;
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('the page has no worker');
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { handled: number; PushEvent: { prototype: WorkerEvent } };
    interface WorkerEvent {
      waitUntil(promise: Promise<unknown>): void;
    }
    scope.handled = 0;
    const { prototype } = scope.PushEvent;
    const { waitUntil } = prototype;
    prototype.waitUntil = function waitAndCount(this: WorkerEvent, promise) {
      waitUntil.call(this, promise);
      void promise.finally(() => scope.handled++);
    };
  });
  const handled = () => worker.evaluate(() => (globalThis as unknown as { handled: number }).handled);
  /** Delivers a message and waits until the worker is done: Chromium forgets notices read while they are shown. */
  const deliver = async (text: string) => {
    const before = await handled();
    await session.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(home.url).origin,
      registrationId,
      data: text,
    });
    await expect.poll(handled).toBe(before + 1);
  };
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const notices = await registration.getNotifications();
      return notices.map(({ title, body, tag, data }) => ({ title, body, tag, data: data as unknown }));
    });
  return { deliver, shown };
}

test('the worker shows a notice, replaces it, and closes it', async ({ context, page }) => {
  const { deliver, shown } = await pageWithWorker(context, page);
  const notice = { tag: 'ask-1', title: 'shop', body: 'Codex needs a permission.', silent: false };
  const url = `${home.url}door#ask=1`;
  const send = (body: string) => deliver(messageText({ notice: { ...notice, body, url }, badge: 1 }));
  await send(notice.body);
  expect(await shown()).toEqual([{ title: 'shop', body: notice.body, tag: 'ask-1', data: { url } }]);
  await send('Codex has a question.');
  expect((await shown()).map(({ body }) => body)).toEqual(['Codex has a question.']);
  await deliver(messageText({ notice: { ...notice, tag: 'ask-2', url: 'https://evil.example/' } }));
  expect(await shown()).toHaveLength(2);
  const other = (await shown()).find(({ tag }) => tag === 'ask-2');
  expect(other?.data).toEqual({ url: `${home.url}door` });
  await deliver(messageText({ close: 'ask-1', badge: 0 }));
  expect((await shown()).map(({ tag }) => tag)).toEqual(['ask-2']);
});

test('a tap on a notice closes it, and shows the ask on the open page', async ({ context, page }) => {
  const { deliver, shown } = await pageWithWorker(context, page);
  await page.goto(`${home.url}door#code=${home.code()}`);
  await page.getByRole('button', { name: 'Sign in with the code' }).click();
  const command = 'echo '.repeat(2_000);
  for (const title of ['First', 'Second'])
    sendAsk(home.url.replace(/\/$/, ''), TOKEN, permission({ title, command }));
  await expect(page.locator('hw-ask-card')).toHaveCount(2);
  const asks = await page.evaluate(
    async () => (await fetch('api/asks')).json() as Promise<{ asks: { id: string; title: string }[] }>,
  );
  const { id, title } = asks.asks[1]!;
  const url = `${home.url}door#ask=${id}`;
  await deliver(messageText({ notice: { tag: 'ask-1', title: 'shop', body: 'Asks.', url, silent: false } }));
  expect(await shown()).toHaveLength(1);
  const [worker] = context.serviceWorkers();
  expect(worker).toBeTruthy();
  // Only a person can tap a notice; the event that the tap would be is sent to the worker.
  await worker?.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
    };
    const [notification] = await scope.registration.getNotifications();
    if (!notification) throw new Error('there is no notice');
    globalThis.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
  });
  await expect.poll(async () => (await shown()).length).toBe(0);
  const card = page.locator('hw-ask-card').filter({ hasText: title });
  await expect(card.locator('article')).toBeFocused();
  await expect(card.getByText(title)).toBeInViewport();
  await expect.poll(() => page.url()).toBe(`${home.url}door`);
});

test('a device of the owner that shows a page of the home says so', async ({ page }) => {
  await page.goto(`${home.url}door#code=${home.code()}`);
  await page.getByRole('button', { name: 'Sign in with the code' }).click();
  await expect(page.getByRole('button', { name: 'Sign out here' })).toBeVisible();
  await withoutWebgl(page);
  const endpoint = 'https://push.example/here';
  const keys = { p256dh: PUBLIC_KEY, auth: 'BTBZMqHH6r4Tts7J_aSIgg' };
  const stored = await page.evaluate(
    async (subscription) =>
      (
        await fetch('api/push/subscriptions', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            kind: 'owner',
            subscription,
            settings: { kinds: ['waiting'], doneMinutes: 5, timeZone: 'UTC' },
          }),
        })
      ).status,
    { endpoint, keys },
  );
  expect(stored).toBe(201);
  // Chromium has no push service here, so the subscription that it would give is put in its place.
  await page.addInitScript((address) => {
    const registration = { pushManager: { getSubscription: async () => ({ endpoint: address }) } };
    navigator.serviceWorker.getRegistration = async () =>
      registration as unknown as ServiceWorkerRegistration;
  }, endpoint);
  for (const path of ['', 'heartbeat.html'])
    await test.step(`/${path}`, async () => {
      // The door tells the home the same, every 20 s and when it is left.
      await page.goto('about:blank');
      const told = page.waitForRequest((request) => request.url().endsWith('/api/push/looking'));
      await page.goto(`${home.url}${path}`);
      const looking = await told;
      expect(looking.postDataJSON()).toMatchObject({ visible: true });
      expect((await looking.response())?.status()).toBe(204);
    });
});
