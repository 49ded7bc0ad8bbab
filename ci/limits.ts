/** The limits of specification 8, and its check of the pages. `ci/pipeline/validate.ts` runs them. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'parse5';
import { lineAt } from '../harness/core/json-file.ts';
import { filesIn } from './files.ts';
import { pageNames } from '../harness/gateway/pages/open-graph.ts';
import { coloursInPage } from './lint/colours.ts';

export const MAX_SCRIPT_BYTES = 512_000;
export const MAX_SOURCE_LINES = 777;

const figure = (value: number): string => value.toLocaleString('en-US');

/** Checks every script, those of the repository and those that are served (three.js included). */
export async function scriptSizeProblems(root: string): Promise<string[]> {
  const served = await filesIn(join(root, 'dist'), '**/*.{js,mjs}');
  const own = await filesIn(root, '**/*.{js,mjs,cjs,ts}');
  const problems: string[] = [];
  for (const path of [...served.map((name) => join('dist', name)), ...own]) {
    const { size } = await stat(join(root, path));
    if (size <= MAX_SCRIPT_BYTES) continue;
    const within = (await readFile(join(root, path))).subarray(0, MAX_SCRIPT_BYTES).toString('latin1');
    const line = lineAt(within, within.length);
    problems.push(`${path}:${line}: ${figure(size)} bytes, the limit is ${figure(MAX_SCRIPT_BYTES)}`);
  }
  return problems;
}

/** Checks every source file except tests; GLSL is in .ts files. */
export async function sourceLengthProblems(root: string): Promise<string[]> {
  const problems: string[] = [];
  for (const path of await filesIn(root, '**/*.{ts,js,mjs,cjs,css,html,py}')) {
    if (path.startsWith('test/')) continue;
    const text = await readFile(join(root, path), 'utf8');
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
    if (lines > MAX_SOURCE_LINES)
      problems.push(
        `${path}:${MAX_SOURCE_LINES + 1}: ${figure(lines)} lines, the limit is ${figure(MAX_SOURCE_LINES)}`,
      );
  }
  return problems;
}

/** Checks that the pages exist, parse without an error and contain no colour literal. */
export async function pageProblems(root: string): Promise<string[]> {
  const problems: string[] = [];
  for (const name of pageNames) {
    let html: string;
    try {
      html = await readFile(join(root, name), 'utf8');
    } catch {
      problems.push(`${name}:1: missing, and it is one of the pages`);
      continue;
    }
    parse(html, {
      sourceCodeLocationInfo: true,
      onParseError: ({ code, startLine, startCol }) =>
        problems.push(`${name}:${startLine}:${startCol}: does not parse: ${code}`),
    });
    for (const colour of new Set(coloursInPage(html)))
      problems.push(
        `${name}:${lineAt(html, html.indexOf(colour))}: ${colour}: a colour outside theme/; use its --hw-… property`,
      );
  }
  return problems;
}
