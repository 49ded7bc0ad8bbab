/**
 * The validation of specification 8: every file must be readable, and none may exceed a limit. Exits with an
 * error and prints each problem as `path:line: message`.
 *
 *   node ci/pipeline/validate.ts [folder]    without a folder, this checkout
 */
import { resolve } from 'node:path';
import { pageProblems, scriptSizeProblems, sourceLengthProblems } from '../limits.ts';
import { jsonProblems, pythonProblems, scriptProblems, yamlProblems } from './syntax.ts';

const checks = [
  pageProblems,
  scriptProblems,
  jsonProblems,
  yamlProblems,
  pythonProblems,
  scriptSizeProblems,
  sourceLengthProblems,
];

const root = resolve(process.argv[2] ?? resolve(import.meta.dirname, '../..'));
let failed = false;
for (const check of checks)
  for (const problem of await check(root)) {
    console.error(problem);
    failed = true;
  }
if (failed) process.exitCode = 1;
else console.log('Every file can be read, and none is over a limit.');
