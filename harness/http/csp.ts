import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { type Config, EVERY_ORIGIN } from '../../data/config/config.ts';

/** Hashes of the inline scripts and styles that may run (Content-Security-Policy). */
interface PageHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const hashOf = (content: string): string =>
  `'sha256-${createHash('sha256').update(content, 'utf8').digest('base64')}'`;

const contents = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map((match) => match[1] ?? '').filter((content) => content.trim() !== '');

/**
 * Hashes of the inline scripts (the import map) and styles of the built pages. Browsers ignore all others.
 */
function inlineHashes(pages: readonly string[]): PageHashes {
  const unique = (pattern: RegExp) => [
    ...new Set(pages.flatMap((html) => contents(html, pattern).map(hashOf))),
  ];
  return {
    scripts: unique(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi),
    styles: unique(/<style[^>]*>([\s\S]*?)<\/style>/gi),
  };
}

export async function hashesOfPages(dist: string, names: readonly string[]): Promise<PageHashes> {
  const read = (name: string) => readFile(join(dist, name), 'utf8').catch(() => '');
  return inlineHashes(await Promise.all(names.map(read)));
}

const originOf = (address: string): string[] => {
  const url = URL.parse(address);
  return url ? [`${url.protocol}//${url.host}`] : [];
};

/**
 * The requested host is named as well: `'self'` includes WebSockets of the same origin only in
 * newer browsers.
 */
const socketSources = (host: string | undefined): string =>
  host === undefined ? "'self'" : `ws://${host} wss://${host}`;

const upstreamsOf = ({ codeHost, weather, chain, bridge, relays }: Config): string[] =>
  [codeHost.url, weather.url, chain.url, bridge.url, ...relays].flatMap(originOf);

/** The origins that a configuration adds to the policy. */
export const originsOf = (config: Config): readonly string[] => [
  ...new Set([...upstreamsOf(config), ...config.modules.flatMap(originOf)]),
];

type Source = string | ((request: IncomingMessage) => string);

/**
 * The directives for helmet, made from the configuration that is in use.
 * @param own The host that stands for the home itself; the directives do not name it.
 * @param hostOf The host that a request asked for.
 */
export function directives(
  config: Config,
  hashes: PageHashes,
  own: string,
  hostOf: (request: IncomingMessage) => string | undefined,
): Record<string, Source[]> {
  const modules = [...new Set(config.modules.flatMap(originOf))];
  const connections = originsOf(config);
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...hashes.scripts, ...modules],
    'script-src-attr': ["'none'"],
    'style-src': ["'self'", ...hashes.styles],
    'img-src': ["'self'", 'data:', 'blob:'],
    'media-src': ["'self'", 'blob:'],
    'font-src': ["'self'"],
    'connect-src': [
      "'self'",
      (request) => socketSources(hostOf(request)),
      ...connections.filter((origin) => new URL(origin).host !== own),
    ],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'frame-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    // Other sites may frame only the pages of single widgets (`embedDirectives`).
    'frame-ancestors': ["'self'"],
  };
}

/** The policy of a page that has nothing but `style` and the icon of the home, and what `more` allows. */
export const plainPagePolicy = (style: string, more: readonly string[] = []): string =>
  [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    ...more,
  ].join(';');

/**
 * The directives of a page with one widget.
 * @param inline Its only inline script and style.
 * @param frameAncestors The origins whose pages may frame it, besides the home's own; `*` for all.
 */
export function embedDirectives(
  config: Config,
  inline: { readonly script: string; readonly style: string },
  own: string,
  frameAncestors: readonly string[],
): Record<string, string[]> {
  const upstreams = [...new Set(upstreamsOf(config))].filter((origin) => new URL(origin).host !== own);
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'", hashOf(inline.script)],
    'style-src': ["'self'", hashOf(inline.style)],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...upstreams],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': frameAncestors.includes(EVERY_ORIGIN) ? ['*'] : ["'self'", ...frameAncestors],
  };
}
