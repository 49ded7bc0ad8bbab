import type { WebSocket } from 'ws';
import { TokenBucket } from '../../data/core/token-bucket.ts';
import { closeCodes } from '../bridge/sockets/peer.ts';
import type { Sockets } from '../bridge/sockets/sockets.ts';
import { RecordedRelay } from './recorded-relay.ts';
import type { RecordedEvent } from './replay.ts';

/** Messages that a client may send: a request of a hundred bytes is answered with 200 kB. */
const MESSAGE_RATE = { burst: 10, perSecond: 1 } as const;

/** Serves the recorded relay to one WebSocket, within the limits of `sockets`. */
export function serveRelay(
  sockets: Sockets,
  socket: WebSocket,
  ip: string,
  events: readonly RecordedEvent[],
): void {
  const rate = new TokenBucket(MESSAGE_RATE, Date.now);
  const peer = sockets.admit(socket, ip, {
    closed: () => relay?.close(),
    message(from, data) {
      if (!rate.take()) return from.close(closeCodes.policy, 'too many messages');
      relay?.message(data.toString('utf8'));
    },
  });
  const relay = peer && new RecordedRelay(events, (text) => peer.sendText(text));
}
