import { type CodeHost, notFound } from '../../harness/gateway/code-host/code-host.ts';

/** For a code host of a test that is about its lists. */
export const withoutDiffs: Pick<CodeHost, 'diff' | 'isPublic'> = {
  diff: () => Promise.resolve(notFound()),
  isPublic: () => Promise.resolve(false),
};
