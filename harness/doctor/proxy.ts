import { sentence } from '../../data/core/text.ts';
import { WebSocket } from 'ws';
import { readBody } from '../../data/core/http.ts';
import { causeOf } from '../outbound/fetch.ts';
import { MAX_EXPORT_BYTES } from '../usage/otlp.ts';
import { type Finding, note, ok, problem } from './finding.ts';
import { healthOf } from './ports.ts';
import { socketCause } from './relays.ts';

const [ADDRESS, PAGE, SOCKET, BODY] = [
  'public address',
  'proxy headers',
  'proxy websocket',
  'proxy body size',
];
const MAX_PAGE_BYTES = 500_000;
const BEHIND = 'docs/operations.md, “Behind another proxy”, has examples.';

const fixes = {
  unreachable:
    'Check that its name leads to this machine, that the proxy runs, and that the firewall lets visitors in.',
  host: `Let the proxy pass on the host that visitors ask for (nginx: proxy_set_header Host $http_host), or start the home with --public-url. ${BEHIND}`,
  upgrade: `Let the proxy pass on WebSockets (nginx: proxy_http_version 1.1 and the headers Upgrade and Connection). ${BEHIND}`,
  bridge: `Let the proxy pass on /api/world/ws too; a static host without a gateway has no bridge. ${BEHIND}`,
  cache: 'Let the proxy leave Cache-Control as the home sends it: with another value visitors see old pages.',
};

async function get(url: string, timeoutMs: number): Promise<Response> {
  return fetch(url, { redirect: 'follow', signal: AbortSignal.timeout(timeoutMs) });
}

/** Whether a home answers at the public address. */
async function checkAddress(publicUrl: string, timeoutMs: number, home: string): Promise<Finding> {
  const url = `${publicUrl}healthz`;
  try {
    const response = await get(url, timeoutMs);
    const { status } = response;
    const health = await healthOf(response, url);
    const proxyTo = `Let the proxy pass requests on to ${home}, and start the home. ${BEHIND}`;
    if (health?.isWell === true) return ok(ADDRESS, `A home answers at ${publicUrl}.`);
    if (health)
      return problem(
        ADDRESS,
        `The home at ${publicUrl} is not well: ${health.cause ?? 'it does not say why'}.`,
        'Look at its log.',
      );
    if (status === 401 && response.headers.has('www-authenticate'))
      return note(
        ADDRESS,
        `A server in front of the home asks for a sign-in of its own at ${publicUrl}, so nothing behind it was checked.`,
        'Let it pass on what agents send: docs/deploying.md, “Behind another gate”.',
      );
    if (status >= 500)
      return problem(
        ADDRESS,
        `The proxy at ${publicUrl} answers ${status}: it does not reach the home.`,
        proxyTo,
      );
    return problem(
      ADDRESS,
      `Something other than a home answers at ${publicUrl} (status ${status}).`,
      proxyTo,
    );
  } catch (error) {
    return problem(ADDRESS, sentence(`${publicUrl}: ${causeOf(error, timeoutMs)}`), fixes.unreachable);
  }
}

/**
 * The host of the bridge in the page's security policy, which is the host of the request as the home received
 * it.
 */
const hostInPolicy = (policy: string): string | undefined => /\bwss?:\/\/([^\s;]+)/.exec(policy)?.[1];

