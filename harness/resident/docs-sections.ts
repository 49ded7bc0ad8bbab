/** The text below a heading. */
export interface Section {
  /** The path of its page: `docs/operations.md`. */
  readonly page: string;
  /** The headings above its own. */
  readonly above: string;
  readonly heading: string;
  /** Its paragraphs, and the items of its lists and the rows of its tables, as Markdown for the chat, without links. */
  readonly passages: readonly string[];
}

const FENCE = /^ *```/;
const ITEM = /^ *(?:[-*]|\d+\.) /;
const LINK = /(!?)\[([^\]]*)\]\([^)]*\)/g;
const LABEL = /^(?:- )?\*\*(.+?)\*\*/;
/** What a row or an item begins with, in bold type; empty for other passages. */
export const labelOf = (passage: string): string => LABEL.exec(passage)?.[1] ?? '';

const MAX_CODE_LINES = 16;

/** The chat keeps the breaks of lines, and cannot follow the links between the pages. */
const joined = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trim())
    .join(' ')
    .replace(LINK, (_, isPicture: string, text: string) => (isPicture === '' ? text : ''));

const cellsOf = (row: string): string[] =>
  row
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => joined([cell]));

/** Each row of a table as an item of a list, with the names of its columns if it has more than three. */
function rowsOf([head = '', , ...rows]: readonly string[]): string[] {
  const names = cellsOf(head);
  return rows.flatMap((row) => {
    const [first = '', ...cells] = cellsOf(row);
    const texts = cells.flatMap((cell, at) =>
      cell === '' ? [] : cells.length > 2 ? `${names[at + 1]}: ${cell}` : cell,
    );
    // A table of pictures has no text.
    return first === '' && texts.length === 0 ? [] : `- **${first}**: ${texts.join('; ')}`;
  });
}

/** Splits lines at empty lines that are not in code. */
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

const shortCode = (lines: readonly string[]): string =>
  lines.length <= MAX_CODE_LINES
    ? lines.join('\n')
    : [...lines.slice(0, MAX_CODE_LINES - 2), '…', lines.at(-1)].join('\n');

/** The paragraphs, items and rows of a section. Code belongs to the paragraph before it. */
function passagesOf(lines: readonly string[]): string[] {
  const passages: string[] = [];
  for (const block of blocksOf(lines)) {
    const [first = ''] = block;
    if (FENCE.test(first)) passages.push([passages.pop() ?? '', shortCode(block)].join('\n\n').trim());
    else passages.push(...(first.startsWith('|') ? rowsOf(block) : itemsOf(block)));
  }
  return passages.filter((text) => text !== '');
}

const HEADING = /^(#{1,3}) (.+)$/;
/** Sections for those who change the code or write a program for the home, and about these answers. */
const OF_CODE =
  /^(?:for developers|without a model|what the code is made of|from the (?:agent|home)|the (?:events|report)|signals to read|parts of the scene)$/i;

/** The sections of a page in `docs/`. */
export function sectionsOf(page: string, markdown: string): Section[] {
  const parts: { heading: string; above: string; lines: string[] }[] = [];
  const path: string[] = [];
  let isCode = false;
  for (const line of markdown.split(/\r?\n/)) {
    if (FENCE.test(line)) isCode = !isCode;
    const [, marks = '', heading] = (isCode ? null : HEADING.exec(line)) ?? [];
    if (heading === undefined) parts.at(-1)?.lines.push(line);
    else {
      path.length = marks.length - 1;
      parts.push({ heading, above: path.join(' '), lines: [] });
      path.push(heading);
    }
  }
  return parts
    .filter(({ heading }) => !OF_CODE.test(heading))
    .map(({ heading, above, lines }) => ({ page, above, heading, passages: passagesOf(lines) }))
    .filter(({ passages }) => passages.length > 0);
}

/** A question that a section answers, as people type it. */
export interface SectionQuestion {
  /** The path of its page, and the heading of its section. */
  readonly page: string;
  readonly heading: string;
  /** How the passage that is the answer begins; empty for the whole section. */
  readonly begin: string;
  readonly text: string;
}

/** Of the pages of the repository, only this one is not in `docs/`. */
const pathOf = (page: string): string => (page === 'CONTRIBUTING.md' ? page : `docs/${page}`);

const OF_SECTION = /^\[([\w-]+\.md) > (.+?)(?: > (.+))?\]$/;
/** @param text The content of `training/data/docs-questions.txt`. */
export function sectionQuestions(text: string): SectionQuestion[] {
  let of = { page: '', heading: '', begin: '' };
  return text.split(/\r?\n/).flatMap((line) => {
    const [, page, heading = '', begin = ''] = OF_SECTION.exec(line) ?? [];
    if (page !== undefined) of = { page: pathOf(page), heading, begin };
    return page !== undefined || line === '' || line.startsWith('#') ? [] : { ...of, text: line };
  });
}

/** The index of the passage that begins with a text; -1 if none does. */
export const passageWith = ({ passages }: Section, begin: string): number =>
  passages.findIndex((text) => text.replace(/^- /, '').replaceAll('**', '').startsWith(begin));
