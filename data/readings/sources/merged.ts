import { wirePulls } from '../schemas/code-host.ts';
import { inRepository } from '../format.ts';
import { authorName, firstLine, readable, repositoryUrl, troubleIn } from './code-host.ts';
import { jsonSource } from './source.ts';

const WHAT = 'a list of pull requests';

/**
 * The merged pull requests among the latest closed ones; each is a book on the shelves (specification 4.B).
 */
export const merged = jsonSource({
  name: 'merged',
  url: (config, base) => repositoryUrl(config, base, 'pulls?state=closed&limit=50'),
  timeoutSeconds: 15,
  schema: wirePulls,
  what: WHAT,
  convert(list, headers) {
    const value = readable(list, WHAT)
      .filter((pull) => pull.merged === true)
      .map(({ number, title, user, merged_at, repo }) => ({
        number,
        title: inRepository(firstLine(title), repo),
        ...(repo && { repo }),
        author: authorName(user?.login ?? ''),
        mergedAt: Date.parse(merged_at ?? ''),
      }))
      .filter(({ mergedAt }) => Number.isFinite(mergedAt));
    return value.length > 0
      ? { kind: 'value', value, ...troubleIn(headers) }
      : { kind: 'empty', cause: 'no merged pull requests' };
  },
});
