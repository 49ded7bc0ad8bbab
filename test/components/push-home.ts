import type { BrowserSubscription, PushBrowser, PushSupport } from '../../data/push/push-browser.ts';

export const subscription: BrowserSubscription = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/a',
  keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
};

/** The notices of a browser, without a push service. */
export function fakeBrowser(support: PushSupport = 'possible') {
  const calls: string[] = [];
  let current: BrowserSubscription | undefined;
  const browser: PushBrowser = {
    support: () => support,
    current: async () => current,
    subscribe: async (publicKey) => {
      calls.push(`subscribe ${publicKey}`);
      return (current = subscription);
    },
    unsubscribe: async () => {
      calls.push('unsubscribe');
      current = undefined;
    },
  };
  return { browser, calls };
}

/** A home that answers requests to these paths, and keeps them. */
export function fakeHome(answers: Readonly<Record<string, (body: never) => [number, unknown]>>) {
  const requests: { readonly method: string; readonly path: string; readonly body: unknown }[] = [];
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const path = new URL(input instanceof Request ? input.url : String(input)).pathname;
    const method = init.method ?? 'GET';
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    requests.push({ method, path, body });
    const [status, answer] = answers[`${method} ${path}`]?.(body as never) ?? [404, { message: 'Not here.' }];
    return status === 204 ? new Response(null, { status }) : Response.json(answer, { status });
  };
  return { io: { fetch, base: 'https://home.example/' }, requests };
}
