import { createServer } from 'node:net';
import { readBody } from '../../data/core/http.ts';
import { isObject } from '../../data/config/fields.ts';
import { codeOf, listenError } from '../core/user-error.ts';
import { localHost } from '../outbound/self-fetch.ts';
import { type Finding, ok, problem } from './finding.ts';

const MAX_HEALTH_BYTES = 100_000;

/** What `/healthz` of a home says. */
export interface Health {
  readonly isWell: boolean;
  /** What is wrong with it. */
  readonly cause?: string | undefined;
  readonly version?: string | undefined;
}

/** Reads an answer of `/healthz`; undefined if it is not the answer of a home. */
export async function healthOf(response: Response, url: string): Promise<Health | undefined> {
  try {
    const body: unknown = JSON.parse(await readBody(response, MAX_HEALTH_BYTES, url));
    if (!isObject(body)) return undefined;
    const { status } = body;
    if (status === 'draining') return { isWell: false, cause: 'it is ending' };
    if (status !== 'ok' && status !== 'error') return undefined;
    const text = (name: string): string | undefined => {
      const value = body[name];
      return typeof value === 'string' ? value.slice(0, 200) : undefined;
    };
    return { isWell: status === 'ok', cause: text('store'), version: text('version') };
  } catch {
    return undefined;
  }
}

/** The address of a home that listens here, as this machine reaches it. */
export const localUrl = (host: string, port: number): string => `http://${localHost(host)}:${port}/`;

async function homeAt(host: string, port: number, timeoutMs: number): Promise<Health | undefined> {
  const url = `${localUrl(host, port)}healthz`;
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    return await healthOf(response, url);
  } catch {
    return undefined;
  }
}

/** Tries to listen for a moment. Resolves with the error if that fails. */
const tryToListen = (host: string, port: number): Promise<Error | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.on('error', resolve);
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });

/**
 * Whether the home can listen on a port, or does so already. `flag` is the name of the flag that chooses the
 * port.
 */
export async function checkPort(
  flag: string,
  host: string,
  port: number,
  timeoutMs: number,
): Promise<Finding> {
  if (port === 0) return ok(flag, 'The system chooses a free port.');
  const error = await tryToListen(host, port);
  if (!error) return ok(flag, `Port ${port} on ${host} is free.`);
  const health = codeOf(error) === 'EADDRINUSE' ? await homeAt(host, port, timeoutMs) : undefined;
  if (health?.isWell === true)
    return ok(
      flag,
      `A home${health.version === undefined ? '' : ` (${health.version})`} answers on port ${port}.`,
    );
  if (health)
    return problem(
      flag,
      `The home on port ${port} is not well: ${health.cause ?? 'it does not say why'}.`,
      'Look at its log, and at the data folder above.',
    );
  const { message, fix } = listenError(error, host, port, flag);
  return problem(flag, message, fix);
}
