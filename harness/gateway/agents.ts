import { setTimeout as pause } from 'node:timers/promises';
import { DAY_MS } from '../../data/core/time.ts';
import { AUTHOR_DAYS, LATEST_COMMITS, agentKey } from '../../data/readings/activity.ts';
import type { Commit } from '../../data/readings/records.ts';
import { authorName } from '../../data/readings/sources/code-host.ts';
import type { ConfigState } from '../../data/config/config-state.ts';
import type { PageState } from '../../data/core/page-state.ts';
import { type CodeHost, isRefusal } from './code-host/code-host.ts';

type StateSlice = ConfigState & PageState;

/** The maximum number of agents, as in `codeHost.agents`. */
const MAX_AGENTS = 64;
/** How long the start of a home may wait to learn who the agents are. */
const MAX_WAIT_MS = 2_000;

type Authored = Pick<Commit, 'author' | 'authoredAt'>;

/**
 * Makes agents of the authors of the last days and of the latest commits, besides the agents that the owner
 * names. Authors are remembered, so that their number does not fall when many new commits push older commits
 * out of the list.
 */
export class Authors {
  readonly #state: StateSlice;
  /** The agents that the owner names. */
  readonly #named: readonly string[];
  readonly #seen = new Map<string, Authored>();

  constructor(state: StateSlice) {
    this.#state = state;
    this.#named = state.config.get().codeHost.agents;
  }

  /** Makes the authors of these commits agents. The list begins with the newest. */
  follow(commits: readonly Authored[]): void {
    const since = this.#state.now.get() - AUTHOR_DAYS * DAY_MS;
    for (const [key, { authoredAt }] of this.#seen) if (authoredAt < since) this.#seen.delete(key);
    for (const [index, { author, authoredAt }] of commits.entries()) {
      const [name, key] = [authorName(author), agentKey(authorName(author))];
      const last = this.#seen.get(key)?.authoredAt ?? -Infinity;
      const isRecent = authoredAt >= since || index < LATEST_COMMITS;
      if (name !== '' && isRecent && authoredAt > last) this.#seen.set(key, { author: name, authoredAt });
    }
    const named = new Set(this.#named.map(agentKey));
    const latest = [...this.#seen.values()]
      .filter(({ author }) => !named.has(agentKey(author)))
      .sort((one, other) => other.authoredAt - one.authoredAt);
    const agents = [...this.#named, ...latest.map(({ author }) => author)].slice(0, MAX_AGENTS);
    const config = this.#state.config.get();
    const known = config.codeHost.agents;
    // A changed configuration restarts every reading, also one that waits after a refusal: another order is no reason.
    if (agents.length === known.length && agents.every((name) => known.includes(name))) return;
    this.#state.config.set({ ...config, codeHost: { ...config.codeHost, agents } });
  }

  /** Reads the authors from the code host. Resolves when they are known, or after two seconds. */
  async learn(codeHost: Pick<CodeHost, 'read'>): Promise<void> {
    const learned = this.#read(codeHost).catch(() => undefined);
    await Promise.race([learned, pause(MAX_WAIT_MS, undefined, { ref: false })]);
  }

  async #read(codeHost: Pick<CodeHost, 'read'>): Promise<void> {
    const answer = await codeHost.read('commits');
    if (isRefusal(answer)) return;
    this.follow(
      answer.records.flatMap(({ json, shownAt }) =>
        'commit' in json ? [{ author: json.commit.author.name, authoredAt: shownAt }] : [],
      ),
    );
  }
}
