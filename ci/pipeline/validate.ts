/**
 * The validation of specification 8: the pages can be read, and no file is over a limit. Exits with an
 * error and prints each problem as `path:line: message`. Prettier reads all other files.
 *
 *   node ci/pipeline/validate.ts [folder]    without one, this checkout
 */
import { resolve } from 'node:path';
import { ownProblems, pageProblems, scriptSizeProblems, sourceLengthProblems } from '../limits.ts';

const root = resolve(process.argv[2] ?? resolve(import.meta.dirname, '../..'));
let failed = false;
for (const check of [pageProblems, scriptSizeProblems, sourceLengthProblems, ownProblems])
  for (const problem of await check(root)) {
    console.error(problem);
    failed = true;
  }
if (failed) process.exitCode = 1;
else console.log('The pages can be read, and no file is over a limit.');
