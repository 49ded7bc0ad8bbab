/**
 * The limits of specification 8, and its checks of pages and JSON files. Exits with an error if a
 * file breaks one.
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

/** Checks every script that is served, also those of three.js. */
export async function scriptSizeProblems(root: string): Promise<string[]> {
  const problems: string[] = [];
  for (const path of await filesIn(join(root, 'dist'), '**/*.{js,mjs}')) {
    const { size } = await stat(join(root, 'dist', path));
    if (size > MAX_SCRIPT_BYTES)
      problems.push(`dist/${path}: ${figure(size)} bytes, the limit is ${figure(MAX_SCRIPT_BYTES)}`);
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
      problems.push(`${path}: ${figure(lines)} lines, the limit is ${figure(MAX_SOURCE_LINES)}`);
  }
  return problems;
}

export async function jsonProblems(root: string): Promise<string[]> {
  const problems: string[] = [];
  for (const path of await filesIn(root, ['**/*.{json,webmanifest}', '.*.json'])) {
    // Recorded answers are kept byte for byte; some are broken on purpose.
    if (path.startsWith('test/recorded/') || path.startsWith('test/bad-samples/')) continue;
    try {
      JSON.parse(await readFile(join(root, path), 'utf8'));
    } catch (error) {
      problems.push(`${path}: not JSON: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return problems;
}

/** Checks that both pages exist, parse without an error and contain no colour literal. */
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
