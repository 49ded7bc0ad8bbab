import type { FastifyPluginAsync } from 'fastify';
import { cleanLine, errorMessage } from '../../../data/core/text.ts';
import type { ConfigState } from '../../../data/config/config-state.ts';
import type { ReadingsState } from '../../../data/readings/readings-state.ts';
import { DAY_MS } from '../../../data/core/time.ts';
import { durationText } from '../../../data/readings/history-words.ts';
import { readWorldAction } from '../../../data/chat/world-action.ts';
import type { ServerFrame } from '../../../data/chat/protocol.ts';
import type { HomePart } from '../../config/access.ts';
import { baseOf } from '../../core/request-origin.ts';
import { sendText } from '../../http/conditional.ts';
import type { SeenHome } from '../../http/border.ts';
import { type FeedEntry, rssOf } from './rss.ts';
import { type StatusRecorder, subjectFilter } from '../status/status-recorder.ts';
import type { Log } from '../../core/log.ts';
import type { Store } from '../../store/store.ts';

export const FEED_FILE = 'feed.xml';
const MAX_AGE_SECONDS = 60;
/** The latest date in RSS: 9999-12-31. */
const MAX_INSTANT = 253_402_300_799_000;

type Sees = (part: HomePart) => boolean;
/** A source of entries. It returns all its entries that the reader sees, in any order. */
export type FeedSource = (sees: Sees) => readonly FeedEntry[];

/** The merged pull requests; after a failure, the merges of the last good answer. */
export const mergeEntries =
  ({ config, readings }: Pick<ConfigState, 'config'> & Pick<ReadingsState, 'readings'>): FeedSource =>
  (sees) => {
    if (!sees('merged')) return [];
    const { owner, repo } = config.get().codeHost;
    return (readings.merged.get().value ?? []).map(({ number, title, author, mergedAt, repo: name }) => ({
      id: `merge:${name ?? `${owner}/${repo}`}#${number}`,
      title: `#${number} ${title}`,
      description: `Merged: #${number} ${title} — ${author}`,
      category: 'merge',
      at: mergedAt,
      place: '#panel=bookshelves',
    }));
  };

/** The entries of all sources. If one fails, for example with a damaged file, the others stay in the feed. */
const entriesOf = (sources: readonly FeedSource[], log: (line: string) => void, sees: Sees): FeedEntry[] =>
  sources
    .flatMap((source) => {
      try {
        return source(sees);
      } catch (error) {
        log(`a part of the news could not be read: ${errorMessage(error)}`);
        return [];
      }
    })
    .filter(({ at }) => at >= 0 && at <= MAX_INSTANT);

interface FeedOptions extends Pick<SeenHome, 'sees'> {
  readonly sources: readonly FeedSource[];
  readonly publicUrl: string | undefined;
  readonly log: (line: string) => void;
}

/** `/feed.xml`: the news of the home as RSS. */
export const feedRoute =
  (state: ConfigState & ReadingsState, { sources, sees, publicUrl, log }: FeedOptions): FastifyPluginAsync =>
  async (app) => {
    app.get(`/${FEED_FILE}`, { config: { access: 'pages' } }, async (request, reply) => {
      const { appName } = state.config.get();
      return sendText(request, reply, {
        body: rssOf(
          {
            title: appName,
            description: `Merges, milestones and incidents of ${appName}.`,
            base: baseOf(request, publicUrl),
            file: FEED_FILE,
          },
          entriesOf(sources, log, sees(request)),
        ),
        type: 'application/rss+xml; charset=utf-8',
        cacheControl: `max-age=${MAX_AGE_SECONDS}`,
      });
    });
  };

const SPAN_MS = 30 * DAY_MS;
/**
 * The maximum number of incidents, so that a subject with many of them does not replace all merges in the
 * feed.
 */
const MAX_INCIDENTS = 15;

/** The incidents of the last weeks: an entry for the beginning, another when the subject answers again. */
export const incidentEntries =
  (status: Pick<StatusRecorder, 'incidents'>, now: () => number): FeedSource =>
  (sees) => {
    if (!sees('history')) return [];
    return status
      .incidents(now() - SPAN_MS, MAX_INCIDENTS, subjectFilter(sees))
      .flatMap(({ id, name, begin, end, ending, cause }) => {
        const about = { category: 'incident', place: 'heartbeat.html' } as const;
        const began: FeedEntry = {
          ...about,
          id: `incident:${id}@${begin}`,
          title: `${name} does not answer`,
          description: `${name} does not answer: ${cause}.`,
          at: begin,
        };
        if (end === null || ending !== 'answered') return [began];
        const ended: FeedEntry = {
          ...about,
          id: `${began.id}-ended`,
          title: `${name} answers again`,
          description: `${name} did not answer for ${durationText(end - begin)}: ${cause}.`,
          at: end,
        };
        return [began, ended];
      });
  };

/** The milestone that a frame announces; undefined if it announces none. */
function milestoneIn(frame: ServerFrame): string | undefined {
  if (frame.type === 'milestone-complete') {
    const { title } = frame.detail;
    return (typeof title === 'string' && cleanLine(title)) || undefined;
  }
  if (frame.type !== 'world-action') return undefined;
  const action = readWorldAction(frame);
  return (action?.action === 'fireworks' && cleanLine(action.detail.reason)) || undefined;
}

/** Stores the milestones among the frames that go to all visitors. */
export const keepMilestones =
  (store: Store, log: Log['line']) =>
  (frame: ServerFrame): void => {
    const reason = milestoneIn(frame);
    if (reason === undefined) return;
    try {
      store.addMilestone(reason);
    } catch (error) {
      // The visitors have seen the milestone, but it is missing in the feed.
      log(`a milestone could not be stored: ${errorMessage(error)}`, 'error');
    }
  };

export const milestoneEntries =
  (store: Store): FeedSource =>
  (sees) =>
    (sees('merged') ? store.milestones() : []).map(({ id, reason, at }) => ({
      id: `milestone:${id}-${at}`,
      title: reason,
      description: `Milestone: ${reason}`,
      category: 'milestone',
      at,
      place: '',
    }));
