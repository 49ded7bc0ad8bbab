import * as v from 'valibot';
import type { WebSocket } from 'ws';
import { closeCodes } from '../bridge/peer.ts';
import type { Sockets } from '../bridge/sockets.ts';
import { TokenBucket } from '../../data/core/token-bucket.ts';
import type { RecordedEvent } from './recordings.ts';

/** How many of the newest events arrive one by one, so that the feed of a demo moves. */
const LIVE_EVENTS = 24;
const LIVE_EVERY_MS = 15_000;
const MAX_SUBSCRIPTIONS = 8;
const DEFAULT_LIMIT = 100;
/** Messages that a client may send: a request of a hundred bytes is answered with 200 kB. */
const MESSAGE_RATE = { burst: 10, perSecond: 1 } as const;

const filter = v.object({
  kinds: v.optional(v.array(v.number())),
  limit: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(500)), DEFAULT_LIMIT),
});
const subscriptionId = v.pipe(v.string(), v.minLength(1), v.maxLength(64));
const request = v.looseTuple([v.literal('REQ'), subscriptionId, filter]);
const closing = v.looseTuple([v.literal('CLOSE'), subscriptionId]);

const matches = ({ kinds }: v.InferOutput<typeof filter>, { kind }: RecordedEvent): boolean =>
  kinds === undefined || kinds.includes(kind);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * A small relay (NIP-01) with recorded events: it answers `REQ` with the stored events, newest
 * first, and `EOSE`; then the newest recorded events arrive one at a time. It accepts no events.
 */
export function serveRelay(
  sockets: Sockets,
  socket: WebSocket,
  ip: string,
  events: readonly RecordedEvent[],
): void {
  const split = Math.max(0, events.length - LIVE_EVENTS);
  const stored = events.slice(0, split).reverse();
  const live = events.slice(split);
  const subscriptions = new Map<string, v.InferOutput<typeof filter>>();
  const rate = new TokenBucket(MESSAGE_RATE, Date.now);
  const peer = sockets.admit(socket, ip, {
    closed: () => clearInterval(timer),
    message(from, data) {
      const send = (...frame: unknown[]): void => from.sendText(JSON.stringify(frame));
      if (!rate.take()) return from.close(closeCodes.policy, 'too many messages');
      const message = parse(data.toString('utf8'));
      const parsed = v.safeParse(request, message);
      if (parsed.success) {
        const [, id, wanted] = parsed.output;
        if (subscriptions.size >= MAX_SUBSCRIPTIONS && !subscriptions.has(id))
          return send('CLOSED', id, 'error: too many subscriptions');
        subscriptions.set(id, wanted);
        for (const event of stored.filter((one) => matches(wanted, one)).slice(0, wanted.limit))
          send('EVENT', id, event);
        return send('EOSE', id);
      }
      const closed = v.safeParse(closing, message);
      if (closed.success) subscriptions.delete(closed.output[1]);
      else send('NOTICE', 'error: this relay replays recorded events and understands REQ and CLOSE');
    },
  });
  if (!peer) return;
  let next = 0;
  const timer = setInterval(() => {
    const event = live[next++];
    if (!event) return clearInterval(timer);
    for (const [id, wanted] of subscriptions)
      if (matches(wanted, event)) peer.sendText(JSON.stringify(['EVENT', id, event]));
  }, LIVE_EVERY_MS);
  timer.unref();
}
