import type { Config } from '../config.ts';

/** `{code_host}/api/v1/repos/<owner>/<repo>/…`; with no code host configured the home's own gateway answers in its shape. */
export const repositoryUrl = (
  { codeHost: { url, owner, repo } }: Config,
  base: string,
  rest: string,
): string => {
  const root = url === '' ? base : url.endsWith('/') ? url : `${url}/`;
  return new URL(`api/v1/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}/${rest}`, root).href;
};

/** The first line of a commit message or title: the rest is never shown. */
export const firstLine = (message: string): string => {
  const end = message.search(/[\r\n]/);
  return (end < 0 ? message : message.slice(0, end)).trim().slice(0, 300);
};
