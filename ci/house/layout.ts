import { dirname } from 'node:path';
import { type Finding, roomOf } from './parse.ts';
import { MAX_FILES_PER_FOLDER, ROOMS_WITH_SMALL_FOLDERS } from './plan.ts';

/** How many files each folder has directly in it. */
export function filesPerFolder(paths: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return counts;
}

/** Folders with too many files; a finding counts for the files over the limit. */
export function folderFindings(paths: Iterable<string>): Finding[] {
  const findings: Finding[] = [];
  for (const [folder, count] of filesPerFolder(paths))
    if (ROOMS_WITH_SMALL_FOLDERS.has(roomOf(`${folder}/`)) && count > MAX_FILES_PER_FOLDER)
      findings.push({
        check: 'folders',
        path: `${folder}/`,
        message: `${count} files, at most ${MAX_FILES_PER_FOLDER}`,
      });
  return findings;
}
