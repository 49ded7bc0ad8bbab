import * as v from 'valibot';
import { escapeHtml } from '../../core/escape.ts';
import {
  EMBED_FOLDER,
  type EmbedName,
  embedNames,
  embedOf,
  type EmbedOptions,
  frameHeight,
  isEmbedName,
  queryOf,
  readEmbedOptions,
} from './embeds.ts';
import type { HomeCounts } from './home-counts.ts';

const MAX_ADDRESS_CHARACTERS = 2_000;
/** How long a consumer may keep an answer; only the owner's settings change it. */
const CACHE_SECONDS = 3_600;

/** Where a consumer asks about an address of the home (https://oembed.com). */
export const oembedAddress = (base: string, address: string): string =>
  `${base}oembed?url=${encodeURIComponent(address)}&format=json`;

const URL_TEXT = '“url” is the address of a page of this home, such as <home>/embed/agents.';
const FORMAT = 'This home answers in JSON only: leave “format” out, or send format=json.';
const size = (name: string) => {
  const message = `“${name}” is a whole number of pixels, from 1 to 9999.`;
  return v.optional(
    v.pipe(v.string(message), v.regex(/^[1-9]\d{0,3}$/, message), v.transform(Number)),
    '9999',
  );
};

const query = v.object({
  // A missing address gets the same message as an empty one.
  url: v.optional(
    v.pipe(v.string(URL_TEXT), v.minLength(1, URL_TEXT), v.maxLength(MAX_ADDRESS_CHARACTERS, URL_TEXT)),
    '',
  ),
  format: v.optional(v.literal('json', FORMAT)),
  maxwidth: size('maxwidth'),
  maxheight: size('maxheight'),
});
type OembedQuery = v.InferOutput<typeof query>;

/** Why a request is refused, with its status. The protocol demands 501 for an unsupported format. */
interface OembedRefusal {
  readonly status: 400 | 403 | 404 | 501;
  readonly message: string;
}

export function readOembedQuery(given: unknown): OembedQuery | OembedRefusal {
  const result = v.safeParse(query, given);
  if (result.success) return result.output;
  const { message } = result.issues[0];
  return { status: message === FORMAT ? 501 : 400, message };
}

const UNKNOWN: OembedRefusal = {
  status: 404,
  message: `This home has no page to embed at this address. It has ${embedNames.map((name) => `/${EMBED_FOLDER}${name}`).join(', ')}, and /heartbeat.html.`,
};

/** A page with a widget. */
interface Target {
  readonly name: EmbedName;
  readonly options: EmbedOptions;
}

/**
 * The widget for an address of this home: the widget of an embedded page, or the heartbeat for the home's own
 * pages.
 */
function targetAt(address: string, base: string): Target | undefined {
  const [url, home] = [URL.parse(address), URL.parse(base)];
  if (!url || !home || url.host !== home.host || !/^https?:$/.test(url.protocol)) return undefined;
  if (!url.pathname.startsWith(home.pathname)) return undefined;
  const path = url.pathname.slice(home.pathname.length);
  if (['', 'index.html', 'heartbeat.html', 'widgets.html'].includes(path))
    return { name: 'heartbeat', options: {} };
  const name = path.startsWith(EMBED_FOLDER) ? path.slice(EMBED_FOLDER.length) : '';
  const options = readEmbedOptions(Object.fromEntries(url.searchParams));
  return isEmbedName(name) && typeof options === 'object' ? { name, options } : undefined;
}

/** The fields of the type `rich` (https://oembed.com, 2.3.4.4). */
interface OembedAnswer {
  readonly version: '1.0';
  readonly type: 'rich';
  readonly title: string;
  readonly provider_name: string;
  readonly provider_url: string;
  readonly cache_age: number;
  readonly width: number;
  readonly height: number;
  readonly html: string;
}

interface OembedHome {
  readonly appName: string;
  readonly base: string;
  readonly counts: HomeCounts;
}

/**
 * The answer for an address: a frame with the page of a widget, as high as the widget is with the readings of
 * this home.
 */
export function oembedOf(
  { url, maxwidth, maxheight }: OembedQuery,
  { appName, base, counts }: OembedHome,
): OembedAnswer | OembedRefusal {
  const target = targetAt(url, base);
  if (!target) return UNKNOWN;
  const { name, options } = target;
  const address = `${base}${EMBED_FOLDER}${name}${queryOf(options)}`;
  const embed = embedOf(name);
  const title = `${embed.title} · ${appName}`;
  const width = Math.min(embed.width, maxwidth);
  const height = Math.min(frameHeight(name, width, options, counts), maxheight);
  return {
    version: '1.0',
    type: 'rich',
    title,
    provider_name: appName,
    provider_url: base,
    cache_age: CACHE_SECONDS,
    width,
    height,
    html: `<iframe src="${escapeHtml(address)}" title="${escapeHtml(title)}" width="${width}" height="${height}" style="border:0" loading="lazy"></iframe>`,
  };
}
