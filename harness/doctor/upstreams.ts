import { sentence } from '../../data/core/text.ts';
import { hostOf, RequestError } from '../../data/core/http.ts';
import { counted } from '../../data/readings/format.ts';
import { placeText } from '../../data/readings/format-weather.ts';
import type { SourceName, SourceValues } from '../../data/readings/readings-state.ts';
import { blockHeight } from '../../data/readings/sources/block-height.ts';
import type { Outcome, Source } from '../../data/readings/sources/source.ts';
import { weather } from '../../data/readings/sources/weather.ts';
import { type Where, entriesOf, openRepository } from '../gateway/code-host/find-code-host.ts';
import type { OwnerConfig, RepositoryConfig } from '../config/config-file.ts';
import { NoCodeHost } from '../gateway/code-host/cached.ts';
import {
  type CodeHost,
  type CodeHostAnswer,
  type CodeHostList,
  type CodeHostRefusal,
  isRefusal,
} from '../gateway/code-host/code-host.ts';
import { LocalGit } from '../gateway/code-host/local-git.ts';
import { type Fetch, causeOf } from '../outbound/fetch.ts';
import { pinnedFetch } from '../outbound/pinned-fetch.ts';
import { guardRedirects } from '../outbound/redirects.ts';
import { SELF_BASE } from '../outbound/self-fetch.ts';
import { UserError } from '../core/user-error.ts';
import { adviceFor } from '../outbound/advice.ts';
import { type Finding, note, ok, problem } from './finding.ts';

/** The status for an empty repository, which counts as an answer. */
const EMPTY = 409;

/**
 * The gateway's own `fetch`, whose errors name the cause. A page would learn only that a host cannot be
 * reached.
 */
function explainingFetch(timeoutMs: number): typeof globalThis.fetch {
  const inner: Fetch = guardRedirects(pinnedFetch);
  return async (input, init) => {
    const url = input instanceof Request ? input.url : new URL(input).href;
    try {
      return await inner(url, init);
    } catch (error) {
      if (init?.signal?.aborted === true) throw error;
      throw new RequestError(`${hostOf(url)}: ${causeOf(error, timeoutMs)}`);
    }
  };
}

/** Asks a source once, as the home does. */
async function checkSource<Name extends SourceName>(
  name: string,
  field: 'weather' | 'chain',
  source: Source<Name>,
  config: OwnerConfig,
  timeoutMs: number,
  say: (outcome: Outcome<SourceValues[Name]>) => string,
): Promise<Finding> {
  const io = { fetch: explainingFetch(timeoutMs), now: Date.now, base: SELF_BASE };
  const host = hostOf(source.url(config, SELF_BASE));
  try {
    const outcome = await source.read(io, config, AbortSignal.timeout(timeoutMs));
    return ok(name, `${host} answers: ${say(outcome)}.`);
  } catch (error) {
    const failure = causeOf(error, timeoutMs);
    const cause = failure.includes(host) ? failure : `${host}: ${failure}`;
    return problem(name, sentence(cause), adviceFor(field, cause));
  }
}

export const checkWeather = (config: OwnerConfig, timeoutMs: number): Promise<Finding> =>
  checkSource('weather', 'weather', weather, config, timeoutMs, (outcome) =>
    outcome.kind === 'value'
      ? `${outcome.value.temperatureF}°F ${outcome.value.label} at ${placeText(config.weather)}`
      : 'nothing yet',
  );

export const checkChain = (config: OwnerConfig, timeoutMs: number): Promise<Finding> =>
  checkSource('block height', 'chain', blockHeight, config, timeoutMs, (outcome) =>
    outcome.kind === 'value' ? String(outcome.value) : 'nothing yet',
  );

const CODE_HOST = 'commits';

const adviceIn = ({ advice, message }: CodeHostRefusal): string => advice ?? adviceFor('codeHost', message);

/** Fetches the remote of a local repository, if the home does so. Returns why that failed. */
async function fetchTrouble(name: string, codeHost: CodeHost): Promise<Finding | undefined> {
  await codeHost.fetchNew?.();
  const cause = codeHost instanceof LocalGit ? codeHost.fetchFailure : undefined;
  if (cause === undefined) return undefined;
  const says = `${codeHost.description}: git fetch failed: ${sentence(cause)}`;
  return problem(name, says, adviceFor('codeHost', 'git fetch failed'));
}

/** Why the home gets no list; undefined if it gets one. An empty repository is no trouble. */
function listTrouble(
  name: string,
  codeHost: CodeHost,
  answers: Readonly<Record<CodeHostList, CodeHostAnswer>>,
): Finding | undefined {
  const { description } = codeHost;
  const { commits, pulls } = answers;
  if (isRefusal(commits) && commits.status !== EMPTY) {
    const isMissing = commits.status === 404;
    const says = isMissing
      ? `${description}: there is no such repository, or it is not shown.`
      : sentence(commits.message);
    return problem(name, says, adviceIn(commits));
  }
  if (!isRefusal(pulls) || pulls.status === EMPTY || pulls.status >= 500) return undefined;
  // This may be right: an owner can switch pull requests off.
  return note(
    name,
    `${description}: the commits can be read, but not the merged pull requests. ${sentence(pulls.message)}`,
    `If the repository has pull requests: ${adviceIn(pulls)}`,
  );
}

/** Reads the lists of each repository. Of several, each finding names its repository. */
export async function checkCodeHosts(
  config: Pick<OwnerConfig, 'codeHost' | 'codeHosts'>,
  repo: string | undefined,
  env: NodeJS.ProcessEnv,
  timeoutMs: number,
): Promise<readonly Finding[]> {
  const entries = repo === undefined ? entriesOf(config) : [config.codeHost];
  return Promise.all(
    entries.map((entry) => {
      const name = entries.length > 1 ? `${CODE_HOST} of ${entry.owner}/${entry.repo}` : CODE_HOST;
      return checkCodeHost(name, entry, entries, { repo, env, timeoutMs });
    }),
  );
}

/** Reads the commits and the merged pull requests once, from the code host or the local history. */
async function checkCodeHost(
  name: string,
  entry: RepositoryConfig,
  entries: readonly RepositoryConfig[],
  where: Where,
): Promise<Finding> {
  try {
    const codeHost = await openRepository(entry, entries, where);
    if (codeHost instanceof NoCodeHost)
      return note(
        name,
        sentence(codeHost.description.replace(/^none: /, '')),
        'Name a code host in config.json (“home-world init” asks for it), or give --repo the folder of a git repository.',
      );
    const fetched = await fetchTrouble(name, codeHost);
    if (fetched) return fetched;
    const commits = await codeHost.read('commits');
    const pulls = isRefusal(commits) ? commits : await codeHost.read('pulls');
    const trouble = listTrouble(name, codeHost, { commits, pulls });
    if (trouble) return trouble;
    const count = isRefusal(commits)
      ? 'no commits yet'
      : `${commits.isWhole ? '' : 'the latest '}${counted(commits.records.length, 'commit')}`;
    return ok(name, `${codeHost.description}: ${count}.`);
  } catch (error) {
    if (error instanceof UserError) return problem(name, error.message, error.fix);
    throw error;
  }
}
