/** One file of the page, as the build lists it for the service worker. */
export interface ShellFile {
  /** Relative to the page. */
  readonly url: string;
  /** A hash of its content; null if its name changes with its content. */
  readonly revision: string | null;
}

/** What the build puts into `sw.js` (`ci/build/service-worker.ts`). */
export interface Shell {
  /** A hash of all files. */
  readonly build: string;
  readonly files: readonly ShellFile[];
}

/** A page's message to a worker that waits: take over now. */
export const TAKE_OVER = 'take over';

const PAGES = ['index.html', 'heartbeat.html'] as const;

/** The page that is shown at an address of the home; undefined for any other address. */
export function pageAt(url: URL, scope: string): string | undefined {
  const address = url.origin + url.pathname;
  return PAGES.find((page) => address === scope + page) ?? (address === scope ? PAGES[0] : undefined);
}

/** Scripts of a build in the HTML of a page. */
const SCRIPT = /assets\/[\w.-]+-[\w-]{8}\.js/g;

/**
 * Whether a page loads files of this build only. After an update the server has another page: with the
 * files of this build it would be a mixture.
 */
export function isPageOf({ files }: Shell, html: string): boolean {
  const urls = new Set(files.map(({ url }) => url));
  return (html.match(SCRIPT) ?? []).every((script) => urls.has(script));
}

/** The caches to delete: all but the newest. `names` are in the order in which they were made. */
export const outdated = (names: readonly string[], own: string, kept: number): readonly string[] =>
  names.filter((name) => name !== own).slice(0, -kept);
