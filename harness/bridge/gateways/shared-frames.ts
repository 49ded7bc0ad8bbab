import { type ServerFrame, serverFrame } from '../../../data/chat/protocol.ts';
import type { Bus, Stop } from '../../bus/bus.ts';
import { readText } from '../../bus/read-text.ts';

const SUBJECT = 'all';
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

/** The frames that go to all visitors of a world, from any of its gateways. */
export class SharedFrames {
  readonly #bus: Bus;
  readonly #stop: Stop;

  /** @param take Handles a frame of another gateway. */
  constructor(bus: Bus, take: (frame: ServerFrame) => void) {
    this.#bus = bus;
    this.#stop = bus.subscribe(SUBJECT, (text) => {
      const frame = readText(serverFrame, text, MAX_FRAME_LENGTH);
      if (frame && TO_ALL.has(frame.type)) take(frame);
    });
  }

  publish(frame: ServerFrame): void {
    if (TO_ALL.has(frame.type)) this.#bus.publish(SUBJECT, JSON.stringify(frame));
  }

  close(): void {
    this.#stop();
  }
}
