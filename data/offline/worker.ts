import type { WorkboxPlugin } from 'workbox-core/types.js';
import { PrecacheController } from 'workbox-precaching/PrecacheController.js';
import { registerRoute } from 'workbox-routing/registerRoute.js';
import { NetworkFirst } from 'workbox-strategies/NetworkFirst.js';
import { forgetHome } from './forget.ts';
import { type Shell, TAKE_OVER, isPageOf, outdated, pageAt } from './shell-files.ts';
import { isFromProxy } from '../core/http.ts';

/**
 * The used parts of a service worker's global scope. TypeScript's types for it cannot be combined with the
 * types of a page.
 */
interface WorkerEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
export interface WorkerScope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
}

/** If the server has not answered after this time, the cached copy is used. */
const NETWORK_SECONDS = 3;
/** The number of earlier builds whose files are kept for open pages. */
const EARLIER_BUILDS = 2;

const cacheName = (scope: string, build = ''): string => `home-world shell ${scope} ${build}`;

/**
 * Accepts only files of this build for the cache. During an update the server may send files of another
 * build: then the installation fails, and the browser tries again later.
 */
const ofThisBuild = (shell: Shell): WorkboxPlugin => ({
  async cacheWillUpdate({ response }) {
    if (response.status !== 200) return null;
    const isPage = response.headers.get('content-type')?.includes('text/html');
    return isPage && !isPageOf(shell, await response.clone().text()) ? null : response;
  },
});

/**
 * Installs, activates and answers as the service worker of a home (docs/offline.md). Files with a content
 * hash in their name come from the cache. Pages and the other files come from the server while it answers, so
 * that a visit after an update shows the new build. All other requests (readings, other origins) are not
 * handled.
 */
export function startWorker(worker: WorkerScope, shell: Shell): void {
  const { scope } = worker.registration;
  const own = cacheName(scope, shell.build);
  const copy = new PrecacheController({ cacheName: own, plugins: [ofThisBuild(shell)] });
  copy.addToCacheList([...shell.files]);
  /** The cache key of a file; for a page, without its query. */
  const keyOf = (url: URL): string | undefined => {
    const page = pageAt(url, scope);
    return copy.getCacheKeyForURL(page === undefined ? url.href : scope + page);
  };
  const isNamedAfterContent = (url: URL): boolean =>
    url.href.startsWith(`${scope}assets/`) || keyOf(url) === url.href;

  worker.addEventListener('install', (event) => {
    // The worker need not wait until open pages are closed, because the files of earlier builds are kept (see
    // `EARLIER_BUILDS`).
    void worker.skipWaiting();
    void copy.install(event as Parameters<typeof copy.install>[0]);
  });
  worker.addEventListener('message', ({ data }) => {
    if (data === TAKE_OVER) void worker.skipWaiting();
  });
  worker.addEventListener('activate', (event) => {
    const clean = async (): Promise<void> => {
      const names = (await caches.keys()).filter((name) => name.startsWith(cacheName(scope)));
      await Promise.all(outdated(names, own, EARLIER_BUILDS).map((name) => caches.delete(name)));
      await worker.clients.claim();
    };
    event.waitUntil(clean());
  });

  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isNamedAfterContent(url),
    async ({ request }) => (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request),
  );
  registerRoute(
    ({ url, sameOrigin, request }) =>
      sameOrigin &&
      // The page names the painted picture of the present hour, which is not in the list of files.
      (keyOf(url) !== undefined || url.href.startsWith(`${scope}painted/`)) &&
      (request.mode === 'navigate' || !pageAt(url, scope)),
    new NetworkFirst({
      cacheName: own,
      networkTimeoutSeconds: NETWORK_SECONDS,
      matchOptions: { ignoreVary: true },
      plugins: [
        {
          cacheKeyWillBeUsed: async ({ request }) => keyOf(new URL(request.url)) ?? request,
          async fetchDidSucceed({ response }) {
            if (isFromProxy(response)) throw new Error('the home does not answer');
            // Deletes the copy, which was for a reader who was signed in.
            if (response.status === 401) await forgetHome(scope, caches);
            return response;
          },
        },
        ofThisBuild(shell),
      ],
    }),
  );
}
