import { setTimeout as pause } from 'node:timers/promises';
import { EVERY_REPOSITORY } from '../../../data/config/reading-config.ts';
import { type Checks, MAX_OPEN_PULLS, type OpenWork } from '../../../data/readings/schemas/open-work.ts';
import type { CachedCodeHost } from './cached.ts';
import {
  type ChangeName,
  type CodeHostAnswer,
  type CodeHostList,
  type CodeHostRecords,
  type CodeHostRefusal,
  type OpenWorkAnswer,
  type OpenWorkRecords,
  isRefusal,
  notFound,
  refusal,
} from './code-host.ts';
import type { Repository } from './remote-kind.ts';
import { byTurn } from './work.ts';

/** How long the answer for all repositories waits for one of them; less if that one failed the last time. */
const WAIT_MS = 5_000;
const WAIT_AFTER_FAILURE_MS = 500;

/** The status of a repository without commits. */
export const EMPTY = 409;

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
const isSame = (one: Repository, other: Repository): boolean =>
  sameName(one.owner, other.owner) && sameName(one.repo, other.repo);

const [everyOwner = '', everyRepo = ''] = EVERY_REPOSITORY.split('/');
const EVERY = { owner: everyOwner, repo: everyRepo };

/** The state of several checks: the first of these that one of them has. */
const SEVERITY: readonly Checks['state'][] = ['failed', 'pending', 'unknown', 'passed', 'none'];

/** One repository of a home. */
export interface NamedRepository {
  readonly host: CachedCodeHost;
  /** Its name, with its owner if another repository of the home has the same; undefined if it is the only one. */
  readonly label: string | undefined;
}

type Good = CodeHostRecords | OpenWorkRecords;

/** The answer of one repository, among those of all. */
interface Part<T> {
  readonly label: string;
  readonly answer: T | CodeHostRefusal;
}
interface GoodPart<T> extends Part<T> {
  readonly answer: T;
}
const isGood = <T extends Good>(part: Part<T>): part is GoodPart<T> => !isRefusal(part.answer);

/** What is wrong with an answer. Without a full stop, because it becomes a part of sentences. */
const troubleOf = ({ label, answer }: Part<Good>): string[] => {
  const cause = isRefusal(answer)
    ? answer.status === EMPTY
      ? undefined
      : answer.message.replace(/\.$/, '')
    : answer.stale?.cause;
  return cause === undefined ? [] : [`${label}: ${cause}`];
};

/**
 * What is wrong with the answer for several repositories: it is stale if all of them have trouble, otherwise it
 * names those that have.
 */
function combined(parts: readonly Part<Good>[]): Pick<Good, 'stale' | 'trouble'> {
  const troubles = parts.flatMap(troubleOf);
  if (troubles.length === 0) return {};
  const cause = troubles.join('; ');
  const times = parts.flatMap(({ answer }) =>
    isRefusal(answer) ? [] : [answer.stale?.fetchedAt ?? Infinity],
  );
  const fetchedAt = Math.min(...times);
  return times.includes(Infinity) ? { trouble: cause } : { stale: { fetchedAt, cause } };
}

/** The refusal if no repository has an answer: “is empty” only if all of them are. */
function refusalOf(parts: readonly Part<Good>[]): CodeHostRefusal {
  const refusals = parts.flatMap(({ answer }) => (isRefusal(answer) ? [answer] : []));
  const worst = refusals.find(({ status }) => status !== EMPTY);
  if (!worst) return refusals[0] ?? refusal(503, 'This home has no repository.');
  return refusal(worst.status, `${parts.flatMap(troubleOf).join('; ')}.`);
}

