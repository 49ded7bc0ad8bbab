import type { SourceName } from '../readings/readings-state.ts';
import type { Source } from '../readings/sources/source.ts';
import type { Readable } from '../core/watch.ts';
import { safeUrl } from '../core/safe-url.ts';
import type { HomeState } from './home-state.ts';

/** The state of the connection between a widget outside the world's page and its home. */
export type HomeView =
  | { readonly phase: 'connecting'; readonly note: string }
  | { readonly phase: 'ready'; readonly state: HomeState }
  | { readonly phase: 'failed'; readonly cause: string };

/**
 * The sources that a widget shows; only these are requested. Sources with the same name are requested once.
 */
export type SourcesOf = (state: HomeState) => readonly Source<SourceName>[];

/** What a widget requests from its home. */
export interface Wanted {
  readonly sources: SourcesOf;
  /** Seconds between requests; 0 or NaN: the interval of the source. */
  readonly every: number;
}

export interface HomeConnection {
  readonly view: Readable<HomeView>;
  /** Requests the sources of this widget now. */
  refresh(): void;
  /** Ends the connection; when the last connection of a home ends, its polling stops. */
  release(): void;
}

/**
 * Opens the home at a base URL, which ends with a slash. A fragment is one of its repositories, as `owner/name`:
 * relative URLs leave it out.
 */
export type HomeConnector = (base: string, wanted: Wanted) => HomeConnection;

/**
 * The base URL for a `src` attribute: an absolute http(s) URL or a path of this site; otherwise undefined.
 */
export function homeBase(src: string, documentUrl: string): string | undefined {
  const wanted = src.trim();
  if (!/^(?:https?:\/\/|\.{0,2}\/|\.{1,2}$)/i.test(wanted) || wanted.startsWith('//')) return undefined;
  const url = safeUrl(wanted, documentUrl);
  if (!url) return undefined;
  // Drops the file name, the query and the fragment: `…/heartbeat.html#x` becomes `…/`.
  const folder = url.pathname.replace(/\/[^/]+\.html?$/i, '/').replace(/\/*$/, '/');
  return url.origin + folder;
}
