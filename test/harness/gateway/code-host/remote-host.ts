import { type CodeHostAnswer } from '../../../../harness/gateway/code-host/code-host.ts';
import type { Fetch } from '../../../../harness/outbound/fetch.ts';
import { RemoteCodeHost } from '../../../../harness/gateway/code-host/remote.ts';

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
