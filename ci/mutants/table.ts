/**
 * The table of `npm run mutants`: for each file, small changes that an owner or a visitor would notice. A row
 * is `[from, to]`, and the file must contain `from` exactly once. If a row names tests after these texts,
 * they are run instead of the tests that `testsOf` finds.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesIn } from '../files.ts';
import { componentMutants } from './components.ts';
import { dataMutants } from './data.ts';
import { harnessMutants } from './harness.ts';
import { pipelineMutants } from './pipeline.ts';
import { worldMutants } from './world.ts';

type Table = Readonly<Record<string, readonly (readonly [from: string, to: string, ...string[]])[]>>;

export interface Mutant {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly tests: readonly string[];
}

const tables: readonly Table[] = [
  dataMutants,
  harnessMutants,
  worldMutants,
  componentMutants,
  pipelineMutants,
];

const IMPORTED = /(?:\bfrom|\bimport\(?|\bnew URL\()\s*'(\.[^']+)'/g;

/** For each imported file, the test files that import it. */
async function importersIn(root: string): Promise<Map<string, string[]>> {
  const importers = new Map<string, string[]>();
  for (const test of await filesIn(root, 'test/**/*.test.ts')) {
    const text = readFileSync(join(root, test), 'utf8');
    for (const path of new Set(
      [...text.matchAll(IMPORTED)].map(([, path = '']) => join(dirname(test), path)),
    ))
      importers.set(path, [...(importers.get(path) ?? []), test]);
  }
  return importers;
}

/**
 * Returns the test files with the path of the file; if there are none, the test files that import the file.
 */
function testsOf(root: string, file: string, importers: Map<string, string[]>): readonly string[] {
  const stem = `test/${file.replace(/\.ts$/, '')}`;
  const own = [`${stem}.node.test.ts`, `${stem}.test.ts`].filter((path) => existsSync(join(root, path)));
  return own.length > 0 ? own : (importers.get(file) ?? []);
}

/** Returns every mutant of the table. Throws if one cannot be applied to the sources below `root`. */
export async function allMutants(root: string): Promise<Mutant[]> {
  const importers = await importersIn(root);
  const problems: string[] = [];
  const mutants = tables.flatMap((table) =>
    Object.entries(table).flatMap(([file, rows]) => {
      const source = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
      return rows.map(([from, to, ...named]): Mutant => {
        const tests = named.length > 0 ? named : testsOf(root, file, importers);
        const times = source.split(from).length - 1;
        if (times !== 1) problems.push(`${file}: the text is there ${times} times, not once: ${from}`);
        if (tests.length === 0)
          problems.push(`${file}: no test has its path or imports it: name one: ${from}`);
        for (const test of tests)
          if (!existsSync(join(root, test))) problems.push(`${file}: there is no ${test}: ${from}`);
        return { file, from, to, tests };
      });
    }),
  );
  if (problems.length > 0)
    throw new Error(`ci/mutants/ does not fit the sources, so correct its rows:\n${problems.join('\n')}`);
  return mutants;
}
