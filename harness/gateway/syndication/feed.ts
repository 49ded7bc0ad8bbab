import type { FastifyPluginAsync } from 'fastify';
import type { State } from '../../../data/state.ts';
import { baseOf } from '../../request-origin.ts';
import { sendText } from '../answers/conditional.ts';
import { type FeedEntry, rssOf } from './rss.ts';

export const FEED_FILE = 'feed.xml';
const MAX_AGE_SECONDS = 60;
/** The latest instant that a date of RSS can have: 9999-12-31. */
const MAX_INSTANT = 253_402_300_799_000;

/** Where entries come from: each is asked for all it has, newest first or not. */
export type FeedSource = () => readonly FeedEntry[];

/** The merged pull requests; after a failure, those of the last good answer. */
export const mergeEntries =
  ({ config, readings }: Pick<State, 'config' | 'readings'>): FeedSource =>
  () => {
    const { owner, repo } = config.get().codeHost;
    return (readings.merged.get().value ?? []).map(({ number, title, author, mergedAt }) => ({
      id: `merge:${owner}/${repo}#${number}`,
      title: `#${number} ${title}`,
      description: `Merged: #${number} ${title} — ${author}`,
      category: 'merge',
      at: mergedAt,
      place: '#panel=bookshelves',
    }));
  };

/** `/feed.xml`: the news of the home as RSS. */
export const feedRoute =
  (state: State, sources: readonly FeedSource[], publicUrl: string | undefined): FastifyPluginAsync =>
  async (app) => {
    app.get(`/${FEED_FILE}`, async (request, reply) => {
      const { appName } = state.config.get();
      const entries = sources.flatMap((source) => source()).filter(({ at }) => at >= 0 && at <= MAX_INSTANT);
      return sendText(request, reply, {
        body: rssOf(
          {
            title: appName,
            description: `Merges, milestones and incidents of ${appName}.`,
            base: baseOf(request, publicUrl),
            file: FEED_FILE,
          },
          entries,
        ),
        type: 'application/rss+xml; charset=utf-8',
        cacheControl: `max-age=${MAX_AGE_SECONDS}`,
      });
    });
  };
