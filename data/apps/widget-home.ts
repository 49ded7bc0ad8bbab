import type { Source } from '../readings/sources/source.ts';
import type { Readable } from '../core/signal.ts';
import type { State } from '../state.ts';
import { safeUrl } from '../travel/destination.ts';

/** How far a widget that stands alone has come with its home. */
export type HomeView =
  | { readonly phase: 'connecting'; readonly note: string }
  | { readonly phase: 'ready'; readonly state: State }
  | { readonly phase: 'failed'; readonly cause: string };

/** What a widget needs of a home: only these are asked. Sources of the same name are one. */
export type SourcesOf = (state: State) => readonly Source[];

export interface HomeConnection {
  readonly view: Readable<HomeView>;
  /** Lets go of the home; the last one to do so stops its polling. */
  release(): void;
}

/** Opens the home at a base URL, which ends in a slash. */
export type HomeConnector = (base: string, sources: SourcesOf) => HomeConnection;

/** The base URL a `src` attribute means, or undefined where it means none: absolute http(s), or a path of this site. */
export function homeBase(src: string, documentUrl: string): string | undefined {
  const wanted = src.trim();
  if (!/^(?:https?:\/\/|\.{0,2}\/|\.{1,2}$)/i.test(wanted) || wanted.startsWith('//')) return undefined;
  const url = safeUrl(wanted, documentUrl);
  if (!url) return undefined;
  // A page of the home, its query and its fragment are dropped: `…/heartbeat.html#x` means the folder it stands in.
  const folder = url.pathname.replace(/\/[^/]+\.html?$/i, '/').replace(/\/*$/, '/');
  return url.origin + folder;
}
