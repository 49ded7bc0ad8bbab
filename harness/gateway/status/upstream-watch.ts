import { RequestError, UnreachableError } from '../../../data/core/http.ts';
import type { Source } from '../../../data/readings/sources/source.ts';
import { sentence } from '../../../data/core/text.ts';
import { type Field, adviceFor } from '../../outbound/advice.ts';
import {
  type CodeHost,
  type CodeHostAnswer,
  type CodeHostList,
  type OpenWorkAnswer,
  isRefusal,
} from '../code-host/code-host.ts';
import { isNo } from '../code-host/cached.ts';
import { RemoteCodeHost } from '../code-host/remote.ts';
import type { Observer } from '../../observability/observer.ts';
import type { Log } from '../../core/log.ts';

/** The upstreams that have a history. A demo replays their answers, and has no such history. */
export type Upstream = 'code-host' | 'weather' | 'block-explorer';

/** The upstream of a source, by the name of its reading. */
const upstreamOf: Readonly<Record<string, Upstream>> = { weather: 'weather', blockHeight: 'block-explorer' };

/** Whether a source asks another server than the home itself. */
export const isOfUpstream = ({ name }: Pick<Source, 'name'>): boolean => name in upstreamOf;

const fields: Readonly<Record<Upstream, Field>> = {
  'code-host': 'codeHost',
  weather: 'weather',
  'block-explorer': 'chain',
};

/** The result of the home's own last request to an upstream. */
interface UpstreamResult {
  readonly at: number;
  readonly online: boolean;
  readonly latencyMs: number | null;
  readonly cause?: string;
}

interface Failure {
  /** The key of its result; the upstream if left out. */
  readonly key?: string;
  /** False for a local history, for which there is no advice. */
  readonly isServer?: boolean;
  /** What the owner can do; from the cause if left out. */
  readonly advice?: string | undefined;
}

/** What the home asks a code host for besides the commits, for the log. */
const besides = { pulls: 'merged pull requests', work: 'open work' } as const;

/** An empty repository (409) is an answer like any other. */
const EMPTY = 409;

/**
 * A failure as visitors may read it. The home sends its requests from inside the owner's network, and the
 * text of a server there may describe that network. So only the status stays; the server's own words and the
 * details of a wrong answer are removed. A server that did not answer has written nothing that must be
 * removed.
 */
const withoutItsWords = (failure: RequestError): RequestError =>
  failure instanceof UnreachableError
    ? failure
    : new RequestError(failure.message.replace(/(?<= answered \d+): .*$| \(.*\)$/s, ''), failure.status);

/**
 * Watches the requests that other parts of the home send to its upstreams: whether the upstream answered, and
 * the time until the answer was read. It sends no requests itself.
 */
export class UpstreamWatch {
  readonly #now: () => number;
  readonly #log: Log['line'];
  readonly #observer: Observer | undefined;
  /** The results by upstream; of several repositories, by `code-host owner/name`. */
  readonly #latest = new Map<string, UpstreamResult>();
  /** Why a code host refuses a list other than the commits, by the key of its result and the list. */
  readonly #refusals = new Map<string, string>();

  constructor(now: () => number, log: Log['line'] = () => undefined, observer?: Observer) {
    this.#now = now;
    this.#log = log;
    this.#observer = observer;
  }

