import { type CodeHostKind, codeHostKinds } from '../../config/server-config.ts';
import { gitea } from './gitea.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import type { RemoteKind } from './remote-kind.ts';

const kinds: Readonly<Record<CodeHostKind, RemoteKind>> = { gitea, github, gitlab };

/** The kinds of public hosts, which everybody writes the same way. */
const known: readonly (readonly [RegExp, CodeHostKind])[] = [
  [/^(?:www\.|api\.)?github\.com$|\.ghe\.com$/, 'github'],
  [/^gitlab\.com$/, 'gitlab'],
];

/** The kind of the host in an address, as far as its name tells. */
export const knownKind = (url: string): CodeHostKind | undefined =>
  known.find(([host]) => host.test(URL.parse(url)?.host ?? ''))?.[1];

/** The kind of a configured code host: `codeHost.kind`, or the one that the address tells, or Gitea. */
export const kindOf = ({ kind, url }: { readonly kind?: string; readonly url: string }): RemoteKind =>
  kinds[codeHostKinds.find((one) => one === kind) ?? knownKind(url) ?? 'gitea'];
