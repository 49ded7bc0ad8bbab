import { readWorldAction } from '../../../data/chat/world-action.ts';
import type { ServerFrame } from '../../../data/chat/protocol.ts';
import { cleanLine, errorMessage } from '../../../data/core/text.ts';
import type { Log } from '../../core/log.ts';
import type { Store } from '../../store/store.ts';
import type { FeedSource } from './feed.ts';

/** Why all visitors see fireworks; undefined for any other frame, and for fireworks without a reason. */
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
      // The visitors have seen it; the feed lacks it.
      log(`a milestone could not be stored: ${errorMessage(error)}`, 'error');
    }
  };

export const milestoneEntries =
  (store: Store): FeedSource =>
  () =>
    store.milestones().map(({ id, reason, at }) => ({
      id: `milestone:${id}-${at}`,
      title: reason,
      description: `Milestone: ${reason}`,
      category: 'milestone',
      at,
      place: '',
    }));
