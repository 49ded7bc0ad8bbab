import { PATIENCE_MS } from './waiting.ts';

const LISTS = ['agents', 'commits', 'portals', 'sovereignty', 'history'].map((name) => `--hw-${name}-rows`);
/** More than a list of the feed shows, so that later ones make no difference. */
const FEED = /--hw-relay-feed-rows:\d\d/;
/** Other requests get no counts. */
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
