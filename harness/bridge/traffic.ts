import { Tally } from '../observability/tally.ts';

/** Every frame is made by `JSON.stringify` with its type first. */
const BEFORE_TYPE = '{"type":"'.length;

/** Counts what goes over the sockets: for `/metrics`, so without ids and addresses. */
export class Traffic {
  /** Frames by their type. */
  readonly received = new Tally();
  readonly sent = new Tally();
  /** Connections that the home ended, or did not take, by the reason. */
  readonly drops = new Tally();

  /** Counts a frame that is JSON text already. */
  countSent(text: string): void {
    this.sent.add(text.slice(BEFORE_TYPE, text.indexOf('"', BEFORE_TYPE)));
  }
}
