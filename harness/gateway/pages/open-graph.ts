import { escapeHtml } from '../../core/escape.ts';
import { FEED_FILE } from '../syndication/feed.ts';
import { oembedAddress } from '../syndication/oembed.ts';

/**
 * The description of a page for links that are shared (the Open Graph protocol, https://ogp.me).
 */
interface OpenGraphPage {
  readonly title: string;
  readonly description: string;
  /** The address of the page. */
  readonly url: string;
  /** The address of the picture, 1200 × 630 pixels. */
  readonly image: string;
  /** Other forms of the page, for programs that look for them. */
  readonly alternates: readonly { readonly type: string; readonly href: string; readonly title: string }[];
}

const SHARED_IMAGE = 'social.jpg';
export const IMAGE_SIZE = { width: 1200, height: 630 } as const;
const IMAGE_ALT =
  'A glass terrace at night above a sea of clouds, with the panels, the portals and the resident of the home';

const OPEN = '<!-- sharing -->';
const CLOSE = '<!-- /sharing -->';

function openGraphTags({ title, description, url, image, alternates }: OpenGraphPage): string {
  const metas: readonly (readonly [kind: 'name' | 'property', key: string, content: string])[] = [
    ['name', 'description', description],
    ['property', 'og:type', 'website'],
    ['property', 'og:title', title],
    ['property', 'og:description', description],
    ['property', 'og:url', url],
    ['property', 'og:image', image],
    ['property', 'og:image:type', 'image/jpeg'],
    ['property', 'og:image:width', String(IMAGE_SIZE.width)],
    ['property', 'og:image:height', String(IMAGE_SIZE.height)],
    ['property', 'og:image:alt', IMAGE_ALT],
    ['name', 'twitter:card', 'summary_large_image'],
  ];
  return [
    `<title>${escapeHtml(title)}</title>`,
    ...metas.map(([kind, key, content]) => `<meta ${kind}="${key}" content="${escapeHtml(content)}" />`),
    ...alternates.map(
      ({ type, href, title: name }) =>
        `<link rel="alternate" type="${type}" href="${escapeHtml(href)}" title="${escapeHtml(name)}" />`,
    ),
  ].join('\n    ');
}

/** Puts the tags between their two marks; a page without marks stays as it is. */
export function fillOpenGraph(html: string, page: OpenGraphPage): string {
  const from = html.indexOf(OPEN);
  const to = html.indexOf(CLOSE, from);
  if (from < 0 || to < 0) return html;
  return `${html.slice(0, from + OPEN.length)}\n    ${openGraphTags(page)}\n    ${html.slice(to)}`;
}

export const pageNames = ['index.html', 'heartbeat.html', 'door.html', 'widgets.html'] as const;
export type PageName = (typeof pageNames)[number];

const DESCRIPTION =
  'The home of a resident AI agent: walk in, see what it does, talk to it, leave through a portal.';
/** The pages other than the world: the words after the home's name in the title, and the description. */
const others: Readonly<Partial<Record<PageName, { readonly title: string; readonly description: string }>>> =
  {
    'heartbeat.html': {
      title: 'heartbeat',
      description: 'What this home and its agents are doing, at one glance.',
    },
    'door.html': {
      title: 'door',
      description: 'The owner of this home answers here what its agents ask.',
    },
    'widgets.html': {
      title: 'widgets',
      description: 'The readings of this home for other pages: every widget live, with its code.',
    },
  };

/**
 * The tags of a page.
 * @param base The home's address, with a trailing slash; `./` if it is not known.
 */
export function openGraphOf(
  name: PageName,
  base: string,
  home: { readonly appName: string; readonly description: string },
): OpenGraphPage {
  const other = others[name];
  const url = other ? `${base}${name}` : base;
  return {
    title: other ? `${home.appName}: ${other.title}` : home.appName,
    description: other?.description ?? (home.description || DESCRIPTION),
    url,
    image: `${base}${SHARED_IMAGE}`,
    alternates: [
      { type: 'application/rss+xml', href: `${base}${FEED_FILE}`, title: `${home.appName}: news` },
      { type: 'application/json+oembed', href: oembedAddress(base, url), title: home.appName },
    ],
  };
}
