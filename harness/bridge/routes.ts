import { normalizeIP } from '@fastify/rate-limit';
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { MAX_FRAME_BYTES } from '../../data/core/limits.ts';
import { requestOriginOf } from '../core/request-origin.ts';
import { originAllowed } from './sockets/auth.ts';
import type { Bridge } from './bridge.ts';
import { CLOSE_TIMEOUT_MS, closeCodes } from './sockets/peer.ts';

const BRIDGE_PATH = '/api/world/ws';

/** A message with more fragments closes the socket with 1008, because each fragment needs memory. */
const MAX_FRAGMENTS = 32;
/** The maximum number of buffered packets of an incomplete frame. A frame of 64 kB has about fifty. */
const MAX_BUFFERED_CHUNKS = 1_024;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether this route is for WebSockets. */
    socket?: boolean;
  }
}

/**
 * The key for limits of an address. All addresses of an IPv6 network have the same key, because a visitor can
 * use all of them. A request has no address if its connection is already closed, for example after a
 * malformed chunk.
 */
export const addressOf = ({ ip }: { readonly ip: string | undefined }): string => normalizeIP(ip ?? 'gone');

/** Registers the WebSocket plugin. When the app closes, every socket is closed with 1001 first. */
export async function enableSockets(app: FastifyInstance, bridge: Bridge): Promise<void> {
  await app.register(websocket, {
    options: {
      maxPayload: MAX_FRAME_BYTES,
      maxFragments: MAX_FRAGMENTS,
      maxBufferedChunks: MAX_BUFFERED_CHUNKS,
    },
    preClose(done) {
      const { websocketServer } = app;
      bridge.close();
      for (const client of websocketServer.clients) client.close(closeCodes.goingAway);
      const cutOff = setTimeout(() => {
        for (const client of websocketServer.clients) client.terminate();
      }, CLOSE_TIMEOUT_MS);
      websocketServer.close(() => {
        clearTimeout(cutOff);
        done();
      });
    },
  });
  // The plugin would upgrade on every route, and then close the socket if the route has no handler. In
  // `preHandler` the rate limit has already counted the request.
  app.addHook('preHandler', async (request, reply) => {
    if (!request.ws || request.routeOptions.config.socket === true) return;
    await reply.code(404).send({ message: 'There is no WebSocket at this address.', url: '' });
  });
}

/**
 * `GET /api/world/ws`, for the home's own pages, for allowed origins, and for clients that are not
 * browsers.
 */
export const bridgeRoute =
  (bridge: Bridge, allowedOrigins: () => readonly string[]): FastifyPluginAsync =>
  async (app) => {
    app.route({
      method: 'GET',
      url: BRIDGE_PATH,
      // The route is open to all, because the bridge itself checks each client: agents have a token, and need
      // no sign-in.
      config: { socket: true, access: 'open' },
      preValidation: async (request, reply) => {
        if (originAllowed(request.headers.origin, requestOriginOf(request).host, allowedOrigins())) return;
        await reply.code(403).send({
          status: 403,
          message: 'This origin is not allowed. Name it in allowedOrigins of config.json.',
        });
      },
      wsHandler: (socket, request) => {
        const { headers } = request;
        // A page of another origin never acts for the owner, even if it is allowed to connect.
        const isOwn = originAllowed(headers.origin, requestOriginOf(request).host, []);
        if (isOwn)
          bridge.accept(socket, addressOf(request), bridge.owners.ownerOf(headers), bridge.readerOf(headers));
        else bridge.accept(socket, addressOf(request));
      },
      // 426 Upgrade Required: RFC 9110, 15.5.22.
      handler: async (_request, reply) =>
        reply
          .code(426)
          .headers({ connection: 'Upgrade, close', upgrade: 'websocket' })
          .send({ message: 'This is the bridge: open it as a WebSocket.', url: '' }),
    });
  };
