import { type BrowserContext, type CDPSession, type Page, expect, test } from '@playwright/test';
import { messageText } from '../../data/push/push-message.ts';
import { type TestHome, startTestHome } from '../helpers/home.ts';

test.use({ serviceWorkers: 'allow' });

let home: TestHome;
test.beforeEach(async () => {
  home = await startTestHome();
});
test.afterEach(() => home.close());

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
  const deliver = (text: string) =>
    session.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(home.url).origin,
      registrationId,
      data: text,
    });
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
  // Chromium sometimes has a notice only after some time.
  await expect.poll(shown).toEqual([{ title: 'shop', body: notice.body, tag: 'ask-1', data: { url } }]);
  await send('Codex has a question.');
  await expect.poll(async () => (await shown()).map(({ body }) => body)).toEqual(['Codex has a question.']);
  await deliver(messageText({ notice: { ...notice, tag: 'ask-2', url: 'https://evil.example/' } }));
  await expect.poll(async () => (await shown()).length).toBe(2);
  const other = (await shown()).find(({ tag }) => tag === 'ask-2');
  expect(other?.data).toEqual({ url: `${home.url}door` });
  await deliver(messageText({ close: 'ask-1', badge: 0 }));
  await expect.poll(async () => (await shown()).map(({ tag }) => tag)).toEqual(['ask-2']);
});

test('a tap on a notice closes it, and shows the ask on the open page', async ({ context, page }) => {
  const { deliver, shown } = await pageWithWorker(context, page);
  const url = `${home.url}door#ask=1`;
  await deliver(messageText({ notice: { tag: 'ask-1', title: 'shop', body: 'Asks.', url, silent: false } }));
  await expect.poll(async () => (await shown()).length).toBe(1);
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
  await expect.poll(() => page.url()).toBe(url);
});
