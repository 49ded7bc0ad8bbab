/** A title as pages show it: after the name of its repository, if the home shows several. */
export const inRepository = (title: string, repo: string | undefined): string =>
  repo ? `[${repo}] ${title}` : title;
