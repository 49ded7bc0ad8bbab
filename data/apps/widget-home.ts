import type { SourceName } from '../readings/readings-state.ts';
import type { Source } from '../readings/sources/source.ts';
import type { Readable } from '../core/watch.ts';
import { safeUrl } from '../travel/destination.ts';
import type { HomeState } from './home-state.ts';

/** The connection of a widget outside the world's page to its home. */
export type HomeView =
  | { readonly phase: 'connecting'; readonly note: string }
  | { readonly phase: 'ready'; readonly state: HomeState }
  | { readonly phase: 'failed'; readonly cause: string };

/** The sources a widget shows; no others are requested. Sources of the same name are one. */
export type SourcesOf = (state: HomeState) => readonly Source<SourceName>[];

/** What a widget wants of its home. */
export interface Wanted {
  readonly sources: SourcesOf;
  /** Seconds between requests; 0 or not a number: the source's own. */
  readonly every: number;
}

export interface HomeConnection {
  readonly view: Readable<HomeView>;
  /** Requests the sources of this widget now. */
  refresh(): void;
  /** Ends the connection; the last one of a home stops its polling. */
  release(): void;
}

/** Opens the home at a base URL, which ends in a slash. */
export type HomeConnector = (base: string, wanted: Wanted) => HomeConnection;

/**
 * The base URL of a `src` attribute: an absolute http(s) address or a path of this site; undefined
 * for anything else.
 */
export function homeBase(src: string, documentUrl: string): string | undefined {
  const wanted = src.trim();
  if (!/^(?:https?:\/\/|\.{0,2}\/|\.{1,2}$)/i.test(wanted) || wanted.startsWith('//')) return undefined;
  const url = safeUrl(wanted, documentUrl);
  if (!url) return undefined;
  // A page, its query and its fragment are dropped: `…/heartbeat.html#x` means its folder.
  const folder = url.pathname.replace(/\/[^/]+\.html?$/i, '/').replace(/\/*$/, '/');
  return url.origin + folder;
}
