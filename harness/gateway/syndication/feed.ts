import type { FastifyPluginAsync } from 'fastify';
import { errorMessage } from '../../../data/core/text.ts';
import type { ConfigState } from '../../../data/config/config-state.ts';
import type { ReadingsState } from '../../../data/readings/readings-state.ts';
import { baseOf } from '../../core/request-origin.ts';
import { sendText } from '../../http/conditional.ts';
import { type FeedEntry, rssOf } from './rss.ts';

export const FEED_FILE = 'feed.xml';
const MAX_AGE_SECONDS = 60;
/** The latest instant that a date of RSS can have: 9999-12-31. */
const MAX_INSTANT = 253_402_300_799_000;

/** Where entries come from: each is asked for all it has, newest first or not. */
export type FeedSource = () => readonly FeedEntry[];

/** The merged pull requests; after a failure, those of the last good answer. */
export const mergeEntries =
  ({ config, readings }: Pick<ConfigState, 'config'> & Pick<ReadingsState, 'readings'>): FeedSource =>
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

/** The entries of all sources. One that fails, as with a damaged file, leaves the others in the feed. */
export const entriesOf = (sources: readonly FeedSource[], log: (line: string) => void): FeedEntry[] =>
  sources
    .flatMap((source) => {
      try {
        return source();
      } catch (error) {
        log(`a part of the news could not be read: ${errorMessage(error)}`);
        return [];
      }
    })
    .filter(({ at }) => at >= 0 && at <= MAX_INSTANT);

interface FeedOptions {
  readonly sources: readonly FeedSource[];
  readonly publicUrl: string | undefined;
  readonly log: (line: string) => void;
}

/** `/feed.xml`: the news of the home as RSS. */
export const feedRoute =
  (state: ConfigState & ReadingsState, { sources, publicUrl, log }: FeedOptions): FastifyPluginAsync =>
  async (app) => {
    app.get(`/${FEED_FILE}`, async (request, reply) => {
      const { appName } = state.config.get();
      return sendText(request, reply, {
        body: rssOf(
          {
            title: appName,
            description: `Merges, milestones and incidents of ${appName}.`,
            base: baseOf(request, publicUrl),
            file: FEED_FILE,
          },
          entriesOf(sources, log),
        ),
        type: 'application/rss+xml; charset=utf-8',
        cacheControl: `max-age=${MAX_AGE_SECONDS}`,
      });
    });
  };