  /** The last result. Of several repositories, the one that fails is told. */
  latest(upstream: Upstream): UpstreamResult | undefined {
    const one = this.#latest.get(upstream);
    if (one) return one;
    const several = [...this.#latest].filter(([key]) => key.startsWith(`${upstream} `));
    const failed = several.find(([, { online }]) => !online);
    if (!failed) return several.map(([, result]) => result).sort((a, b) => b.at - a.at)[0];
    const [key, { cause, ...result }] = failed;
    return { ...result, cause: `${key.slice(upstream.length + 1)}: ${cause}` };
  }

  /** Watches the requests of a source, if it asks an upstream. */
  source(source: Source): Source {
    const upstream = upstreamOf[source.name];
    if (upstream === undefined) return source;
    const read: Source['read'] = async (io, config, signal) => {
      // This upstream is not configured, so nothing is requested.
      if (source.url(config, io.base) === '') return source.read(io, config, signal);
      const began = performance.now();
      try {
        const outcome = await source.read(io, config, signal);
        this.#answered(upstream, began);
        return outcome;
      } catch (error) {
        const reason: unknown = signal.aborted ? signal.reason : error;
        // The reason is not an error of a request. Either the signal was aborted because the home stops or
        // its configuration has changed, or the answer could not be read.
        if (!(reason instanceof RequestError)) {
          if (!signal.aborted) this.#failed(upstream, began, 'its answer could not be read');
          throw error;
        }
        const shown = withoutItsWords(reason);
        this.#failed(upstream, began, shown.message);
        throw signal.aborted ? error : shown;
      }
    };
    return { ...source, read };
  }

  /**
   * Watches the requests of a code host. Whether it is up follows the commits. A refusal of other lists does
   * not count as down: pull requests may be switched off, or the token may not read them.
   * @param end Ends the requests when the home ends.
   * @param name The repository, if the home has several.
   */
  codeHost(inner: CodeHost, end?: AbortSignal, name?: string): CodeHost {
    const key = name === undefined ? 'code-host' : `code-host ${name}`;
    const { owner, repo, description, work } = inner;
    const watched = async <T extends CodeHostAnswer | OpenWorkAnswer>(
      what: CodeHostList | 'work',
      request: Promise<T>,
    ): Promise<T> => {
      const began = performance.now();
      const answer = await request;
      if (end?.aborted === true) return answer;
      if (!isRefusal(answer) && answer.stale) this.#failed('code-host', began, answer.stale.cause, { key });
      else if (isRefusal(answer) && answer.status !== EMPTY) {
        // The cause becomes a part of sentences, which have a full stop of their own.
        const cause = answer.message.replace(/\.$/, '');
        const about = { key, isServer: inner instanceof RemoteCodeHost, advice: answer.advice };
        if (what === 'commits' || !isNo(answer)) this.#failed('code-host', began, cause, about);
        else this.#refused(besides[what], began, cause, about);
      } else if (what === 'commits') this.#answered('code-host', began, key);
      else {
        this.#observe('code-host', began, true);
        this.#refusals.delete(`${key}, ${besides[what]}`);
      }
      return answer;
    };
    return {
      owner,
      repo,
      description,
      read: (list) => watched(list, inner.read(list, end)),
      ...(work && {
        work: {
          read: (newest, hasNews) => watched('work', work.read(newest, hasNews, end)),
          checks: (sha) => work.checks(sha, end),
        },
      }),
      diff: (change) => inner.diff(change, end),
      isPublic: () => inner.isPublic(end),
    };
  }

  /** Returns how long the request took, in milliseconds. */
  #observe(upstream: Upstream, began: number, online: boolean): number {
    const ms = performance.now() - began;
    this.#observer?.upstream({ upstream, online, seconds: ms / 1000 });
    return Math.round(ms);
  }

  #answered(upstream: Upstream, began: number, key: string = upstream): void {
    const latencyMs = this.#observe(upstream, began, true);
    if (this.#latest.get(key)?.online === false) this.#log(`${key}: it answers again`, 'info');
    this.#latest.set(key, { at: this.#now(), online: true, latencyMs });
  }

  #failed(upstream: Upstream, began: number, cause: string, about: Failure = {}): void {
    const { key = upstream, isServer = true, advice = adviceFor(fields[upstream], cause) } = about;
    this.#observe(upstream, began, false);
    if (isServer && this.#latest.get(key)?.cause !== cause) this.#log(`${key}: ${sentence(cause)} ${advice}`);
    this.#latest.set(key, { at: this.#now(), online: false, latencyMs: null, cause });
  }

  /** The code host answers, but refuses this list. The log says so once, unless the commits fail likewise. */
  #refused(list: string, began: number, cause: string, { key, advice }: Failure & { key: string }): void {
    this.#observe('code-host', began, true);
    const name = `${key}, ${list}`;
    if ([this.#refusals.get(name), this.#latest.get(key)?.cause].includes(cause)) return;
    this.#refusals.set(name, cause);
    const help = advice ?? adviceFor(fields['code-host'], cause);
    this.#log(`${name}: ${sentence(cause)} ${help} Or are pull requests switched off there?`);
  }
}
