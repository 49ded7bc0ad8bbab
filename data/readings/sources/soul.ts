import { emptyIfMissing, textSource } from './source.ts';

/** Whether the text is an HTML page: some static hosts answer all URLs with their page. */
const isPage = (text: string): boolean => /^\s*<(?:!doctype|html)\b/i.test(text);

/** `soul.md`: the oath, written by the owner. */
export const soul = textSource({
  name: 'soul',
  url: 'soul.md',
  everySeconds: 600,
  // A few pages, because more text would not fit on a stone.
  maxBytes: 20_000,
  refused: emptyIfMissing,
  parse: (text) =>
    text.trim() === '' || isPage(text)
      ? { kind: 'empty', cause: 'nothing is written there' }
      : { kind: 'value', value: text.trim() },
});
