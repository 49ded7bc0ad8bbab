import {
  type Checks,
  MAX_FAILED_CHECKS,
  MAX_OPEN_PULLS,
  type OpenPull,
  type OpenWork,
} from '../../../data/readings/schemas/open-work.ts';
import {
  type ChecksRecords,
  type CodeHostRefusal,
  type NewestCommit,
  type OpenWorkAnswer,
  type OpenWorkRecords,
  isRefusal,
  refusal,
} from './code-host.ts';
import { openPull, publicName, publicRelease } from './public-records.ts';
import type { RemoteCheck, RemoteKind, Repository } from './remote-kind.ts';

/** How long an answer is used if the code host reports no change. */
const KEEP_MS = 120_000;
/** While checks run, or begin after a commit, they are asked for more often. */
const KEEP_RUNNING_MS = 60_000;
const YOUNG_MS = 10 * 60_000;
/** Checks that have ended, and the newest release, change seldom without a webhook. */
const KEEP_ENDED_MS = 600_000;
const KEEP_RELEASE_MS = 900_000;

/** An answer of the code host. */
export interface Sent {
  readonly raw: unknown;
  /** Whether another page follows this one, which has `count` records. */
  readonly hasNext: (count: number) => boolean;
}

interface Tools extends Repository {
  readonly kind: RemoteKind;
  /** The address of the repository for people. */
  readonly page: string;
  /** The owner's name at the code host. */
  readonly login: string;
  readonly now: () => number;
  /** Asks for a path below the API, with an `ETag` if the last answer for the same slot had this path. */
  readonly get: (slot: string, path: string, signal?: AbortSignal) => Promise<Sent | CodeHostRefusal>;
  /** The time between two reads of this many requests, so that the requests that are allowed last. */
  readonly paceMs: (requests: number) => number;
}

const NOT_A_LIST = 'The code host answered with something that is not a list of pull requests.';

/** Whether the home may not read this, or there is no such thing. Other failures may be temporary. */
const isMissing = ({ status }: CodeHostRefusal): boolean => status === 403 || status === 404;

/**
 * Sorts pull requests: those that wait for the owner come first, and drafts come last. Within each group the
 * newest comes first.
 */
export const byTurn = (one: OpenPull, other: OpenPull): number =>
  Number(other.review === 'owner') - Number(one.review === 'owner') ||
  Number(one.isDraft) - Number(other.isDraft) ||
  other.openedAt - one.openedAt;

/** The state of a commit, from its checks. */
function stateOf(checks: readonly RemoteCheck[], isWhole: boolean): Checks['state'] {
  for (const state of ['failed', 'pending'] as const)
    if (checks.some((check) => check.state === state)) return state;
  if (!isWhole) return 'unknown';
  return checks.length > 0 ? 'passed' : 'none';
}

/** Reads what is open at a remote code host, with few requests. */
export class RemoteWork {
  readonly #tools: Tools;
  /** The parts that are not read each time, until when they are used. */
  #checks: { readonly value: Checks; readonly until: number } | undefined;
  #release: { readonly value: OpenWork['release']; readonly until: number } | undefined;
  /** The alternative that the token may read, for each list of checks. */
  readonly #alternatives = new Map<number, number>();
  #last: { readonly answer: OpenWorkRecords; readonly sha: string; readonly at: number } | undefined;
  #requests = 0;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  async read(newest: NewestCommit, hasNews: boolean, signal?: AbortSignal): Promise<OpenWorkAnswer> {
    const { now, paceMs } = this.#tools;
    const last = this.#last;
    // This comes first: the caller tells of a change only once, also if nothing may be read yet.
    if (hasNews) this.#checks = this.#release = undefined;
    // Webhooks about checks come in large numbers. They do not use up the requests that commits need: the
    // last answer is used until the pace allows another read.
    const waitMs = last?.sha === newest.sha ? last.at + paceMs(this.#requests) - now() : 0;
    if (last && waitMs > 0) return { ...last.answer, keepMs: waitMs };
    this.#requests = 0;
    const [pulls, checks, release] = await Promise.all([
      this.#readPulls(signal),
      this.#readChecks(newest, signal),
      this.#readRelease(signal),
    ]);
    for (const part of [pulls, checks, release]) if (part && isRefusal(part)) return part;
    const answer = this.#answer(newest, { pulls, checks, release } as Parts);
    this.#last = { answer, sha: newest.sha, at: now() };
    return answer;
  }

  #answer({ at }: NewestCommit, { pulls, checks, release }: Parts): OpenWorkRecords {
    const { now, paceMs } = this.#tools;
    const { heads, ...open } = pulls;
    const isRunning = checks.state === 'pending' || now() - at < YOUNG_MS;
    return {
      status: 200,
      work: { checks, ...open, ...(release && { release }) },
      heads,
      keepMs: Math.max(isRunning ? KEEP_RUNNING_MS : KEEP_MS, paceMs(this.#requests)),
    };
  }

  #get(slot: string, path: string, signal?: AbortSignal): Promise<Sent | CodeHostRefusal> {
    this.#requests += 1;
    return this.#tools.get(slot, path, signal);
  }

