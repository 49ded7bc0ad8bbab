import { resolve } from 'node:path';
import type { OwnerConfig } from '../../config/config-file.ts';
import { NoCodeHost } from './cached.ts';
import type { CodeHost } from './code-host.ts';
import { kindOf } from './kinds.ts';
import { LocalGit } from './local-git.ts';
import { RemoteCodeHost } from './remote.ts';
import { fitsHeader } from '../../core/secret.ts';
import { UserError } from '../../core/user-error.ts';

function codeHostToken(env: NodeJS.ProcessEnv): string | undefined {
  const token = env['HOME_WORLD_CODE_HOST_TOKEN']?.trim() || undefined;
  if (token === undefined || fitsHeader(token)) return token;
  throw new UserError(
    'HOME_WORLD_CODE_HOST_TOKEN holds a space, a line break or a character that is not ASCII.',
    'Set it to the token alone, as the code host shows it, in one line.',
    2,
  );
}

/** Where the commits come from: the owner’s code host, a local repository, or nowhere. */
export async function findCodeHost(
  config: Pick<OwnerConfig, 'codeHost'>,
  repo: string | undefined,
  env: NodeJS.ProcessEnv,
  isDemo: boolean,
  timeoutMs?: number,
): Promise<CodeHost> {
  if (isDemo) return new NoCodeHost('the demo replays a recorded one');
  const { url, owner, repo: name, login, fetchMinutes = 0 } = config.codeHost;
  const token = codeHostToken(env);
  if (url !== '' && repo === undefined)
    return new RemoteCodeHost({
      kind: kindOf(config.codeHost),
      url,
      owner,
      repo: name,
      token,
      login: login || owner,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      fetch: (address, init) => fetch(address, init),
    });
  const folder = resolve(repo ?? '.');
  const found = await LocalGit.open(folder, repo !== undefined, fetchMinutes);
  if (found.ok) return found.repository;
  if (repo === undefined) return new NoCodeHost(`${folder} is not a git repository`);
  throw new UserError(
    `${folder} is not a git repository that can be read: ${found.cause}.`,
    'Give --repo the folder of one, or leave the flag out.',
  );
}
