import { type CodeHostKind, codeHostKinds } from '../../config/server-config.ts';
import { gitea } from './gitea.ts';
import { github, isGithubHost } from './github.ts';
import { gitlab } from './gitlab.ts';
import type { RemoteKind } from './remote-kind.ts';

const kinds: Readonly<Record<CodeHostKind, RemoteKind>> = { gitea, github, gitlab };

/** The kind of a public host in an address; undefined for any other host. */
export function knownKind(url: string): CodeHostKind | undefined {
  const host = URL.parse(url)?.host ?? '';
  if (isGithubHost(host)) return 'github';
  return host === 'gitlab.com' ? 'gitlab' : undefined;
}

/** The kind of a configured code host: `codeHost.kind`, or the one that the address tells, or Gitea. */
export const kindOf = ({ kind, url }: { readonly kind?: string; readonly url: string }): RemoteKind =>
  kinds[codeHostKinds.find((one) => one === kind) ?? knownKind(url) ?? 'gitea'];
