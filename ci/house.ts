/**
 * The house report: the sizes of the rooms and their problems (see CONTRIBUTING.md).
 *
 *   node ci/house.ts    the table, then every problem with its path and line
 */
import { resolve } from 'node:path';
import { castFindings } from './house/casts.ts';
import { commentFindings } from './house/comments.ts';
import { functionFindings } from './house/functions.ts';
import { circleFindings, importGraph } from './house/imports.ts';
import { groupFindings, layerFindings } from './house/layers.ts';
import { folderFindings } from './house/layout.ts';
import { fileNameFindings, nameFindings } from './house/names.ts';
import { type Finding, type Source, sourcesIn } from './house/parse.ts';
import { ROOM_PLANS } from './house/plan.ts';
import { tableOf } from './house/table.ts';

/** Everything the checks find in these sources. */
export function findingsIn(sources: readonly Source[]): Finding[] {
  const paths = sources.map(({ path }) => path);
  const graph = importGraph(sources);
  return [
    ...folderFindings(paths),
    ...groupFindings(paths, ROOM_PLANS),
    ...layerFindings(graph, ROOM_PLANS),
    ...circleFindings(graph),
    ...sources.flatMap(functionFindings),
    ...sources.flatMap(castFindings),
    ...commentFindings(sources),
    ...fileNameFindings(paths),
    ...sources.flatMap(nameFindings),
  ];
}

if (import.meta.main) {
  const sources = await sourcesIn(resolve(import.meta.dirname, '..'));
  const findings = findingsIn(sources);
  console.log(tableOf(sources, findings));
  for (const { path, line, check, message } of findings)
    console.error(`${line === undefined ? path : `${path}:${line}`}: ${check}: ${message}`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}