/** Whether the proxy passes on the host, and leaves the headers of the home as they are. */
async function checkHeaders(publicUrl: string, timeoutMs: number): Promise<Finding> {
  const { host } = new URL(publicUrl);
  const response = await get(publicUrl, timeoutMs);
  const text = await readBody(response, MAX_PAGE_BYTES, publicUrl);
  const policy = response.headers.get('content-security-policy');
  if (response.status === 421)
    return problem(PAGE, `The home does not know the host name that the proxy asks for.`, fixes.host);
  if (response.status === 401 && text.includes('"private":true'))
    return ok(PAGE, 'The home refuses strangers, as its configuration says.');
  if (!response.ok || !text.includes('<hw-home'))
    return problem(
      PAGE,
      `${publicUrl} is not the page of the home (status ${response.status}).`,
      `Let the proxy pass on every path. ${BEHIND}`,
    );
  if (policy === null)
    return problem(
      PAGE,
      'The proxy removes the header Content-Security-Policy.',
      'Let it pass on the headers of the home.',
    );
  const policyHost = hostInPolicy(policy);
  if (policyHost !== undefined && policyHost !== host)
    return problem(
      PAGE,
      `The home is asked for ${policyHost}, and visitors ask for ${host}: some browsers refuse the chat.`,
      fixes.host,
    );
  const cache = response.headers.get('cache-control') ?? 'none';
  // The home itself adds “private” where visitors see only a part of it.
  if (!/^(?:private, )?no-cache$/.test(cache))
    return problem(
      PAGE,
      `The proxy changes Cache-Control of the page to “${cache.slice(0, 80)}”.`,
      fixes.cache,
    );
  return ok(PAGE, 'The host and the headers of the home come through.');
}

/** Opens the bridge as a page does. It sends nothing, so that no session is made. */
function checkSocket(publicUrl: string, timeoutMs: number): Promise<Finding> {
  const { origin, host } = new URL(publicUrl);
  return new Promise((resolve) => {
    const socket = new WebSocket(`${publicUrl.replace(/^http/, 'ws')}api/world/ws`, {
      origin,
      headers: { host },
      handshakeTimeout: timeoutMs,
      maxPayload: MAX_PAGE_BYTES,
    });
    socket.on('open', () => {
      resolve(ok(SOCKET, 'The bridge can be opened.'));
      socket.terminate();
    });
    socket.on('error', (error) => {
      const cause = socketCause(error, timeoutMs);
      const isHost = /answered (?:403|421)/.test(cause);
      const fix = isHost ? fixes.host : /answered 404/.test(cause) ? fixes.bridge : fixes.upgrade;
      resolve(problem(SOCKET, sentence(`the bridge cannot be opened: ${cause}`), fix));
    });
  });
}

/**
 * Sends almost as many bytes as the largest report of what coding agents use, without a key. The home refuses
 * the request before it checks the size, so only a proxy answers 413.
 */
async function checkBody(publicUrl: string, timeoutMs: number): Promise<readonly Finding[]> {
  const response = await fetch(`${publicUrl}api/otlp/v1/logs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: new Uint8Array(MAX_EXPORT_BYTES * 0.95),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => undefined);
  await response?.body?.cancel();
  if (response?.status !== 413) return [];
  const says =
    'The proxy accepts no request of 4 MB, so what agents use and change, and screenshots of games, may be lost.';
  return [note(BODY, says, `Let it accept 4 MB (nginx: client_max_body_size 4m). ${BEHIND}`)];
}

export interface ProxyOptions {
  readonly publicUrl: string;
  readonly timeoutMs: number;
  /** The value of `--trust-proxy`. */
  readonly trustProxy: number;
  /** Where the home itself listens. */
  readonly home: string;
}

/** Visits the home by its public address: the name, the proxy in front, its headers, WebSockets and body size. */
export async function checkProxy({
  publicUrl,
  timeoutMs,
  trustProxy,
  home,
}: ProxyOptions): Promise<readonly Finding[]> {
  const address = await checkAddress(publicUrl, timeoutMs, home);
  if (address.state !== 'ok') return [address];
  const headers = await checkHeaders(publicUrl, timeoutMs).catch((error: unknown) =>
    problem(PAGE, sentence(`${publicUrl}: ${causeOf(error, timeoutMs)}`), fixes.unreachable),
  );
  const trust =
    trustProxy === 0 && new URL(publicUrl).protocol === 'https:'
      ? [
          note(
            'trust-proxy',
            'Without --trust-proxy the home counts all visitors of the proxy as one, and limits them together.',
            'Add --trust-proxy with the number of your proxies.',
          ),
        ]
      : [];
  return [
    address,
    headers,
    await checkSocket(publicUrl, timeoutMs),
    ...(await checkBody(publicUrl, timeoutMs)),
    ...trust,
  ];
}
