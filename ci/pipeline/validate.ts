/**
 * The validation of specification 8: every file can be read, and none is over a limit. Exits with an
 * error and prints each problem as `path:line: message`.
 *
 *   node ci/pipeline/validate.ts    MAX_NET_LINES and BASE_COMMIT switch the net-lines rule on
 */
import { resolve } from 'node:path';
import { ownProblems, pageProblems, scriptSizeProblems, sourceLengthProblems } from '../limits.ts';
import { netLinesLimit, netLinesProblems } from './net-lines.ts';
import { runStep, setting } from './step.ts';
import { jsonProblems, pythonProblems, scriptProblems, shellProblems, yamlProblems } from './syntax.ts';

interface FileCheck {
  readonly name: string;
  problems(root: string): Promise<string[]>;
}

export const fileChecks: readonly FileCheck[] = [
  { name: 'pages', problems: pageProblems },
  { name: 'scripts', problems: scriptProblems },
  { name: 'JSON', problems: jsonProblems },
  { name: 'YAML', problems: yamlProblems },
  { name: 'Python', problems: pythonProblems },
  { name: 'shell', problems: shellProblems },
  { name: 'size of scripts', problems: scriptSizeProblems },
  { name: 'length of sources', problems: sourceLengthProblems },
  { name: 'references', problems: ownProblems },
];

/** Every problem of the files below `root`. */
export async function fileProblems(root: string): Promise<string[]> {
  const found: string[] = [];
  for (const { problems } of fileChecks) found.push(...(await problems(root)));
  return found;
}

/** Prints the problems, if there are some, and makes the process fail then. */
export function report(problems: readonly string[]): void {
  for (const problem of problems) console.error(problem);
  if (problems.length === 0) console.log('Every file can be read, and none is over a limit.');
  else process.exitCode = 1;
}

async function validate(): Promise<void> {
  const root = resolve(import.meta.dirname, '../..');
  const limit = netLinesLimit(process.env);
  const base = setting(process.env, 'BASE_COMMIT') ?? 'main';
  const lines = limit === undefined ? [] : netLinesProblems(root, `${base}...HEAD`, limit);
  report([...(await fileProblems(root)), ...lines]);
}

if (import.meta.main) await runStep(validate);
