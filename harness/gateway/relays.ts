import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { WebSocket as NodeSocket } from 'ws';
import { verifyEvents } from '../../data/relay/verify.ts';
import type { Verifier } from '../../data/relay/verifier.ts';
import type { SocketMaker } from '../../data/core/environment.ts';
import { ownSocketUrl } from '../outbound/self-fetch.ts';

/** How much of each second verification may take. One signature takes one or two milliseconds. */
const MAX_MS_PER_SECOND = 150;
const SECOND_MS = 1_000;

/**
 * Verifies events in the gateway's own process: one at a time, and each in a new turn of the event loop, so
 * that visitors are served in between. When the budget of a second is used up, the verifier waits for the
 * next second.
 */
export function createRelayVerifier(): Verifier {
  let last: Promise<unknown> = Promise.resolve();
  let secondStartedAt = performance.now();
  let usedMs = 0;

  const waitForBudget = async (): Promise<void> => {
    await nextTurn();
    const leftMs = secondStartedAt + SECOND_MS - performance.now();
    if (leftMs > 0 && usedMs < MAX_MS_PER_SECOND) return;
    if (leftMs > 0) await pause(leftMs, undefined, { ref: false });
    secondStartedAt = performance.now();
    usedMs = 0;
  };

  return {
    verify(event) {
      const result = last.then(async () => {
        await waitForBudget();
        const startedAt = performance.now();
        const verified = verifyEvents(event);
        usedMs += performance.now() - startedAt;
        return verified;
      });
      last = result;
      return result;
    },
    dispose() {},
  };
}

/**
 * A longer message closes the connection. Events have up to 64 kB; a relay may send somewhat more.
 */
const MAX_MESSAGE_BYTES = 256 * 1024;
/** Relays send an event in fewer fragments; each fragment costs memory. */
const MAX_FRAGMENTS = 64;
const HANDSHAKE_TIMEOUT_MS = 15_000;

/**
 * Returns the class of the sockets to relays. They have limits, and no compression, because a small
 * compressed message can contain a large one. If the address is the gateway's own, as in a demo, it gets the
 * port on which the gateway listens.
 */
export function relaySockets(app: FastifyInstance): SocketMaker {
  class RelaySocket extends NodeSocket {
    constructor(url: string) {
      super(ownSocketUrl(app, url), {
        maxPayload: MAX_MESSAGE_BYTES,
        maxFragments: MAX_FRAGMENTS,
        perMessageDeflate: false,
        handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      });
    }
  }
  // This class has the members that `data/core/socket.ts` needs; only the types of its events differ.
  return RelaySocket as unknown as SocketMaker;
}
