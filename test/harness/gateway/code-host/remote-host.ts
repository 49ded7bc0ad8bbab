import { CachedCodeHost } from '../../../../harness/gateway/code-host/cached.ts';
import type { CodeHostAnswer } from '../../../../harness/gateway/code-host/code-host.ts';
import type { Fetch } from '../../../../harness/outbound/fetch.ts';
import { kindOf } from '../../../../harness/gateway/code-host/kinds.ts';
import { RemoteCodeHost } from '../../../../harness/gateway/code-host/remote.ts';
import { type StandIn, commitsEvery, startStandIn } from '../../../helpers/code-hosts.ts';

export const TOKEN = 'secret-token-0123456789abcdef';
export const COMMITS = '/api/v1/repos/timmy/lit/commits';

export const elsewhere = {
  codeHost: { url: 'https://code.example', owner: 'timmy', repo: 'lit', agents: [], authors: false },
} as const;

export const messageOf = (answer: CodeHostAnswer): string => ('message' in answer ? answer.message : '');

export const remote = (
  url: string,
  more: { repo?: string; timeoutMs?: number; token?: string; fetch?: Fetch; now?: () => number } = {},
) =>
  new RemoteCodeHost({
    url,
    owner: 'timmy',
    repo: 'lit',
    token: TOKEN,
    fetch: (address, init) => fetch(address, init),
    ...more,
  });

export const HOUR = 3_600_000;
export const START = Date.parse('2026-03-01T12:00:00Z');

/** A stand-in with 20 commits, one an hour, a home's view of it, and a clock for both. */
export async function standing(
  kind: StandIn['kind'],
  { newest = START, ...options }: { newest?: number; login?: string; token?: string | undefined } = {},
) {
  const clock = { now: START };
  const host = await startStandIn(kind, () => clock.now);
  host.state.commits = commitsEvery(HOUR, 20, newest);
  const { owner, repo } = host.repository;
  const remote = new RemoteCodeHost({
    kind: kindOf({ kind, url: host.url }),
    url: host.url,
    owner,
    repo,
    ...options,
    now: () => clock.now,
    fetch: (address, init) => fetch(address, init),
  });
  return {
    clock,
    host,
    codeHost: new CachedCodeHost(remote, () => clock.now),
    page: `${host.url}/${owner}/${repo}`,
    paths: () => host.answers.map(({ request }) => new URL(request.url, host.url).pathname),
    statuses: () => host.answers.map(({ status }) => status),
    [Symbol.asyncDispose]: () => host.close(),
  };
}
