import { relative } from 'node:path';

/** A path for messages: from the current folder if it is in there. */
export const shortPath = (path: string): string => {
  const short = relative('.', path);
  return short.startsWith('..') ? path : short;
};
