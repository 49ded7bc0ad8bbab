import { openWorkAnswer } from '../schemas/open-work.ts';
import { troubleIn } from './code-host.ts';
import { jsonSource } from './source.ts';

/**
 * `api/open-work.json`: checks of the newest commit, open pull requests and the newest release. A static host
 * has none.
 */
export const openWork = jsonSource({
  name: 'openWork',
  url({ repositories, codeHost: { owner, repo } }, base) {
    const name = `${owner}/${repo}`;
    // A visitor can choose one of several repositories.
    const query = repositories.includes(name) ? `?repo=${encodeURIComponent(name)}` : '';
    return new URL(`api/open-work.json${query}`, base).href;
  },
  timeoutSeconds: 15,
  schema: openWorkAnswer,
  what: 'open work',
  maxBytes: 200_000,
  refused: (status) =>
    status === 404 ? { kind: 'empty', cause: 'this home reads no code host' } : undefined,
  convert: (given, headers) =>
    given.work === null
      ? { kind: 'empty', cause: given.cause }
      : { kind: 'value', value: given.work, ...troubleIn(headers) },
});
