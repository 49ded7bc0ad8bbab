type Container = Pick<ServiceWorkerContainer, 'register' | 'getRegistration'>;

/** Begins the names of the caches of all homes of this origin. */
const CACHES = 'home-world ';

interface Means {
  readonly fetch?: typeof globalThis.fetch;
  /** Undefined where the browser has no service workers, or not on this address. */
  readonly container?: Container | undefined;
  readonly caches?: Pick<CacheStorage, 'keys' | 'delete'>;
}

/**
 * Registers the service worker of the home at `base`, or looks for a new one. Where the home serves
 * none any more, as in `npm run dev`, an earlier one goes with its files. Failures are ignored
 * (specification 7): the page works without it.
 */
export async function registerWorker(
  base: string,
  { fetch = globalThis.fetch, container = navigator.serviceWorker, caches = globalThis.caches }: Means = {},
): Promise<void> {
  if (!container) return;
  try {
    const script = new URL('sw.js', base).href;
    const { ok, status } = await fetch(script, { method: 'HEAD', cache: 'no-cache' });
    if (ok) await (await container.register(script)).update();
    if (status !== 404) return;
    const earlier = await container.getRegistration(base);
    if (earlier?.scope !== base) return;
    await earlier.unregister();
    const names = (await caches.keys()).filter((name) => name.startsWith(`${CACHES}shell ${base}`));
    await Promise.all(names.map((name) => caches.delete(name)));
  } catch {
    // The next visit tries it again.
  }
}