function mergedRecords(parts: readonly Part<CodeHostRecords>[], now: number): CodeHostAnswer {
  const good = parts.filter(isGood);
  if (good.length === 0) return refusalOf(parts);
  const troubles = combined(parts);
  // Without records, the trouble is more than an empty list would tell.
  if (troubles.trouble !== undefined && good.every(({ answer }) => answer.records.length === 0))
    return refusal(502, `${troubles.trouble}.`);
  const records = good.flatMap(({ label, answer }) =>
    answer.records.map((record) => ({ ...record, json: { ...record.json, repo: label } })),
  );
  return {
    status: 200,
    // Records of the same time stay in the order of the repositories.
    records: records.sort((one, other) => other.at - one.at),
    isWhole: good.every(({ answer }) => answer.isWhole),
    unreadAt: Math.max(
      0,
      ...good.map(({ answer }) => (answer.isWhole ? 0 : (answer.records.at(-1)?.at ?? now))),
    ),
    ...troubles,
  };
}

function mergedWork(parts: readonly Part<OpenWorkRecords>[]): OpenWorkAnswer {
  const good = parts.filter(isGood);
  if (good.length === 0) return refusalOf(parts);
  const pulls = good.flatMap(({ label, answer }) =>
    answer.work.pulls.map((pull) => ({ ...pull, repo: label })),
  );
  const [checks, ...others] = good
    .map(({ label, answer }) => ({ ...answer.work.checks, repo: label }))
    .sort((one, other) => SEVERITY.indexOf(one.state) - SEVERITY.indexOf(other.state));
  const [release] = good
    .flatMap(({ label, answer }) => (answer.work.release ? [{ ...answer.work.release, repo: label }] : []))
    .sort((one, other) => other.publishedAt - one.publishedAt);
  const work: OpenWork = {
    checks: checks as Checks,
    others,
    pulls: pulls.sort(byTurn).slice(0, MAX_OPEN_PULLS),
    hasMore: pulls.length > MAX_OPEN_PULLS || good.some(({ answer }) => answer.work.hasMore),
    ...(release && { release }),
  };
  return { status: 200, work, ...combined(parts) };
}

/** Its name without the owner, unless another one has the same. */
function labelOf({ repo, owner }: Repository, all: readonly Repository[]): string {
  const isUnique = all.filter((other) => sameName(other.repo, repo)).length === 1;
  return isUnique ? repo : `${owner}/${repo}`;
}

/**
 * The repositories of a home. Pages read one list of commits and one of merged pull requests, in which each
 * record names its repository if there are several. One that fails does not hide the others.
 */
export class Repositories {
  readonly all: readonly NamedRepository[];
  readonly #now: () => number;
  /** The last good answer of each repository by list, with its time. */
  readonly #last = new Map<
    string,
    { readonly answer: CodeHostRecords | OpenWorkRecords; readonly at: number }
  >();
  readonly #failed = new Set<string>();
  /** The last answer for all repositories by list, with the answers from which it was made. */
  readonly #merged = new Map<
    CodeHostList,
    { readonly parts: readonly Part<CodeHostRecords>[]; readonly answer: CodeHostAnswer }
  >();

  constructor(hosts: readonly CachedCodeHost[], now: () => number = Date.now) {
    this.#now = now;
    this.all = hosts.map((host) => ({
      host,
      label: hosts.length > 1 ? labelOf(host, hosts) : undefined,
    }));
  }

  /** The repositories as `owner/name`, if there are several. */
  get names(): readonly string[] {
    return this.#only ? [] : this.all.map(({ host }) => `${host.owner}/${host.repo}`);
  }

  /** The address that pages read, as the owner and the name of a repository. */
  get address(): Repository {
    const { owner, repo } = this.#only ?? EVERY;
    return { owner, repo };
  }

