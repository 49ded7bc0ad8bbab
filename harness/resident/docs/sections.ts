/** What is found and shown together: the text of a section, or a row of a table in it. */
export interface Section {
  /** The path of its page: `docs/operations.md`. */
  readonly page: string;
  readonly title: string;
  /** The heading of its section; that of the page before the first one. */
  readonly heading: string;
  /** Its paragraphs and items of lists, as Markdown for the chat, without links. */
  readonly passages: readonly string[];
}

const LINK = /!?\[([^\]]*)\]\([^)]*\)/g;
const FENCE = /^ *```/;
const ITEM = /^ *(?:[-*]|\d+\.) /;

/** The chat keeps the breaks of lines, and cannot follow a link from one page to another. */
const joined = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trim())
    .join(' ')
    .replace(LINK, (link, text: string) => (link.startsWith('!') ? '' : text));

const cellsOf = (row: string): string[] =>
  row
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => joined([cell]));

/** Each row of a table as an item of a list, with the names of its columns if it has more than two. */
function rowsOf([head = '', , ...rows]: readonly string[]): string[] {
  const names = cellsOf(head);
  return rows.map((row) => {
    const [first, ...rest] = cellsOf(row);
    const named = rest.flatMap((cell, at) => {
      const name = rest.length > 1 ? names[at + 1] : undefined;
      return cell === '' ? [] : name ? `${name}: ${cell}` : cell;
    });
    return `- **${first}**: ${named.join('; ')}`;
  });
}

/** Splits the lines of a section at empty lines that are not in code. */
function blocksOf(lines: readonly string[]): string[][] {
  const blocks: string[][] = [[]];
  let isCode = false;
  for (const line of lines) {
    if (FENCE.test(line)) isCode = !isCode;
    if (line.trim() === '' && !isCode) blocks.push([]);
    else blocks.at(-1)?.push(line);
  }
  return blocks.filter((block) => block.length > 0);
}

function itemsOf(lines: readonly string[]): string[] {
  const items: string[][] = [];
  for (const line of lines)
    if (ITEM.test(line) || items.length === 0) items.push([line]);
    else items.at(-1)?.push(line);
  return items.map(joined);
}

/** The passages of a section, and the rows of its tables. Code belongs to the paragraph before it. */
function partsOf(lines: readonly string[]): string[][] {
  const passages: string[] = [];
  const rows: string[] = [];
  for (const block of blocksOf(lines)) {
    const [first = ''] = block;
    if (FENCE.test(first)) {
      const before = passages.pop();
      passages.push([...(before === undefined ? [] : [before]), block.join('\n')].join('\n\n'));
    } else if (first.startsWith('|')) rows.push(...rowsOf(block));
    else passages.push(...itemsOf(block));
  }
  return [passages.filter((text) => text !== ''), ...rows.map((row) => [row])].filter((part) => part.length > 0);
}

const HEADING = /^(#{1,3}) (.+)$/;
/** Sections for who changes the code. */
const OTHERS = /^(?:for developers|what the code is made of)$/i;

/** The sections of a page. */
export function sectionsOf(page: string, markdown: string): Section[] {
  const sections: { heading: string; lines: string[] }[] = [];
  let isCode = false;
  for (const line of markdown.split(/\r?\n/)) {
    if (FENCE.test(line)) isCode = !isCode;
    const [, , heading] = (isCode ? null : HEADING.exec(line)) ?? [];
    if (heading !== undefined) sections.push({ heading, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  const title = sections[0]?.heading ?? '';
  return sections.flatMap(({ heading, lines }) =>
    OTHERS.test(heading) ? [] : partsOf(lines).map((passages) => ({ page, title, heading, passages })),
  );
}
