import type { FastifyInstance } from 'fastify';
import { WebSocket as NodeSocket } from 'ws';
import type { SocketMaker } from '../../data/core/environment.ts';
import { ownSocketUrl } from '../outbound/self-fetch.ts';

/**
 * A longer message closes the connection. Events have up to 64 kB; a relay may send somewhat more.
 */
const MAX_MESSAGE_BYTES = 256 * 1024;
/** Relays send an event in fewer fragments; each fragment costs memory. */
const MAX_FRAGMENTS = 64;
const HANDSHAKE_TIMEOUT_MS = 15_000;

/**
 * The class of the sockets to relays: with limits, and without compression, in which a small
 * message can hide a large one. An address of the gateway itself, as a demo's relay has, gets the
 * port on which it listens.
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
  // It has the members that `data/core/socket.ts` needs; only the types of its events differ.
  return RelaySocket as unknown as SocketMaker;
}
