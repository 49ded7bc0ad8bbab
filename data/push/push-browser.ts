/** What a browser gives to the home: https://www.w3.org/TR/push-api/#dom-pushsubscription-tojson */
export interface BrowserSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/**
 * Whether notices can arrive here. `insecure`: browsers offer them over HTTPS only. `home-screen`: on an iPhone or
 * iPad only a home on the Home Screen gets them. `denied`: the person has refused them for this site.
 */
export type PushSupport = 'possible' | 'insecure' | 'home-screen' | 'unsupported' | 'denied';

/** The push functions of the browser; tests pass their own. */
export interface PushBrowser {
  support(): PushSupport;
  /** The present subscription; undefined if there is none. */
  current(): Promise<BrowserSubscription | undefined>;
  /**
   * Asks the person for permission if that is needed, then subscribes at the push service of the browser.
   * Call it in the handler of a tap. Rejects with a sentence for the person.
   */
  subscribe(publicKey: string): Promise<BrowserSubscription>;
  unsubscribe(): Promise<void>;
}

/** How long a new worker may take to start. */
const WORKER_TIMEOUT_MS = 20_000;

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** A subscription as the home takes it; undefined if a browser has no keys for it. */
function plain(subscription: PushSubscription | null): BrowserSubscription | undefined {
  const { endpoint, keys: { p256dh, auth } = {} } = subscription?.toJSON() ?? {};
  return endpoint === undefined || p256dh === undefined || auth === undefined
    ? undefined
    : { endpoint, keys: { p256dh, auth } };
}

const isFor = ({ options }: PushSubscription, key: Uint8Array): boolean => {
  const own = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  return own.length === key.length && own.every((byte, index) => byte === key[index]);
};

interface Parts {
  readonly isSecure: boolean;
  readonly navigator: Partial<Pick<Navigator, 'serviceWorker'>> & { readonly standalone?: boolean };
  readonly Notification: Pick<typeof Notification, 'permission' | 'requestPermission'> | undefined;
  readonly hasPush: boolean;
  /** Registers the worker of the home. */
  register(): Promise<void>;
}

/** Notices of the home at `base`. */
export function createPushBrowser(base: string, parts: Parts): PushBrowser {
  const { isSecure, navigator, Notification: notices, hasPush, register } = parts;
  const registration = async (): Promise<ServiceWorkerRegistration | undefined> =>
    navigator.serviceWorker?.getRegistration(base);
  const existing = async (): Promise<PushSubscription | null> =>
    (await (await registration())?.pushManager.getSubscription()) ?? null;

  return {
    support() {
      if (!isSecure) return 'insecure';
      if (navigator.serviceWorker && notices && hasPush)
        return notices.permission === 'denied' ? 'denied' : 'possible';
      // Only Safari on an iPhone or iPad has this property.
      return navigator.standalone === false ? 'home-screen' : 'unsupported';
    },
    current: async () => plain(await existing()),
    async subscribe(publicKey) {
      // This is the first call, because Safari and Firefox ask the person only in the handler of a tap.
      if ((await notices?.requestPermission()) !== 'granted')
        throw new Error('The browser does not allow notices for this site');
      await register();
      const container = navigator.serviceWorker;
      const ready = await Promise.race([
        container?.ready,
        new Promise<undefined>((done) => setTimeout(() => done(undefined), WORKER_TIMEOUT_MS)),
      ]);
      if (!ready) throw new Error('The service worker of the home does not start');
      const key = bytesOf(publicKey);
      const before = await ready.pushManager.getSubscription();
      // A subscription for another key cannot be changed, so it is ended. The home has other keys after a
      // restore of its data folder.
      if (before && !isFor(before, key)) await before.unsubscribe();
      const subscription = plain(
        await ready.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }),
      );
      if (!subscription) throw new Error('The browser gave no keys for its notices');
      return subscription;
    },
    async unsubscribe() {
      await (await existing())?.unsubscribe();
    },
  };
}

/** The browser of this page. */
export const pushBrowserOf = (window: Window & typeof globalThis, base: string): PushBrowser =>
  createPushBrowser(base, {
    isSecure: window.isSecureContext,
    navigator: window.navigator,
    Notification: 'Notification' in window ? window.Notification : undefined,
    hasPush: 'PushManager' in window,
    register: async () => (await import('../offline/register.ts')).registerWorker(base),
  });
