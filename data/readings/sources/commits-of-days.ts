import { DAY_MS } from '../../core/time.ts';
import { COMMIT_DAYS, LATEST_COMMITS } from '../activity.ts';
import type { Commit } from '../records.ts';
import { commitsSource } from './commits.ts';
import type { Outcome, Source } from './source.ts';

/**
 * The number of further pages that the page of a static host requests from a code host: 250 commits in total.
 */
const MAX_FURTHER_PAGES = 4;
const MAX_KNOWN = LATEST_COMMITS * (MAX_FURTHER_PAGES + 1);

const further = Array.from({ length: MAX_FURTHER_PAGES }, (_, i) => commitsSource('', `&page=${i + 2}`));

const isFull = ({ sent = 0 }: Outcome<unknown>): boolean => sent >= LATEST_COMMITS;

/**
 * The latest commits; from the home's own gateway, all commits of the last days. If a code host is requested
 * directly, as by a home on a static host, its answers are paginated: further pages are requested until they
 * reach back 24 hours. Their commits are kept, so that the next request needs only the first page.
 */
export function createCommitsOfDays(): Source<'commits'> {
  const days = commitsSource(`&days=${COMMIT_DAYS}`, '');
  /** The last known commits of the code host, and whether the repository's first commit is one of them. */
  let known: readonly Commit[] = [];
  let isWhole = false;
  let repository = '';

  /** The first page joined with the known commits; undefined if commits between them may be missing. */
  function joined(first: readonly Commit[]): readonly Commit[] | undefined {
    const last = first.at(-1)?.sha;
    const at = known.findIndex(({ sha }) => sha === last);
    return at < 0 ? undefined : [...first, ...known.slice(at + 1)];
  }

  return {
    ...days,
    async read(io, config, signal): Promise<Outcome<readonly Commit[]>> {
      const outcome = await days.read(io, config, signal);
      if (config.codeHost.url === '' || outcome.kind !== 'value') return outcome;
      const { url, owner, repo } = config.codeHost;
      const name = `${url} ${owner}/${repo}`;
      if (name !== repository) known = [];
      repository = name;
      const before = joined(outcome.value);
      if (before === undefined) isWhole = !isFull(outcome);
      const list = [...(before ?? outcome.value)];
      const start = io.now() - DAY_MS;
      let hasFailed = false;
      for (const page of before || isWhole ? [] : further) {
        if (list.some(({ authoredAt }) => authoredAt < start)) break;
        // If a page fails, the list ends there and is still shown, because the first page is worth showing.
        const next = await page.read(io, config, signal).catch(() => undefined);
        const commits = next?.kind === 'value' ? next.value : [];
        // After a push between two requests, a page repeats commits of the previous page: these are left out.
        list.push(...commits.filter(({ sha }) => list.every((other) => other.sha !== sha)));
        hasFailed = next === undefined;
        isWhole = next !== undefined && !isFull(next);
        if (hasFailed || isWhole) break;
      }
      const value = list.slice(0, MAX_KNOWN);
      isWhole &&= value.length === list.length;
      // After a failure the pages are requested again.
      known = hasFailed ? [] : value;
      return { ...outcome, value, ...(isWhole && { knownSince: 0 }) };
    },
  };
}