  /** The checks of a commit, for a change that is opened. */
  async checks(sha: string, signal?: AbortSignal): Promise<ChecksRecords | CodeHostRefusal> {
    const checks = await this.#checksOf(sha, 'opened', signal);
    return isRefusal(checks) ? checks : { status: 200, checks };
  }

  async #readPulls(signal?: AbortSignal): Promise<Parts['pulls'] | CodeHostRefusal> {
    const { kind, login, page } = this.#tools;
    const list = kind.work.pulls;
    const sent = await this.#get('pulls', list.path(this.#tools), signal);
    if (isRefusal(sent)) return sent;
    if (!Array.isArray(sent.raw)) return refusal(502, NOT_A_LIST);
    const heads: Record<string, string> = {};
    const pulls = sent.raw.flatMap((raw: unknown): OpenPull[] => {
      const open = openPull(list.record(raw), login);
      if (!open) return [];
      const { number } = open.pull;
      if (open.head !== undefined) heads[number] = open.head;
      return [{ ...open.pull, url: page + kind.work.pages.pull(number) }];
    });
    if (pulls.length === 0 && sent.raw.length > 0) return refusal(502, NOT_A_LIST);
    return {
      pulls: pulls.sort(byTurn).slice(0, MAX_OPEN_PULLS),
      hasMore: sent.hasNext(sent.raw.length),
      heads,
    };
  }

  async #readChecks({ sha, at }: NewestCommit, signal?: AbortSignal): Promise<Checks | CodeHostRefusal> {
    const { now } = this.#tools;
    if (this.#checks?.value.sha === sha && now() < this.#checks.until) return this.#checks.value;
    const value = await this.#checksOf(sha, 'newest', signal);
    if (isRefusal(value)) return value;
    const isEnded = value.state !== 'pending' && now() - at >= YOUNG_MS;
    this.#checks = { value, until: isEnded ? now() + KEEP_ENDED_MS : 0 };
    return value;
  }

  /** @param use Each use has its own `ETag`. */
  async #checksOf(
    sha: string,
    use: 'newest' | 'opened',
    signal?: AbortSignal,
  ): Promise<Checks | CodeHostRefusal> {
    const { kind, page } = this.#tools;
    const found: RemoteCheck[] = [];
    let isWhole = true;
    for (const list of kind.work.checks.keys()) {
      const part = await this.#readCheckList(list, sha, use, signal);
      if (part === undefined) isWhole = false;
      else if ('message' in part) return part;
      else {
        found.push(...part.checks);
        isWhole &&= part.isWhole;
      }
    }
    const state = stateOf(found, isWhole);
    const failed = found.filter((check) => check.state === 'failed').map(({ name }) => publicName(name));
    return {
      state,
      sha,
      failed: [...new Set(failed)].slice(0, MAX_FAILED_CHECKS),
      url: page + kind.work.pages.checks(sha),
    };
  }

  /** One list of checks; undefined if the home may read none of its alternatives. */
  async #readCheckList(
    list: number,
    sha: string,
    use: string,
    signal?: AbortSignal,
  ): Promise<
    { readonly checks: readonly RemoteCheck[]; readonly isWhole: boolean } | CodeHostRefusal | undefined
  > {
    const alternatives = this.#tools.kind.work.checks[list] ?? [];
    const known = this.#alternatives.get(list) ?? 0;
    for (const [index, alternative] of alternatives.entries()) {
      if (index < known) continue;
      const sent = await this.#get(
        `checks ${use} ${list} ${index}`,
        alternative.path(this.#tools, sha),
        signal,
      );
      if (isRefusal(sent)) {
        if (isMissing(sent)) continue;
        return sent;
      }
      const part = alternative.checks(sent.raw);
      if (!part) return refusal(502, 'The code host answered with something that is not a list of checks.');
      this.#alternatives.set(list, index);
      return { checks: part.checks, isWhole: !sent.hasNext(part.count) };
    }
    return undefined;
  }

  async #readRelease(signal?: AbortSignal): Promise<OpenWork['release'] | CodeHostRefusal> {
    const { kind, now, page } = this.#tools;
    if (this.#release && now() < this.#release.until) return this.#release.value;
    const sent = await this.#get('release', kind.work.release.path(this.#tools), signal);
    if (isRefusal(sent) && !isMissing(sent)) return sent;
    const release = isRefusal(sent) ? undefined : publicRelease(kind.work.release.record(sent.raw));
    const value = release && {
      name: release.name,
      publishedAt: release.publishedAt,
      url: page + kind.work.pages.release(release.tag),
    };
    this.#release = { value, until: now() + KEEP_RELEASE_MS };
    return value;
  }
}

interface Parts {
  readonly pulls: Pick<OpenWork, 'pulls' | 'hasMore'> & Required<Pick<OpenWorkRecords, 'heads'>>;
  readonly checks: Checks;
  readonly release: OpenWork['release'];
}
