import type { ReadingConfig } from './reading-config.ts';

/** The configuration with this repository, as `owner/name`, or as it is if the name is empty. */
export function withRepository<C extends ReadingConfig>(config: C, name: string): C {
  const end = name.lastIndexOf('/');
  return name
    ? { ...config, codeHost: { ...config.codeHost, owner: name.slice(0, end), repo: name.slice(end + 1) } }
    : config;
}
