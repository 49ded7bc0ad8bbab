import { type ServerFrame, serverFrame } from '../../../data/chat/protocol.ts';
import { residentActivity } from '../../../data/readings/schemas/present-activity.ts';
import { TokenBucket } from '../../../data/core/token-bucket.ts';
import type { Bus, Stop } from '../../bus/bus.ts';
import { readText } from '../../bus/read-text.ts';
import type { PresentActivity } from '../present-activity.ts';

const SUBJECT = 'all';
/** An empty text asks what the resident does now; the others are the answers. */
const PRESENT_SUBJECT = 'present';
/** Many gateways may start at once. A program that asks all the time gets no more. */
const PRESENT_RATE = { burst: 20, perSecond: 1 } as const;
/** The longest frame to all is a report of what the resident does. Characters. */
const MAX_FRAME_LENGTH = 64 * 1024;

/** What concerns the visitors of every gateway. Others are of one session, or of one gateway. */
const TO_ALL: ReadonlySet<ServerFrame['type']> = new Set([
  'status-update',
  'milestone-complete',
  'pr-notification',
  'player-joined',
  'player-left',
  'activity',
  'world-action',
]);

/**
 * The frames that go to all visitors of a world, from any of its gateways. A gateway that starts, or
 * was away, learns from the others what the resident does now.
 */
export class SharedFrames {
  readonly #bus: Bus;
  readonly #activity: PresentActivity;
  readonly #take: (frame: ServerFrame) => void;
  readonly #bucket = new TokenBucket(PRESENT_RATE, Date.now);
  readonly #stops: readonly Stop[];

  /** @param take Handles a frame of another gateway. */
  constructor(bus: Bus, activity: PresentActivity, take: (frame: ServerFrame) => void) {
    this.#bus = bus;
    this.#activity = activity;
    this.#take = take;
    this.#stops = [
      bus.subscribe(SUBJECT, (text) => {
        const frame = readText(serverFrame, text, MAX_FRAME_LENGTH);
        if (frame && TO_ALL.has(frame.type)) take(frame);
      }),
      bus.subscribe(PRESENT_SUBJECT, (text) => (text === '' ? this.#tellPresent() : this.#hearPresent(text))),
      bus.onChange((isOpen) => isOpen && this.#meet()),
    ];
    this.#meet();
  }

  publish(frame: ServerFrame): void {
    if (TO_ALL.has(frame.type)) this.#bus.publish(SUBJECT, JSON.stringify(frame));
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }

  #meet(): void {
    this.#bus.publish(PRESENT_SUBJECT, '');
    // The others may not have been away, and do not ask then.
    this.#tellPresent();
  }

  #tellPresent(): void {
    const { current } = this.#activity;
    if (current && this.#bucket.take()) this.#bus.publish(PRESENT_SUBJECT, JSON.stringify(current));
  }

  /** Unlike a frame to all this may be older than what is known here, and several gateways tell it. */
  #hearPresent(text: string): void {
    const activity = readText(residentActivity, text, MAX_FRAME_LENGTH);
    const { current } = this.#activity;
    if (activity && (!current || current.updatedAt < activity.updatedAt))
      this.#take({ type: 'activity', activity });
  }
}
