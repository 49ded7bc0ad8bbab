/** Lower case, no accents, no punctuation: `What’s the WEATHER?!` becomes `what is the weather`. */
export const plainWords = (text: string): string[] =>
  text
    .slice(0, 2_000)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’‘`]/g, "'")
    .replace(/\bwhat's\b/g, 'what is')
    .replace(/\bwho's\b/g, 'who is')
    .replace(/\bhow's\b/g, 'how is')
    .replace(/\bit's\b/g, 'it is')
    .replace(/'(?:s|re|m|ve|ll|d)\b/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Whether plain words hold a name, all of it and in its order. */
export const mentions = (words: readonly string[], name: string): boolean => {
  const wanted = plainWords(name);
  return wanted.length > 0 && ` ${words.join(' ')} `.includes(` ${wanted.join(' ')} `);
};

/** At most one letter added, dropped, changed or swapped with its neighbour. */
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

/**
 * Short words must match exactly: `weather` survives a slip of the finger, `work` must not become
 * `fork`.
 */
const FORGIVING_FROM = 6;

export const wordMatches = (word: string, known: string): boolean =>
  word === known || (known.length >= FORGIVING_FROM && nearlyEqual(word, known));
