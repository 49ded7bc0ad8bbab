/** No bubble and no stone has room for more: a longer text is cut before it is searched. */
export const MAX_TEXT_CHARACTERS = 2000;
/** Longer than any written line; each line is searched several times. */
const MAX_LINE_CHARACTERS = 4000;
export const BULLET = '•';

const FENCE = /^[ \t]*(?:```|~~~)/u;
const RULE = /^[ \t]*(?:[-*_][ \t]*){3,}$/u;
const HEADING = /^[ \t]{0,3}#{1,6}[ \t]+/u;
const QUOTE = /^[ \t]{0,3}>[ \t]?/u;
const BARE_MARK = /^[ \t]*[-*+>]?[ \t]*$/u;
const ITEM = /^[ \t]*[-*+][ \t]+/u;
const NUMBERED = /^[ \t]*(\d{1,3})[.)][ \t]+/u;

/** Links, code, emphasis and escapes of one line, as plain words. */
const plainWords = (line: string): string =>
  line
    .replace(/!?\[([^\][]{0,500})\]\([^)]{0,2000}\)/gu, '$1')
    .replace(/<(https?:\/\/[^\s<>]{1,200})>/gu, '$1')
    .replace(/(\*\*|__|~~|`)(?=\S)([^\n]*?\S)\1/gu, '$2')
    .replace(/(^|[\s(])([*_])(?=\S)([^\n*_]*?\S)\2(?=$|[\s).,;:!?])/gu, '$1$3')
    .replace(/\\([!-/:-@[-`{-~])/gu, '$1')
    .replace(/\s+/gu, ' ')
    .trim();

/**
 * The words of a Markdown text without its marks, as it is drawn in the world and read aloud: one
 * line for each paragraph, heading, list item or line of code. Not a parser: the result is text, and
 * never markup.
 */
export function plainText(markdown: string, maxCharacters = MAX_TEXT_CHARACTERS): string {
  const blocks: string[] = [];
  let open = false;
  let code = false;
  for (const whole of markdown.slice(0, maxCharacters).split(/\r\n|\r|\n/u)) {
    const raw = whole.slice(0, MAX_LINE_CHARACTERS);
    if (FENCE.test(raw)) {
      // Code between fences on one line is not a block of its own.
      const inner = /^[ \t]*```(.+)```[ \t]*$/u.exec(raw)?.[1];
      if (inner === undefined) code = !code;
      else blocks.push(inner.trim());
      open = false;
      continue;
    }
    if (code) {
      blocks.push(raw.replace(/\s+/gu, ' ').trim());
      continue;
    }
    const line = raw.replace(QUOTE, '');
    if (BARE_MARK.test(line) || RULE.test(line)) {
      open = false;
      continue;
    }
    const number = NUMBERED.exec(line)?.[1];
    if (ITEM.test(line)) blocks.push(`${BULLET} ${plainWords(line.replace(ITEM, ''))}`);
    else if (number !== undefined) blocks.push(`${number}. ${plainWords(line.replace(NUMBERED, ''))}`);
    else if (HEADING.test(line))
      blocks.push(plainWords(line.replace(HEADING, '').replace(/[ \t]+#+[ \t]*$/u, '')));
    else if (open) blocks.push(`${blocks.pop() ?? ''} ${plainWords(line)}`);
    else blocks.push(plainWords(line));
    // The next line continues this paragraph or item unless it is empty; a heading ends by itself.
    open = !HEADING.test(line);
  }
  return blocks.filter((block) => block !== '').join('\n');
}
