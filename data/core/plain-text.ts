/** The maximum length for a speech bubble or a stone. A longer text is cut before it is searched. */
export const MAX_TEXT_CHARACTERS = 2000;
/** The maximum length of a line, because each line is searched several times. */
const MAX_LINE_CHARACTERS = 4000;
export const BULLET = '•';

const FENCE = /^[ \t]*(?:```|~~~)/u;
const RULE = /^[ \t]*(?:[-*_][ \t]*){3,}$/u;
const HEADING = /^[ \t]{0,3}#{1,6}[ \t]+/u;
const QUOTE = /^[ \t]{0,3}>[ \t]?/u;
const BARE_MARK = /^[ \t]*[-*+>]?[ \t]*$/u;
const ITEM = /^[ \t]*[-*+][ \t]+/u;
const NUMBERED = /^[ \t]*(\d{1,3})[.)][ \t]+/u;

/** One line without the Markdown of links, code, emphasis and escapes. */
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
 * A Markdown text without its syntax, for drawing in the world and reading aloud: one line for each
 * paragraph, heading, list item or line of code. It is not a parser: the result is text, not HTML.
 */
export function plainText(markdown: string, maxCharacters = MAX_TEXT_CHARACTERS): string {
  const blocks: string[] = [];
  let open = false;
  let code = false;
  for (const whole of markdown.slice(0, maxCharacters).split(/\r\n|\r|\n/u)) {
    const raw = whole.slice(0, MAX_LINE_CHARACTERS);
    if (FENCE.test(raw)) {
      // Code between fences on one line does not begin a block.
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
    // The next line continues this paragraph or item unless it is empty. A heading is one line.
    open = !HEADING.test(line);
  }
  return blocks.filter((block) => block !== '').join('\n');
}
