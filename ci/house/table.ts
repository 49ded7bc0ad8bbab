import { dirname } from 'node:path';
import { commentPercent } from './comments.ts';
import { type Finding, type Source, roomOf } from './parse.ts';
import { MAX_FILES_PER_FOLDER, ROOMS, ROOMS_WITH_SMALL_FOLDERS } from './plan.ts';

/** How many files each folder has directly in it. */
function filesPerFolder(sources: readonly Source[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return counts;
}

/** Folders with too many files. */
export const folderFindings = (sources: readonly Source[]): Finding[] =>
  [...filesPerFolder(sources)]
    .filter(
      ([folder, count]) => ROOMS_WITH_SMALL_FOLDERS.has(roomOf(`${folder}/`)) && count > MAX_FILES_PER_FOLDER,
    )
    .map(([folder, count]) => ({
      check: 'folders',
      path: `${folder}/`,
      message: `${count} files, at most ${MAX_FILES_PER_FOLDER}`,
    }));

const lengthOf = ({ text }: Source): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

function rowOf(room: string, sources: readonly Source[], findings: readonly Finding[]): string[] {
  const lengths = sources.map(lengthOf).sort((a, b) => a - b);
  const numbers = [
    sources.length,
    lengths.reduce((sum, length) => sum + length, 0),
    lengths[lengths.length >> 1] ?? 0,
    lengths.at(-1) ?? 0,
    commentPercent(sources).toFixed(1),
    Math.max(0, ...filesPerFolder(sources).values()),
    findings.filter(({ check }) => check === 'names').length,
  ];
  return [room, ...numbers.map(String)];
}

/** One row a room. */
export function tableOf(sources: readonly Source[], findings: readonly Finding[]): string {
  const rows = [['room', 'files', 'lines', 'median', 'longest', 'comment %', 'folder', 'words']];
  for (const room of [...ROOMS, 'entries']) {
    const isInRoom = ({ path }: { path: string }): boolean => roomOf(path) === room;
    rows.push(rowOf(room, sources.filter(isInRoom), findings.filter(isInRoom)));
  }
  return rows
    .map(([room = '', ...cells]) => room.padEnd(10) + cells.map((cell) => cell.padStart(11)).join(''))
    .join('\n');
}
