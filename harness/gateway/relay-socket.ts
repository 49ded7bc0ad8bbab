import type { FastifyInstance } from 'fastify';
import { WebSocket as NodeSocket } from 'ws';
import type { SocketMaker } from '../../data/core/socket.ts';
import { ownSocketUrl } from './self-fetch.ts';

/**
 * A longer message closes the connection. Events have up to 64 kB; a relay that sends a somewhat
 * longer one is not to be lost for it.
 */
const MAX_MESSAGE_BYTES = 256 * 1024;
/** Relays send an event in fewer pieces; each piece costs memory. */
const MAX_FRAGMENTS = 64;
const HANDSHAKE_TIMEOUT_MS = 15_000;

/**
 * The sockets on which the gateway hears relays: bounded, and without compression, behind which a
 * small message can hide a large one. They also find the gateway's own relay, which a demo has, on
 * the port it listens on.
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
  // It has what `data/core/socket.ts` asks for; the types of its events are its own.
  return RelaySocket as unknown as SocketMaker;
}
