import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { globals, packages } from '../../ci/rooms.ts';

const root = resolve(import.meta.dirname, '../..');
const samples = join(root, 'test/bad-samples');
/** A sample that is only long is made here: three functions of 61 lines, and one of the 60 that are allowed. */
const made: Readonly<Record<string, string>> = {
  'world/core/long.ts': `declare const next: () => void;

export function long(): void { // expect: max-lines-per-function
${'  next();\n'.repeat(59)}}
export const arrow = (): void => { // expect: max-lines-per-function
${'  next();\n'.repeat(59)}};
export class Long {
  method(): void { // expect: max-lines-per-function
${'  next();\n'.repeat(59)}  }

  most(): void {
${'  next();\n'.repeat(58)}  }
}
`,
};
const files = [...globSync('**/*.ts', { cwd: samples }), ...Object.keys(made)].sort();

interface Diagnostic {
  readonly code: string;
  readonly filename: string;
  readonly message: string;
  readonly labels: readonly { readonly span: { readonly line: number } }[];
}

/** `eslint(no-restricted-globals)` is `no-restricted-globals`. */
const ruleOf = (code: string): string => /\(([^)]+)\)$/.exec(code)?.[1] ?? code;

function expectedIn(file: string): string[] {
  return (made[file] ?? readFileSync(join(samples, file), 'utf8')).split('\n').flatMap((line, index) => {
    const rule = / \/\/ expect: (\S+)$/.exec(line)?.[1];
    return rule === undefined ? [] : [`line ${index + 1}: ${rule}`];
  });
}

describe('the lint rules', () => {
  let folder: string;
  let found: Map<string, Set<string>>;
  let messages: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'home-world-lint-'));
    cpSync(samples, folder, { recursive: true });
    for (const [file, text] of Object.entries(made)) writeFileSync(join(folder, file), text);
    cpSync(join(root, 'ci/lint'), join(folder, 'ci/lint'), { recursive: true });
    for (const name of ['oxlint.config.ts', 'ci/rooms.ts', 'tsconfig.json', 'package.json'])
      cpSync(join(root, name), join(folder, name));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const { stdout, stderr } = spawnSync(
      join(root, 'node_modules/.bin/oxlint'),
      ['--format=json', ...files],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    );
    assert.match(stdout, /^\{/, stderr + stdout);
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
    found = new Map(files.map((file) => [file, new Set<string>()]));
    messages = diagnostics.map(({ message }) => message).join('\n');
    for (const { code, filename, labels } of diagnostics)
      found.get(filename.replaceAll('\\', '/'))?.add(`line ${labels[0]?.span.line}: ${ruleOf(code)}`);
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const file of files)
    it(`report exactly the marked lines of ${file}`, () => {
      assert.deepEqual([...(found.get(file) ?? [])].sort(), expectedIn(file).sort());
    });

  it('have a sample for every rule of the rooms', () => {
    const marked = files.flatMap(expectedIn).join('\n');
    for (const rule of [
      'rooms',
      'no-restricted-globals',
      'no-network-call',
      'no-restricted-properties',
      'no-restricted-imports',
      'no-index-casts',
      'no-cycle',
      'max-lines-per-function',
      'no-colour-literals',
      'no-explicit-any',
      'no-non-null-assertion',
    ])
      assert.match(marked, new RegExp(`: ${rule}$`, 'm'));
  });

  it('have a sample for every message of the table of rooms', () => {
    for (const { message } of Object.values({ ...packages, ...globals }))
      assert.ok(messages.includes(message), message);
  });
});
