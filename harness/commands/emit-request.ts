import { fetchFailure, messageOf, UserError } from '../core/user-error.ts';
import type { SessionReportInput } from '../agent-sessions/session-report.ts';
import type { Report } from './emit-claude-code.ts';

interface Destination {
  /** Address of the home. */
  readonly url: URL;
  /** A key or the token. */
  readonly secret: string;
  readonly timeoutMs: number;
}

/** The address of the endpoint. The address of the home may contain a path. */
const endpointOf = (url: URL): URL => new URL('api/events', url.href.replace(/\/*$/, '/'));

async function post(
  report: Report | SessionReportInput,
  { url, secret, timeoutMs }: Destination,
): Promise<Response> {
  try {
    return await fetch(endpointOf(url), {
      method: 'POST',
      headers: { 'x-home-world-key': secret, 'content-type': 'application/json' },
      body: JSON.stringify(report),
      // Redirects are not followed, because the token is for this address only.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError')
      throw new UserError(
        `The home at ${url.href} did not answer within ${timeoutMs / 1000} s.`,
        'Try again, or give it more time with --timeout.',
      );
    throw new UserError(
      `No home answers at ${url.href}: ${fetchFailure(error)}.`,
      'Start it with “home-world serve”, or name its address with --url.',
    );
  }
}

/** Sends a report to a home. Throws a `UserError` that says what to do. */
export async function sendReport(
  report: Report | SessionReportInput,
  destination: Destination,
): Promise<void> {
  const response = await post(report, destination);
  if (response.ok) {
    await response.body?.cancel();
    return;
  }
  const { status } = response;
  const message = await messageOf(response);
  const { href } = destination.url;
  if (status === 401)
    throw new UserError(
      `The home at ${href} refused the key${message === '' ? '.' : `: ${message}`}`,
      'Make another one with “home-world keys add”, or set HOME_WORLD_BRIDGE_TOKEN as where the home was started.',
    );
  if (message === '' || status === 404)
    throw new UserError(
      `${href} accepts no reports: it answered with status ${status}.`,
      'Name the address of your home with --url, and update the home if it is older than this command.',
    );
  throw new UserError(
    `The home at ${href} refused the report: ${message}`,
    status === 429 ? 'Send fewer reports.' : 'docs/agents.md says what a report may have.',
  );
}
