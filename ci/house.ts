/**
 * The house report: how large the rooms are, and how closely their parts are tied (see CONTRIBUTING.md).
 *
 *   node ci/house.ts
 */
import { resolve } from 'node:path';
import { sourcesIn } from './house/parse.ts';
import { tableOf, tiesOf } from './house/report.ts';

const sources = await sourcesIn(resolve(import.meta.dirname, '..'));
console.log(tableOf(sources));
for (const [name, figure] of tiesOf(sources)) console.log(`${name.padEnd(36)}${String(figure).padStart(6)}`);
