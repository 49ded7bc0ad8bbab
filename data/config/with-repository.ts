import type { ReadingConfig } from './reading-config.ts';

/** The address at which a home with several repositories answers for all of them, in place of `owner/name`. */
export const EVERY_REPOSITORY = 'all/repositories';

/** The configuration with this repository, as `owner/name`, or as it is without a name. */
export function withRepository<C extends ReadingConfig>(config: C, name?: string): C {
  if (!name) return config;
  const end = name.lastIndexOf('/');
  return {
    ...config,
    codeHost: { ...config.codeHost, owner: name.slice(0, end), repo: name.slice(end + 1) },
  };
}
