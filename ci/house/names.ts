import { basename, dirname } from 'node:path';
import { Visitor } from 'oxc-parser';
import type { Finding, Source } from './parse.ts';
import { FORBIDDEN_ENDINGS, FORBIDDEN_FILES, FORBIDDEN_LIMITS, FORBIDDEN_WORDS } from './plan.ts';

/** `namesAbove`, `NAMES_ABOVE` and `names-above` are ` names above `. */
const wordsOf = (name: string): string =>
  ` ${(name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).join(' ').toLowerCase()} `;

/** What is wrong with a name of anything, if something is. */
export function problemWithName(name: string): string | undefined {
  const words = wordsOf(name);
  for (const [phrase, instead] of FORBIDDEN_WORDS)
    if (words.includes(` ${phrase} `) || words.includes(` ${phrase}s `)) return `“${phrase}”; say ${instead}`;
  const limit = /^([A-Z]+)_[A-Z0-9_]+$/.exec(name)?.[1] ?? '';
  return FORBIDDEN_LIMITS.has(limit) ? `“${limit}_”; say MAX_ or MIN_` : undefined;
}

/** What is wrong with the name of a file, given without its ending. */
export function problemWithFile(name: string): string | undefined {
  const instead = FORBIDDEN_FILES.get(name);
  if (instead !== undefined) return `“${name}”; say ${instead}`;
  const ending = FORBIDDEN_ENDINGS.find((one) => name.endsWith(one));
  return ending === undefined ? problemWithName(name) : `“${ending}”; say -animation`;
}

/** Identifiers with forbidden words, each where a source has it first. */
export function nameFindings({ path, text, program }: Source): Finding[] {
  const findings = new Map<string, Finding>();
  const check = ({ name, start }: { name: string; start: number }): void => {
    const problem = problemWithName(name);
    if (problem === undefined || findings.has(name)) return;
    const line = text.slice(0, start).split('\n').length;
    findings.set(name, { check: 'names', path, line, message: `${name}: ${problem}` });
  };
  new Visitor({ Identifier: check, PrivateIdentifier: check }).visit(program);
  return [...findings.values()];
}

/** Forbidden words in the names of files and folders. */
export function fileNameFindings(paths: readonly string[]): Finding[] {
  const folders = new Set<string>();
  for (const path of paths)
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) folders.add(folder);
  const finding = (path: string, problem: string | undefined): Finding[] =>
    problem === undefined ? [] : [{ check: 'names', path, message: `the name: ${problem}` }];
  return [
    ...[...folders].flatMap((folder) => finding(`${folder}/`, problemWithName(basename(folder)))),
    ...paths.flatMap((path) => finding(path, problemWithFile(basename(path).replace(/\..*$/, '')))),
  ];
}
