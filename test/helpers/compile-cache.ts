/**
 * For the environment of a Node program that gets only named variables: with the cache that `ci/test.ts`
 * sets, it starts in half the time.
 */
export const compileCache: Readonly<Record<string, string>> = (() => {
  const folder = process.env['NODE_COMPILE_CACHE'];
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
})();
