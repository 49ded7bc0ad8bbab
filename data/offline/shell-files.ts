/** One file of the page, in the build's list for the service worker. */
export interface ShellFile {
  /** The URL, relative to the page. */
  readonly url: string;
  /** A content hash; null if the file name contains it. */
  readonly revision: string | null;
}

/** What the build writes into `sw.js` (`ci/build/service-worker.ts`). */
export interface Shell {
  /** A hash of all files. */
  readonly build: string;
  readonly files: readonly ShellFile[];
}

/** A page's message to a waiting worker: take over now. */
export const TAKE_OVER = 'take over';

const PAGES = ['index.html', 'heartbeat.html', 'door.html'] as const;

/** The page for a URL of the home; undefined for other URLs. */
export function pageAt(url: URL, scope: string): string | undefined {
  const address = url.origin + url.pathname;
  if (address === scope || address === `${scope}wall`) return PAGES[0];
  return PAGES.find(
    (page) => address === scope + page || (page === 'door.html' && address === `${scope}door`),
  );
}

/** Matches the build's script URLs in the HTML of a page. */
const SCRIPT = /assets\/[\w.-]+-[\w-]{8}\.js/g;

/**
 * Whether a page loads files of this build, and of no other. After an update the server sends another page, which
 * must not be mixed with the files of this build. A page without any of them is not of the home, such as one that
 * says that the server is being repaired.
 */
export function isPageOf({ files }: Shell, html: string): boolean {
  const urls = new Set(files.map(({ url }) => url));
  const scripts = html.match(SCRIPT) ?? [];
  return scripts.length > 0 && scripts.every((script) => urls.has(script));
}

/** The caches to delete: all except `own` and the newest `kept`. `names` are in the order of creation. */
export const outdated = (names: readonly string[], own: string, kept: number): readonly string[] =>
  names.filter((name) => name !== own).slice(0, -kept);
