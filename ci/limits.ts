/**
 * The limits of specification 8, its check of the pages, and the rule that nothing leads out of the
 * repository. `ci/pipeline/validate.ts` runs them.
 */
import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
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

/**
 * Matches a path to a folder next to the repository. In two pieces, so that it does not match
 * itself.
 */
const NEIGHBOUR = new RegExp(`(?:^|[^.\\w/])(?:\\.\\./)+${'shared'}\\b`);
const REFERENCE =
  /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)['"](\.\.?\/[^'"]*)['"]|\]\((\.\.?\/[^)\s]*)\)/g;

/** Checks that no import, link or text leads out of the repository. */
export async function ownProblems(root: string): Promise<string[]> {
  const problems: string[] = [];
  for (const path of await filesIn(root, ['**/*.{ts,js,mjs,html,css,json,md,sh,yml,yaml}', '.ci/*'])) {
    if (path === 'package-lock.json' || path.startsWith('test/bad-samples/')) continue;
    const lines = (await readFile(join(root, path), 'utf8')).split('\n');
    lines.forEach((line, index) => {
      // A reference to a folder of the repository is allowed, whatever the folder's name.
      const rest = line.replaceAll(REFERENCE, (reference, imported?: string, linked?: string) => {
        const target = resolve(root, dirname(path), imported ?? linked ?? '.');
        return target === root || target.startsWith(`${root}/`) ? '' : reference;
      });
      if (rest.search(REFERENCE) >= 0 || NEIGHBOUR.test(rest))
        problems.push(`${path}:${index + 1}: leads out of the repository: ${line.trim().slice(0, 120)}`);
    });
  }
  return problems;
}
