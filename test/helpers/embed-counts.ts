import { PATIENCE_MS } from './waiting.ts';

const LISTS = ['agents', 'commits', 'portals', 'sovereignty', 'history'].map((name) => `--hw-${name}-rows`);
/**
 * Matches a feed with at least ten events. The widget shows ten, so further events do not change the number
 * of rows.
 */
const FEED = /--hw-relay-feed-rows:\d\d/;
/** The home gives the counts only to requests of its own pages. */
const AS_OWN_PAGE = { headers: { 'sec-fetch-site': 'same-origin' } };

/** Waits until a home has had the first answers of its sources, and knows how many rows its lists have. */
export async function untilCounted(url: string): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const style = (await (await fetch(`${url}embed.css`, AS_OWN_PAGE)).text()).split('\n').at(-2) ?? '';
    if (LISTS.every((name) => style.includes(name)) && FEED.test(style)) return;
    if (Date.now() > end)
      throw new Error(`the home does not say how many rows all of its lists have: ${style}`);
    await new Promise((next) => setTimeout(next, 50));
  }
}
