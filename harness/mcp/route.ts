import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { originAllowed } from '../bridge/sockets/auth.ts';
import type { TokenGuard } from '../bridge/sockets/token-guard.ts';
import { refuse } from '../http/conditional.ts';
import { refuseWrongToken } from '../http/access.ts';
import { refuseOtherMethods } from '../http/server-app.ts';
import { requestOriginOf } from '../core/request-origin.ts';
import type { McpHome } from './mcp-home.ts';
import type { McpSessions } from './sessions.ts';

const MCP_PATH = '/mcp';
const METHODS = ['GET', 'POST', 'DELETE'];

interface McpRouteOptions extends McpHome {
  readonly guard: TokenGuard;
  readonly allowedOrigins: () => readonly string[];
}

/**
 * `/mcp`: the Model Context Protocol over Streamable HTTP, for the owner's agent. The library is
 * loaded with the first request that has the token.
 */
export function mcpRoute(app: FastifyInstance, options: McpRouteOptions): void {
  let loading: Promise<McpSessions> | undefined;
  const load = async (): Promise<McpSessions> => {
    const { McpSessions: Sessions } = await import('./sessions.ts');
    return new Sessions(options);
  };

  /** Answers requests that are refused; returns undefined for other requests. */
  const refuseStrangers = (request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined => {
    const { host } = requestOriginOf(request);
    if (!originAllowed(request.headers.origin, host, options.allowedOrigins()))
      return refuse(reply, 403, 'This origin is not allowed here.');
    if (options.guard.token === undefined)
      return refuse(
        reply,
        403,
        'No agent can move in: the owner of this home has not set HOME_WORLD_BRIDGE_TOKEN.',
      );
    const hint = 'This address needs the bridge’s token: Authorization: Bearer <token>.';
    return refuseWrongToken(request, reply, { guard: options.guard, hint });
  };

  // This comes first, because Fastify adds HEAD to each GET route unless there is a route for HEAD already.
  refuseOtherMethods(app, MCP_PATH, METHODS);
  app.route({
    method: METHODS,
    url: MCP_PATH,
    // The token decides, not the access of the home.
    config: { access: 'open' },
    // Runs after the rate limit and before the body is read.
    preParsing: async (request, reply, payload) => refuseStrangers(request, reply) ?? payload,
    handler: async (request, reply) => {
      const sessions = await (loading ??= load());
      // The response has the security headers of the gateway besides those of the library.
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value);
      reply.hijack();
      await sessions.handle(request.raw, reply.raw, request.body);
    },
  });
  app.addHook('preClose', async () => (await loading)?.close());
}
