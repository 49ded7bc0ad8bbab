import { escapeHtml, escapeXml } from '../../core/escape.ts';

/** One piece of news of the home. */
export interface FeedEntry {
  /** Permanent and unique: feed readers use it to know which entries they have shown. */
  readonly id: string;
  readonly title: string;
  /** Plain text. */
  readonly description: string;
  readonly category: 'merge' | 'milestone' | 'incident';
  /** Milliseconds since the epoch. */
  readonly at: number;
  /**
   * The place in the home that shows the entry, as the part of the link after the home's address:
   * `#panel=bookshelves`.
   */
  readonly place: string;
}

interface Channel {
  readonly title: string;
  readonly description: string;
  /** The home's address, with a trailing slash. */
  readonly base: string;
  /** The file name of the feed. */
  readonly file: string;
}

/** Feed readers need only the newest entries; the pages have the rest. */
const MAX_ENTRIES = 50;
/** After how many minutes a feed reader may ask again. */
const TTL_MINUTES = 5;

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;
/** RFC 822, as RSS wants it; always in English and in UTC. */
const dateOf = (at: number): string => new Date(at).toUTCString();

const item = ({ id, title, description, category, at, place }: FeedEntry, base: string): string =>
  [
    '<item>',
    element('title', title),
    element('link', base + place),
    // Feed readers treat the description as HTML.
    element('description', escapeHtml(description)),
    element('category', category),
    `<guid isPermaLink="false">${escapeXml(id)}</guid>`,
    element('pubDate', dateOf(at)),
    '</item>',
  ].join('\n');

/**
 * An RSS 2.0 document (https://www.rssboard.org/rss-specification), newest entry first. No package is used,
 * because the usual one puts titles into CDATA and leaves a title with two `]]>` unescaped.
 */
export function rssOf({ title, description, base, file }: Channel, entries: readonly FeedEntry[]): string {
  const newest = entries.toSorted((a, b) => b.at - a.at).slice(0, MAX_ENTRIES);
  const [latest] = newest;
  return `${[
    '<?xml version="1.0" encoding="utf-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    element('title', title),
    element('link', base),
    element('description', description),
    element('language', 'en'),
    // The date is not the present time, because an unchanged feed must stay the same.
    ...(latest ? [element('lastBuildDate', dateOf(latest.at))] : []),
    element('docs', 'https://www.rssboard.org/rss-specification'),
    element('generator', 'Home World'),
    element('ttl', String(TTL_MINUTES)),
    `<atom:link href="${escapeXml(base + file)}" rel="self" type="application/rss+xml"/>`,
    ...newest.map((entry) => item(entry, base)),
    '</channel>',
    '</rss>',
  ].join('\n')}\n`;
}
