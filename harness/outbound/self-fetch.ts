import type { FastifyInstance } from 'fastify';
import { type Fetch, NULL_BODY_STATUSES, unlessAborted } from './fetch.ts';

/**
 * The host name with which the gateway sends requests to itself. It has no port, because no server listens
 * there.
 */
export const SELF_HOST = 'this-home';
export const SELF_BASE = `http://${SELF_HOST}/`;
/** Carries the secret that marks the gateway's own requests. No rate limit counts them. */
export const SELF_HEADER = 'x-home-world-self';

/**
 * A fetch that answers requests to `SELF_BASE` from the app itself, without a socket, and gives all other
 * requests to `outside`.
 */
export function selfFetch(app: FastifyInstance, outside: Fetch, secret: string): typeof globalThis.fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    if (url.host !== SELF_HOST) return outside(url.href, init);
    // `app.inject` takes no signal.
    const answer = await unlessAborted(
      init?.signal,
      app.inject({
        method: init?.method === 'HEAD' ? 'HEAD' : 'GET',
        url: `${url.pathname}${url.search}`,
        headers: {
          ...Object.fromEntries(new Headers(init?.headers)),
          host: SELF_HOST,
          [SELF_HEADER]: secret,
        },
      }),
    );
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined) headers.set(name, String(value));
    const body =
      NULL_BODY_STATUSES.has(answer.statusCode) || init?.method === 'HEAD' ? null : answer.rawPayload;
    return new Response(body && new Uint8Array(body), { status: answer.statusCode, headers });
  };
}

/**
 * The addresses on which a server listens at every address of its machine, each with the address at which the
 * machine reaches itself.
 */
const anyAddress: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Returns the host of a URL that leads to a server on this machine. The server listens on `address`. */
export function localHost(address: string): string {
  const reached = anyAddress[address] ?? address;
  return reached.includes(':') ? `[${reached}]` : reached;
}

/** The host and port at which a listening server can be reached from its own machine. */
function ownHost(app: FastifyInstance): string {
  const listening = app.server.address();
  if (listening === null || typeof listening === 'string') return SELF_HOST;
  return `${localHost(listening.address)}:${listening.port}`;
}

/** The address of a relay as the gateway opens it: `SELF_HOST` becomes the app's host and port. */
export const ownSocketUrl = (app: FastifyInstance, url: string): string =>
  url.replace(`ws://${SELF_HOST}/`, `ws://${ownHost(app)}/`);
