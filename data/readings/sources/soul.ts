import { emptyIfMissing, textSource } from './source.ts';

/** A static host that answers every address with its page. */
const isPage = (text: string): boolean => /^\s*<(?:!doctype|html)\b/i.test(text);

/** `soul.md`: the oath, as its owner wrote it. */
export const soul = textSource({
  name: 'soul',
  url: 'soul.md',
  everySeconds: 600,
  // A few pages; a stone has no room for more.
  maxBytes: 20_000,
  refused: emptyIfMissing,
  parse: (text) =>
    text.trim() === '' || isPage(text)
      ? { kind: 'empty', cause: 'nothing is written there' }
      : { kind: 'value', value: text.trim() },
});
