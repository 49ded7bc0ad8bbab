/**
 * The house report: the sizes of the rooms and their problems (see CONTRIBUTING.md).
 *
 *   node ci/house.ts    the table, then every problem with its path and line
 */
import { resolve } from 'node:path';
import { commentFindings } from './house/comments.ts';
import { fileNameFindings, nameFindings } from './house/names.ts';
import { type Finding, type Source, sourcesIn } from './house/parse.ts';
import { folderFindings, tableOf } from './house/table.ts';

/** Everything the checks find in these sources. */
export const findingsIn = (sources: readonly Source[]): Finding[] => [
  ...folderFindings(sources),
  ...commentFindings(sources),
  ...fileNameFindings(sources.map(({ path }) => path)),
  ...sources.flatMap(nameFindings),
];

if (import.meta.main) {
  const sources = await sourcesIn(resolve(import.meta.dirname, '..'));
  const findings = findingsIn(sources);
  console.log(tableOf(sources, findings));
  for (const { path, line, check, message } of findings)
    console.error(`${line === undefined ? path : `${path}:${line}`}: ${check}: ${message}`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}