  get #only(): CachedCodeHost | undefined {
    return this.all.length === 1 ? this.all[0]?.host : undefined;
  }

  /** Whether the home has several repositories, and an address means all of them. */
  isForAll(address: Repository): boolean {
    return !this.#only && isSame(address, EVERY);
  }

  /** The repository at an address. */
  at(address: Repository): CachedCodeHost | undefined {
    return this.all.find(({ host }) => isSame(host, address))?.host;
  }

  /** The repository with this label, or this `owner/name`. */
  named(name: string): CachedCodeHost | undefined {
    return this.all.find(
      ({ host, label = '' }) => sameName(label, name) || sameName(`${host.owner}/${host.repo}`, name),
    )?.host;
  }

  /** Whether everybody may read all repositories. */
  async isPublic(): Promise<boolean> {
    for (const { host } of this.all) if (!(await host.isPublic())) return false;
    return true;
  }

  /** The repository that shows a commit. The first one, if several do: the commit is the same. */
  async withCommit(change: ChangeName): Promise<CachedCodeHost | undefined> {
    for (const { host } of this.all) if (await host.isShown(change)) return host;
    return undefined;
  }

  /** Reads one list of all repositories, newest first. */
  async read(list: CodeHostList): Promise<CodeHostAnswer> {
    if (this.#only) return this.#only.read(list);
    const parts = await this.#ask(list, this.all, (host) => host.read(list));
    const known = this.#merged.get(list);
    if (known && parts.every(({ answer }, index) => answer === known.parts[index]?.answer))
      return known.answer;
    const answer = mergedRecords(parts, this.#now());
    this.#merged.set(list, { parts, answer });
    return answer;
  }

  /** Whether something can be open: not in local repositories, and not in a recording. */
  get hasOpenWork(): boolean {
    return this.all.some(({ host }) => host.hasOpenWork);
  }

  /**
   * What is open in the repositories that a reader may see; undefined if there are none. A visitor sees those
   * that everybody may read. `name` selects one by its name or as `owner/name`.
   */
  async openWork(isOwner: boolean, name: string | null = null): Promise<OpenWorkAnswer | undefined> {
    const chosen = name === null ? undefined : this.named(name);
    if (name !== null && !chosen) return notFound();
    const hosts = this.all.filter((one) => one.host.hasOpenWork && (!chosen || one.host === chosen));
    const seen = await Promise.all(
      hosts.map(async (one) => (isOwner || (await one.host.isPublic()) ? [one] : [])),
    ).then((lists) => lists.flat());
    const [only] = seen;
    if (!only) return undefined;
    if (this.#only || chosen) return only.host.openWork();
    return mergedWork(await this.#ask('work', seen, (host) => host.openWork()));
  }

  /**
   * Asks several repositories. One that does not answer for some seconds gives its last answer as stale, so
   * that the others are shown at once.
   */
  #ask<T extends Good>(
    what: string,
    repositories: readonly NamedRepository[],
    ask: (host: CachedCodeHost) => Promise<T | CodeHostRefusal>,
  ): Promise<readonly Part<T>[]> {
    return Promise.all(
      repositories.map(async ({ host, label = '' }): Promise<Part<T>> => {
        const key = `${what} ${label}`;
        const wait = new AbortController();
        const limitMs = this.#failed.has(key) ? WAIT_AFTER_FAILURE_MS : WAIT_MS;
        const answer = await Promise.race([
          ask(host),
          pause(limitMs, undefined, { ref: false, signal: wait.signal }).catch(() => undefined),
        ]);
        wait.abort();
        const isLate = answer === undefined;
        const isTrouble =
          isLate || (isRefusal(answer) ? answer.status !== EMPTY : answer.stale !== undefined);
        if (isTrouble) this.#failed.add(key);
        else this.#failed.delete(key);
        if (!isLate) {
          if (isRefusal(answer)) this.#last.delete(key);
          else this.#last.set(key, { answer, at: answer.stale?.fetchedAt ?? this.#now() });
          return { label, answer };
        }
        const last = this.#last.get(key) as { readonly answer: T; readonly at: number } | undefined;
        const cause = 'The code host has not answered yet';
        return {
          label,
          answer: last ? { ...last.answer, stale: { fetchedAt: last.at, cause } } : refusal(504, `${cause}.`),
        };
      }),
    );
  }
}
