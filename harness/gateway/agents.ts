import type { Commit } from '../../data/readings/records.ts';
import { authorName } from '../../data/readings/sources/code-host.ts';
import type { State } from '../../data/state.ts';
import { type CodeHost, isRefusal } from './code-host/code-host.ts';
import { MAX_LIMIT } from './code-host/recent.ts';

/** The most agents: the limit of `codeHost.agents`. */
const MAX_AGENTS = 64;

/** The distinct authors in the order of their commits. Upper and lower case make no difference. */
function authorsOf(commits: readonly Pick<Commit, 'author'>[]): string[] {
  const names = new Map<string, string>();
  for (const { author } of commits) {
    const name = authorName(author);
    if (name !== '' && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  }
  return [...names.values()].slice(0, MAX_AGENTS);
}

/** Makes the authors of these commits the home's agents. */
export function setAgents(state: State, commits: readonly Pick<Commit, 'author'>[]): void {
  const config = state.config.get();
  const agents = authorsOf(commits);
  const known = config.codeHost.agents;
  if (agents.length === known.length && agents.every((name, index) => name === known[index])) return;
  state.config.set({ ...config, codeHost: { ...config.codeHost, agents } });
}

/** Makes the authors of the code host's latest commits the home's agents. */
export async function learnAgents(state: State, codeHost: CodeHost): Promise<void> {
  const answer = await codeHost.read('commits');
  if (isRefusal(answer)) return;
  const latest = answer.records.slice(0, MAX_LIMIT);
  setAgents(
    state,
    latest.flatMap(({ json }) => ('commit' in json ? [{ author: json.commit.author.name }] : [])),
  );
}
