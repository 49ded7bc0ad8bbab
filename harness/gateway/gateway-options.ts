import type { FastifyPluginAsync } from 'fastify';
import type { Config } from '../../data/config/config.ts';
import type { AgentDay } from '../../data/day/agent-day.ts';
import type { AgentSessions } from '../../data/readings/schemas/agent-sessions.ts';
import type { SessionStore } from '../agent-sessions/session-store.ts';
import type { AskLog } from '../asks/ask-log.ts';
import type { BridgeOptions } from '../bridge/bridge-options.ts';
import type { SocketLimits } from '../bridge/sockets/sockets.ts';
import type { Bus } from '../bus/bus.ts';
import type { History } from '../history/history.ts';
import type { Log } from '../core/log.ts';
import type { McpLimits } from '../mcp/mcp-home.ts';
import type { Observability } from '../observability/observability.ts';
import type { Keys } from '../keys/keys.ts';
import type { LetterStore } from '../letters/letter-store.ts';
import type { PushStore } from '../push/push-store.ts';
import type { Resident } from '../resident/resident.ts';
import type { ServerConfig } from '../config/server-config.ts';
import type { UsageStore } from '../usage/usage-store.ts';
import type { ConversationStore } from '../store/conversation-store.ts';
import type { Store } from '../store/store.ts';
import type { CodeHost } from './code-host/code-host.ts';
import type { PinnedFetch } from '../outbound/pinned-fetch.ts';
import type { Lookup } from '../outbound/redirects.ts';

/** What a demo uses instead of every upstream. */
export interface Demo {
  /** The configuration with the addresses of the recorded upstreams. */
  configOf(config: Config): Config;
  /** The recorded code host. */
  readonly codeHost: { readonly url: string; readonly owner: string; readonly repo: string };
  /** The portals, as text. */
  portals(): Promise<string>;
  /** The recorded sessions of coding agents. */
  sessionsAt(now: number): AgentSessions;
  /** The same as a day. */
  sessionsOf(from: number, until: number): AgentDay;
  /** The recorded upstreams as routes of the home itself. */
  routes(limits: SocketLimits | undefined): FastifyPluginAsync;
}

export interface GatewayOptions {
  /** The built pages. */
  readonly dist: string;
  /** The owner's files, which are used instead of files of the same name in `dist`. */
  readonly ownerFiles: string;
  readonly config: Config & Partial<ServerConfig>;
  /** The repositories, at least one. */
  readonly codeHosts: readonly CodeHost[];
  readonly store: Store;
  /** Where conversations are, if several gateways share them; in `store` if left out. */
  readonly conversations?: ConversationStore | undefined;
  /** Where the status of portals and upstreams is kept; in memory if left out. */
  readonly history?: History | undefined;
  /** Where the sessions of coding agents are kept; in memory if left out. */
  readonly sessions?: SessionStore | undefined;
  /** The browsers that get notices; in memory if left out. */
  readonly push?: PushStore | undefined;
  /** The log of what agents asked the owner; none if left out. */
  readonly askLog?: AskLog | undefined;
  /** Where the owner's letters to coding agents are kept; in memory if left out. */
  readonly letterStore?: LetterStore | undefined;
  /** What coding agents have used; in memory if left out. */
  readonly usage?: UsageStore | undefined;
  /** Who may do what; in memory if left out. */
  readonly keys?: Keys;
  readonly resident: Resident;
  /** Connects this gateway with the other gateways of its world; left out if there is only one. */
  readonly bus?: Bus | undefined;
  /** The folder with the logs of plays; if left out, no play is listed. */
  readonly plays?: string | undefined;
  /** Replays recordings instead of every upstream, the code host included. */
  readonly demo?: Demo | undefined;
  /** Whether sources are polled and portals checked; true if left out. */
  readonly poll?: boolean;
  /** How long a portal may take to answer its health check. */
  readonly portalTimeoutMs?: number;
  readonly bridge?: Partial<Omit<BridgeOptions, 'resident' | 'keys'>>;
  /** The limits of agents that come over MCP. */
  readonly mcp?: McpLimits;
  /** The secret of the code host's webhooks; if left out, webhooks are refused. */
  readonly hookSecret?: string | undefined;
  /** Metrics and traces; none if left out. */
  readonly observability?: Observability | undefined;
  readonly requestsPerMinute?: number;
  /** Number of the owner's proxies in front of the home. With 0, `X-Forwarded-…` is ignored. */
  readonly trustProxy?: number;
  /** The host names that the home answers to besides IP addresses and `localhost`; undefined for any. */
  readonly hostNames?: readonly string[] | undefined;
  /** The home's address, with a trailing slash, for links to it. */
  readonly publicUrl?: string | undefined;
  /** Sends every request that leaves the process. */
  readonly fetch?: PinnedFetch;
  /** Finds the addresses that `fetch` connects to; the system's look-up if left out. */
  readonly lookup?: Lookup;
  readonly now?: () => number;
  readonly log?: Log['line'];
}

/** The options with the keys, the clock and the log that every part of a gateway uses. */
export type GatewaySettings = GatewayOptions & Required<Pick<GatewayOptions, 'keys' | 'now' | 'log'>>;
