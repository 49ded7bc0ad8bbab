/**
 * In lower case, without accents and punctuation: `What’s the WEATHER?!` becomes `what is the
 * weather`.
 */
export const plainWords = (text: string): string[] =>
  text
    .slice(0, 2_000)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    // One character can become eighteen.
    .slice(0, 2_000)
    .toLowerCase()
    .replace(/[’‘`]/g, "'")
    .replace(/\bwhat's\b/g, 'what is')
    .replace(/\bwho's\b/g, 'who is')
    .replace(/\bhow's\b/g, 'how is')
    .replace(/\bit's\b/g, 'it is')
    .replace(/'(?:s|re|m|ve|ll|d)\b/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Whether the words contain a whole name. */
export const mentions = (words: readonly string[], name: string): boolean => {
  const wanted = plainWords(name);
  return wanted.length > 0 && ` ${words.join(' ')} `.includes(` ${wanted.join(' ')} `);
};

/**
 * Whether two words differ by at most one letter: added, missing, changed, or swapped with the
 * next.
 */
export function nearlyEqual(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return (
    short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2)
  );
}

/** Shorter words must match exactly: “wether” is taken for “weather”, but “work” not for “fork”. */
const MIN_FUZZY_CHARACTERS = 6;

export const wordMatches = (word: string, known: string): boolean =>
  word === known || (known.length >= MIN_FUZZY_CHARACTERS && nearlyEqual(word, known));
