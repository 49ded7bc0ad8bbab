import { commentPercent, sumOfLines } from './comments.ts';
import { filesPerFolder } from './layout.ts';
import { type Finding, type Source, roomOf } from './parse.ts';
import { type Check, ROOMS } from './plan.ts';

const lengthOf = ({ text }: Source): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

const COLUMNS: readonly (readonly [title: string, check: Check])[] = [
  ['groups', 'groups'],
  ['points up', 'layers'],
  ['circles', 'circles'],
  ['fn > 60', 'functions'],
  ['casts', 'casts'],
  ['words', 'names'],
];

function rowOf(room: string, sources: readonly Source[], findings: readonly Finding[]): string[] {
  const lengths = sources.map(lengthOf);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const folders = filesPerFolder(sources.map(({ path }) => path));
  return [
    room,
    ...[sources.length, total, medianOf(lengths), Math.max(0, ...lengths)].map(String),
    commentPercent(sumOfLines(sources)).toFixed(1),
    String(Math.max(0, ...folders.values())),
    ...COLUMNS.map(([, check]) => String(findings.filter((finding) => finding.check === check).length)),
  ];
}

/** One row a room: sizes, then how often each check fails. */
export function tableOf(sources: readonly Source[], findings: readonly Finding[]): string {
  const titles = ['room', 'files', 'lines', 'median', 'longest', 'comment %', 'folder'];
  const rows = [[...titles, ...COLUMNS.map(([title]) => title)]];
  for (const room of [...ROOMS, 'entries'])
    rows.push(
      rowOf(
        room,
        sources.filter(({ path }) => roomOf(path) === room),
        findings.filter(({ path }) => roomOf(path) === room),
      ),
    );
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ');
  return rows.map(line).join('\n');
}
