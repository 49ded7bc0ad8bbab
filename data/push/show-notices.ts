import { homeUrl, parseMessage } from './push-message.ts';

/** The used parts of a service worker's global scope: see `data/offline/worker.ts`. */
interface WorkerEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface Pushed extends WorkerEvent {
  readonly data: { text(): string } | null;
  /** What Safari shows if the worker shows nothing; then `data` is null. */
  readonly notification?: Pick<Notification, 'title' | 'body' | 'tag' | 'silent'> & {
    readonly navigate?: string;
  };
}
interface Clicked extends WorkerEvent {
  readonly notification: Pick<Notification, 'close' | 'data'>;
}
interface Page {
  readonly url: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
  postMessage(message: { readonly open: string }): void;
}
export interface NoticeScope {
  readonly registration: Pick<ServiceWorkerRegistration, 'scope' | 'showNotification' | 'getNotifications'>;
  readonly navigator: Partial<Pick<Navigator, 'setAppBadge'>>;
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Page[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(type: 'push', listener: (event: Pushed) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: Clicked) => void): void;
}

/** Sets the number on the icon of the installed home, if the system shows one. */
async function setBadge({ navigator }: NoticeScope, badge: number | undefined): Promise<void> {
  // A system may offer the call and refuse it.
  if (badge !== undefined) await navigator.setAppBadge?.(badge).catch(() => undefined);
}

/** The message as text. Safari gives a parsed notification instead, which becomes text again. */
function textOf({ data, notification: shown }: Pushed): string {
  if (data || !shown) return data?.text() ?? '';
  const { title, body, tag, silent, navigate } = shown;
  return JSON.stringify({ web_push: 8030, notification: { title, body, tag, silent, navigate } });
}

async function show(worker: NoticeScope, event: Pushed): Promise<void> {
  const { registration } = worker;
  const { scope } = registration;
  const message = parseMessage(textOf(event), scope);
  // Shows a notice for an unknown message too: browsers end the subscription of a worker that shows nothing.
  if (!message)
    return registration.showNotification('Your home', {
      tag: 'unknown',
      body: 'A message that this version cannot read.',
      data: { url: `${scope}door` },
    });
  await setBadge(worker, message.badge);
  const tag = 'close' in message ? message.close : message.notice.tag;
  // Closes the earlier notice, because in Safari a new notice with the same tag does not replace it.
  for (const notice of await registration.getNotifications({ tag })) notice.close();
  if ('close' in message) return;
  const { title, body, url, silent } = message.notice;
  await registration.showNotification(title, {
    tag,
    body,
    silent,
    icon: `${scope}icons/icon-192.png`,
    data: { url },
  });
}

/** Shows the page of a notice: one that is open, or a new one. Only pages of the home are opened. */
async function open({ clients, registration: { scope } }: NoticeScope, given: unknown): Promise<void> {
  const url = homeUrl(given, scope);
  const { pathname, hash } = new URL(url);
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find((one) => new URL(one.url).pathname === pathname);
  if (!page) return void (await clients.openWindow(url));
  // Browsers refuse to focus a page without a tap of a person.
  await page.focus().catch(() => undefined);
  // A URL with a fragment does not load the page again. One without would, and unsent text would be lost. A worker
  // may not navigate a page that it does not control: then the page gets a message and opens the URL itself.
  if (hash !== '') await page.navigate(url).catch(() => page.postMessage({ open: url }));
}

/** Shows and closes notices as the home tells the worker, and opens the page of a notice that is tapped. */
export function startNotices(worker: NoticeScope): void {
  let last: Promise<unknown> = Promise.resolve();
  worker.addEventListener('push', (event) => {
    // One after another: Chromium forgets a notice that is read while it is being shown, so it could not be closed.
    last = last.catch(() => undefined).then(() => show(worker, event));
    event.waitUntil(last);
  });
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { url } = (event.notification.data ?? {}) as { url?: unknown };
    event.waitUntil(open(worker, url));
  });
}
