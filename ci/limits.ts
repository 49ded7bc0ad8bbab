/**
 * The limits of specification 8, and its checks of pages and JSON files.
 *
 *   node ci/limits.ts
 */
import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'parse5';
import { filesIn } from './files.ts';
import { coloursInPage } from './lint/colours.ts';

export const MAX_SCRIPT_BYTES = 512_000;
export const MAX_SOURCE_LINES = 777;

const figure = (value: number): string => value.toLocaleString('en-US');

/** Every script that is served, the vendored ones included. */
export async function scriptSizeProblems(root: string): Promise<string[]> {
  const problems: string[] = [];
  for (const path of await filesIn(join(root, 'dist'), '**/*.{js,mjs}')) {
    const { size } = await stat(join(root, 'dist', path));
    if (size > MAX_SCRIPT_BYTES)
      problems.push(`dist/${path}: ${figure(size)} bytes, the limit is ${figure(MAX_SCRIPT_BYTES)}`);
  }
  return problems;
}

/** Every source file but tests; GLSL is in .ts files too. */
export async function sourceLengthProblems(root: string): Promise<string[]> {
  const problems: string[] = [];
  for (const path of await filesIn(root, '**/*.{ts,js,mjs,cjs,css,html,py}')) {
    if (path.startsWith('test/')) continue;
    const text = await readFile(join(root, path), 'utf8');
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
    if (lines > MAX_SOURCE_LINES)
      problems.push(`${path}: ${figure(lines)} lines, the limit is ${figure(MAX_SOURCE_LINES)}`);
  }
  return problems;
}

export async function jsonProblems(root: string): Promise<string[]> {
  const problems: string[] = [];
  for (const path of await filesIn(root, ['**/*.{json,webmanifest}', '.*.json'])) {
    // Recorded answers keep what was on the wire; some of them are broken on purpose.
    if (path.startsWith('test/recorded/') || path.startsWith('test/bad-samples/')) continue;
    // TypeScript reads its own file with comments; ours has none, so it counts like the others.
    try {
      JSON.parse(await readFile(join(root, path), 'utf8'));
    } catch (error) {
      problems.push(`${path}: not JSON: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return problems;
}

/** The pages exist and parse without one error, hold no colour of their own, and what they link to exists. */
export async function pageProblems(root: string): Promise<string[]> {
  const problems: string[] = [];
  for (const name of ['index.html', 'heartbeat.html']) {
    let html: string;
    try {
      html = await readFile(join(root, name), 'utf8');
    } catch {
      problems.push(`${name}: missing, and it is one of the two pages`);
      continue;
    }
    parse(html, {
      sourceCodeLocationInfo: true,
      onParseError: ({ code, startLine, startCol }) =>
        problems.push(`${name}:${startLine}:${startCol}: does not parse: ${code}`),
    });
    for (const colour of new Set(coloursInPage(html)))
      problems.push(`${name}: ${colour}: a colour outside theme/; use its --hw-… property`);
  }
  return problems;
}

/**
 * The repository stands alone: no import, link or text may lead to a folder beside it.
 * Written in two pieces, or this file would be the first finding.
 */
const NEIGHBOUR = new RegExp(`(?:^|[^.\\w/])(?:\\.\\./)+${'shared'}\\b`);
const REFERENCE =
  /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)['"](\.\.?\/[^'"]*)['"]|\]\((\.\.?\/[^)\s]*)\)/g;

export async function ownProblems(root: string): Promise<string[]> {
  const problems: string[] = [];
  for (const path of await filesIn(root, ['**/*.{ts,js,mjs,html,css,json,md,sh,yml,yaml}', '.ci/*'])) {
    if (path === 'package-lock.json' || path.startsWith('test/bad-samples/')) continue;
    const lines = (await readFile(join(root, path), 'utf8')).split('\n');
    lines.forEach((line, index) => {
      const outside = [...line.matchAll(REFERENCE)].find(([, imported, linked]) => {
        const target = resolve(root, dirname(path), imported ?? linked ?? '.');
        return target !== root && !target.startsWith(`${root}/`);
      });
      if (outside ?? NEIGHBOUR.exec(line))
        problems.push(`${path}:${index + 1}: leads out of the repository: ${line.trim().slice(0, 120)}`);
    });
  }
  return problems;
}

async function limitProblems(root: string): Promise<string[]> {
  const found = await Promise.all([
    scriptSizeProblems(root),
    sourceLengthProblems(root),
    jsonProblems(root),
    pageProblems(root),
    ownProblems(root),
  ]);
  return found.flat();
}

if (import.meta.main) {
  const problems = await limitProblems(resolve(import.meta.dirname, '..'));
  for (const problem of problems) console.error(problem);
  if (problems.length === 0) console.log('all files within their limits');
  process.exitCode = problems.length === 0 ? 0 : 1;
}
