import { ANSWERS_CACHE } from './last-answers.ts';

/** Where a browser keeps the secret of its session with the home at `base`. */
export const sessionKey = (base: string): string => `home-world:session:${base}`;

/** The files of the program in the service worker's caches: the same in every home. */
const OF_PROGRAM = /\/(?:assets|vendor)\/[^?]+$/;

/**
 * Removes what this browser has stored of a home that its user may no longer see: the last answers, and the
 * pages and the configuration in the service worker's copy. The files of the program stay.
 * @param base Where the home is served, with a trailing slash.
 */
export async function forgetHome(
  base: string,
  caches: Pick<CacheStorage, 'keys' | 'open' | 'delete'>,
): Promise<void> {
  await caches.delete(ANSWERS_CACHE);
  const names = (await caches.keys()).filter((name) => name.startsWith(`home-world shell ${base} `));
  for (const name of names) {
    const cache = await caches.open(name);
    const stored = (await cache.keys()).filter(({ url }) => !OF_PROGRAM.test(url));
    await Promise.all(stored.map((request) => cache.delete(request)));
  }
}
