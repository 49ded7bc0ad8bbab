import { DAY_MS } from '../../../data/core/time.ts';
import { durationText } from '../../../data/readings/history-words.ts';
import type { StatusRecorder } from '../status/status-recorder.ts';
import type { FeedSource } from './feed.ts';
import type { FeedEntry } from './rss.ts';

const SPAN_MS = 30 * DAY_MS;
/** Something that fails every few minutes must not drive the merges out of the feed. */
const MAX_INCIDENTS = 15;

/** The incidents of the last weeks: an entry when one begins, and another when the subject answers again. */
export const incidentEntries =
  (status: Pick<StatusRecorder, 'incidents'>, now: () => number): FeedSource =>
  () =>
    status.incidents(now() - SPAN_MS, MAX_INCIDENTS).flatMap(({ id, name, begin, end, ending, cause }) => {
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
