import { resolve } from 'node:path';
import type { OwnerConfig, RepositoryConfig } from '../../config/config-file.ts';
import { TOKEN_VARIABLE } from '../../config/server-config.ts';
import { NoCodeHost } from './cached.ts';
import type { CodeHost } from './code-host.ts';
import { kindOf } from './kinds.ts';
import { LocalGit } from './local-git.ts';
import { RemoteCodeHost } from './remote.ts';
import { fitsHeader } from '../../core/secret.ts';
import { UserError } from '../../core/user-error.ts';

function tokenIn(env: NodeJS.ProcessEnv, variable: string): string | undefined {
  const token = env[variable]?.trim() || undefined;
  if (token === undefined || fitsHeader(token)) return token;
  throw new UserError(
    `${variable} holds a space, a line break or a character that is not ASCII.`,
    'Set it to the token alone, as the code host shows it, in one line.',
    2,
  );
}

type Given = Pick<OwnerConfig, 'codeHost' | 'codeHosts'>;

/** The repositories of a configuration: one, or those of its list. */
export const entriesOf = ({ codeHost, codeHosts }: Given): readonly RepositoryConfig[] =>
  codeHosts ?? [codeHost];

/** The environment variable with the token of a repository; undefined if the file names none. */
function variableOf(
  { url, tokenEnv }: RepositoryConfig,
  all: readonly RepositoryConfig[],
): string | undefined {
  if (tokenEnv) return tokenEnv;
  // One token is for one server: it is sent to no other that happens to be in the list.
  const first = all.find((entry) => entry.url !== '');
  return URL.parse(url)?.origin === URL.parse(first?.url ?? '')?.origin ? TOKEN_VARIABLE : undefined;
}

/** What else decides which repository is read, and how. */
export interface Where {
  /** The folder of `--repo`. */
  readonly repo: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutMs?: number | undefined;
}

function remote(
  entry: RepositoryConfig,
  all: readonly RepositoryConfig[],
  { env, timeoutMs }: Where,
): CodeHost {
  const { url, owner, repo, login, tokenEnv } = entry;
  const field = all.length > 1 ? `codeHost[${all.indexOf(entry)}]` : 'codeHost';
  const variable = variableOf(entry, all);
  const token = variable === undefined ? undefined : tokenIn(env, variable);
  if (tokenEnv && token === undefined)
    throw new UserError(
      `${field}.tokenEnv names the variable ${tokenEnv}, which is not set.`,
      'Set it to a token of that code host, or leave tokenEnv out.',
      2,
    );
  return new RemoteCodeHost({
    kind: kindOf(entry),
    url,
    owner,
    repo,
    token,
    login: login || owner,
    field,
    variable: variable ?? `a variable that ${field}.tokenEnv names`,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    fetch: (address, init) => fetch(address, init),
  });
}

async function local(
  { path, owner, repo: name, fetchMinutes = 0 }: RepositoryConfig,
  isOneOfSeveral: boolean,
  { repo }: Where,
): Promise<CodeHost> {
  const given = repo ?? (path || undefined);
  const folder = resolve(given ?? '.');
  const named = isOneOfSeveral ? { owner, repo: name } : undefined;
  const found = await LocalGit.open(folder, given !== undefined, fetchMinutes, named);
  if (found.ok) return found.repository;
  if (given === undefined) return new NoCodeHost(`${folder} is not a git repository`);
  throw new UserError(
    `${folder} is not a git repository that can be read: ${found.cause}.`,
    repo === undefined
      ? 'Write the folder of one as path of codeHost in config.json.'
      : 'Give --repo the folder of one, or leave the flag out.',
  );
}

/** One repository of a configuration. */
export const openRepository = async (
  entry: RepositoryConfig,
  all: readonly RepositoryConfig[],
  where: Where,
): Promise<CodeHost> => {
  // A token that cannot be sent is a mistake, whether it is needed or not.
  tokenIn(where.env, TOKEN_VARIABLE);
  return entry.url !== '' && where.repo === undefined
    ? remote(entry, all, where)
    : local(entry, where.repo === undefined && all.length > 1, where);
};

/**
 * Where the commits come from: the owner’s code hosts, local repositories, or nowhere. `--repo` takes the place
 * of all of them.
 */
export async function findCodeHosts(
  config: Given,
  repo: string | undefined,
  env: NodeJS.ProcessEnv,
  isDemo: boolean,
): Promise<readonly CodeHost[]> {
  if (isDemo) return [new NoCodeHost('the demo replays a recorded one')];
  const entries = repo === undefined ? entriesOf(config) : [config.codeHost];
  return Promise.all(entries.map((entry) => openRepository(entry, entries, { repo, env })));
}
