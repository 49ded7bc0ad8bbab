import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { messageText } from '../../../data/push/push-message.ts';
import { type NoticeScope, startNotices } from '../../../data/push/show-notices.ts';

const SCOPE = 'https://home.example/';
const DOOR = `${SCOPE}door`;
const notice = { tag: 'ask-1', title: 'shop', body: 'Asks.', url: `${DOOR}#ask=1`, silent: false };

interface Shown {
  readonly title: string;
  readonly options: NotificationOptions;
}

/** A worker that keeps its notices in a list. */
function worker({ badges = true, open = [] as string[], isControlled = true } = {}) {
  const shown: Shown[] = [];
  const done: string[] = [];
  const listeners = new Map<string, (event: never) => void>();
  const pages = open.map((url) => ({
    url,
    focus: async () => void done.push(`focus ${url}`),
    navigate: async (to: string) => {
      if (!isControlled) throw new TypeError('This page is not controlled');
      done.push(`navigate ${url} to ${to}`);
    },
    postMessage: (message: unknown) => void done.push(`post ${JSON.stringify(message)}`),
  }));
  const scope: NoticeScope = {
    registration: {
      scope: SCOPE,
      showNotification: async (title, options = {}) => void shown.push({ title, options }),
      getNotifications: async ({ tag } = {}) =>
        shown
          .filter(({ options }) => options.tag === tag)
          .map((one) => ({ close: () => void shown.splice(shown.indexOf(one), 1) }) as Notification),
    },
    navigator: badges
      ? { setAppBadge: async (badge) => void done.push(`badge ${badge}`) }
      : { setAppBadge: () => Promise.reject(new Error('not here')) },
    clients: {
      matchAll: async () => pages,
      openWindow: async (url) => void done.push(`open ${url}`),
    },
    addEventListener: (type: string, listener: (event: never) => void) => void listeners.set(type, listener),
  };
  startNotices(scope);
  const send = async (type: string, event: object): Promise<void> => {
    let work: Promise<unknown> = Promise.resolve();
    listeners.get(type)?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) } as never);
    await work;
  };
  const push = (text: string) => send('push', { data: { text: () => text } });
  const click = (url: unknown) =>
    send('notificationclick', { notification: { close: () => void done.push('close'), data: { url } } });
  return { shown, done, send, push, click, scope };
}

describe('the worker', () => {
  test('shows a notice once, replaces it, and closes it', async () => {
    const { shown, done, push } = worker();
    await push(messageText({ notice, badge: 2 }));
    await push(messageText({ notice: { ...notice, body: 'Asks again.' }, badge: 2 }));
    assert.equal(shown.length, 1);
    assert.equal(shown[0]?.title, 'shop');
    const { body, tag, data } = shown[0]?.options ?? {};
    assert.deepEqual([body, tag, data], ['Asks again.', 'ask-1', { url: `${DOOR}#ask=1` }]);
    await push(messageText({ notice: { ...notice, tag: 'ask-2' }, badge: 2 }));
    await push(messageText({ close: 'ask-1', badge: 1 }));
    assert.deepEqual(
      shown.map(({ options }) => options.tag),
      ['ask-2'],
    );
    assert.deepEqual(done, ['badge 2', 'badge 2', 'badge 2', 'badge 1']);
  });

  test('closes a notice that is still being shown, and goes on after one that was refused', async () => {
    const { shown, push, scope } = worker();
    const { showNotification } = scope.registration;
    scope.registration.showNotification = async (title, options) => {
      if (options?.tag === 'refused') throw new TypeError('No notification permission has been granted');
      await setTimeout(5);
      await showNotification(title, options);
    };
    const refused = push(messageText({ notice: { ...notice, tag: 'refused' } }));
    const all = [push(messageText({ notice })), push(messageText({ close: notice.tag, badge: 0 }))];
    await assert.rejects(refused, /permission/);
    await Promise.all(all);
    assert.deepEqual(shown, []);
  });

  test('shows something for each message, also where the icon takes no number', async () => {
    const { shown, push, send } = worker({ badges: false });
    await push(messageText({ notice, badge: 2 }));
    await push('{"who":"knows"}');
    await send('push', { data: null });
    assert.deepEqual(
      shown.map(({ title }) => title),
      ['shop', 'Your home', 'Your home'],
    );
  });

  test('reads what Safari has parsed', async () => {
    const { shown, send } = worker();
    const { title, body, tag, url: navigate } = notice;
    await send('push', { data: null, notification: { title, body, tag, silent: null, navigate } });
    assert.equal(shown[0]?.title, 'shop');
    assert.deepEqual(shown[0]?.options.data, { url: `${DOOR}#ask=1` });
  });

  test('opens the page of a notice, or brings it to the front', async () => {
    const fresh = worker({ open: [`${SCOPE}?view=overview`, `${SCOPE}heartbeat.html`] });
    await fresh.click(`${DOOR}#ask=1`);
    assert.deepEqual(fresh.done, ['close', `open ${DOOR}#ask=1`]);
    const there = worker({ open: [DOOR] });
    await there.click(`${DOOR}#ask=1`);
    assert.deepEqual(there.done, ['close', `focus ${DOOR}`, `navigate ${DOOR} to ${DOOR}#ask=1`]);
    const loose = worker({ open: [DOOR], isControlled: false });
    await loose.click(`${DOOR}#ask=1`);
    assert.deepEqual(loose.done, ['close', `focus ${DOOR}`, `post {"open":"${DOOR}#ask=1"}`]);
  });

  test('brings a page to the front and does not load it again, so that unsent text stays', async () => {
    for (const at of [DOOR, `${DOOR}#ask=1`]) {
      const { done, click } = worker({ open: [at] });
      await click(DOOR);
      assert.deepEqual(done, ['close', `focus ${at}`]);
    }
  });

  test('opens no page of another site', async () => {
    for (const url of ['https://evil.example/door', 'javascript:alert(1)', undefined, 7]) {
      const { done, click } = worker();
      await click(url);
      assert.deepEqual(done, ['close', `open ${DOOR}`]);
    }
  });
});
