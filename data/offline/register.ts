import { TAKE_OVER } from './shell-files.ts';

type Container = Pick<ServiceWorkerContainer, 'register' | 'getRegistration'>;

/** The prefix of the cache names of all homes of this origin. */
const CACHES = 'home-world ';

/**
 * When a waiting worker is asked again to take over, in milliseconds after it was found. Chromium can drop
 * the first attempt: if a page sends a request to the old worker at that moment, the new worker waits until
 * all pages are closed.
 */
const ASK_AGAIN_MS: readonly number[] = [2_000, 8_000, 20_000, 60_000];

/** Asks the waiting worker several times to take over; without a waiting worker it sends nothing. */
function activateSoon(registration: Pick<ServiceWorkerRegistration, 'waiting'>): void {
  for (const delay of ASK_AGAIN_MS) setTimeout(() => registration.waiting?.postMessage(TAKE_OVER), delay);
}

interface Means {
  readonly fetch?: typeof globalThis.fetch;
  /** Undefined if the browser has no service workers, or does not allow them for this origin. */
  readonly container?: Container | undefined;
  readonly caches?: Pick<CacheStorage, 'keys' | 'delete'>;
}

/**
 * Registers the service worker of the home at `base`, or checks for a new one. If the home has no service
 * worker any more, for example with `npm run dev`, an earlier one is removed with its files. Failures are
 * ignored (specification 7), because the page works without a service worker.
 */
export async function registerWorker(
  base: string,
  { fetch = globalThis.fetch, container = navigator.serviceWorker, caches = globalThis.caches }: Means = {},
): Promise<void> {
  if (!container) return;
  try {
    const script = new URL('sw.js', base).href;
    const { ok, status } = await fetch(script, { method: 'HEAD', cache: 'no-cache' });
    if (ok) {
      const registration = await container.register(script);
      await registration.update();
      activateSoon(registration);
    }
    if (status !== 404) return;
    const earlier = await container.getRegistration(base);
    if (earlier?.scope !== base) return;
    await earlier.unregister();
    const names = (await caches.keys()).filter((name) => name.startsWith(`${CACHES}shell ${base} `));
    await Promise.all(names.map((name) => caches.delete(name)));
  } catch {
    // The next visit tries again.
  }
}
