import { type ServerFrame, serverFrame } from '../../../data/chat/protocol.ts';
import { type ResidentActivity, residentActivity } from '../../../data/readings/schemas/present-activity.ts';
import { MAX_AHEAD_MS } from '../../../data/core/time.ts';
import { TokenBucket } from '../../../data/core/token-bucket.ts';
import { type Bus, readText, type Stop } from '../../bus/bus.ts';
import { isForAll } from '../../resident/room/candidate.ts';

const SUBJECT = 'all';
/** An empty message requests the current activity of the resident; the others are the replies. */
const ACTIVITY_SUBJECT = 'present';
/** The maximum rate of replies: many gateways may start at once, but one program must not cause a flood. */
const ACTIVITY_RATE = { burst: 20, perSecond: 1 } as const;
/** The longest frame to all clients is a report of the resident's activity. Characters. */
const MAX_FRAME_LENGTH = 64 * 1024;

/** The frames for the visitors of every gateway. Other frames belong to one session, or to one gateway. */
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
 * Whether a frame from another gateway is meant for all visitors. Other programs may use the same NATS
 * server, so two kinds are refused. One is an offer, which needs the question of one visitor. The other is an
 * activity with a time in the future, which would stay until that time.
 */
function isAccepted(frame: ServerFrame, now: number): boolean {
  if (frame.type === 'world-action') return isForAll(frame);
  if (frame.type === 'activity') return frame.activity.updatedAt <= now + MAX_AHEAD_MS;
  return TO_ALL.has(frame.type);
}

/** What is known here of the resident's activity. */
interface Known {
  readonly current: ResidentActivity | undefined;
}

/**
 * The frames that go to all visitors of a world, from any of its gateways. A gateway that starts or
 * reconnects gets the current activity of the resident from the others.
 */
export class SharedFrames {
  readonly #bus: Bus;
  readonly #activity: Known;
  readonly #handle: (frame: ServerFrame) => void;
  readonly #bucket = new TokenBucket(ACTIVITY_RATE, Date.now);
  readonly #stops: readonly Stop[];

  /** @param handle Handles a frame of another gateway. */
  constructor(bus: Bus, activity: Known, now: () => number, handle: (frame: ServerFrame) => void) {
    this.#bus = bus;
    this.#activity = activity;
    this.#handle = (frame) => isAccepted(frame, now()) && handle(frame);
    this.#stops = [
      bus.subscribe(SUBJECT, (text) => {
        const frame = readText(serverFrame, text, MAX_FRAME_LENGTH);
        if (frame) this.#handle(frame);
      }),
      bus.subscribe(ACTIVITY_SUBJECT, (text) =>
        text === '' ? this.#publishActivity() : this.#receiveActivity(text),
      ),
      bus.onChange((isOpen) => isOpen && this.#exchangeActivity()),
    ];
    this.#exchangeActivity();
  }

  publish(frame: ServerFrame): void {
    if (TO_ALL.has(frame.type)) this.#bus.publish(SUBJECT, JSON.stringify(frame));
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }

  #exchangeActivity(): void {
    this.#bus.publish(ACTIVITY_SUBJECT, '');
    // Gateways that stayed connected do not request the activity, so this gateway sends it to them.
    this.#publishActivity();
  }

  #publishActivity(): void {
    const { current } = this.#activity;
    if (current && this.#bucket.take()) this.#bus.publish(ACTIVITY_SUBJECT, JSON.stringify(current));
  }

  /** Takes an activity that is newer than the known one: several gateways reply, and a reply may be old. */
  #receiveActivity(text: string): void {
    const activity = readText(residentActivity, text, MAX_FRAME_LENGTH);
    const { current } = this.#activity;
    if (activity && (!current || current.updatedAt < activity.updatedAt))
      this.#handle({ type: 'activity', activity });
  }
}
