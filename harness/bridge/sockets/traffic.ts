import { Tally } from '../../core/tally.ts';

/** Every frame is made by `JSON.stringify` with its type first. */
const BEFORE_TYPE = '{"type":"'.length;

/** Counts the traffic of the sockets for `/metrics`, without ids and addresses. */
export class Traffic {
  /** Frames by their type. */
  readonly received = new Tally();
  readonly sent = new Tally();
  /** Connections that the home closed or refused, by the reason. */
  readonly drops = new Tally();

  /** Counts a frame that is JSON text already. */
  countSent(text: string): void {
    this.sent.add(text.slice(BEFORE_TYPE, text.indexOf('"', BEFORE_TYPE)));
  }
}
