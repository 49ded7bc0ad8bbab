/**
 * `npm run mutants`: makes each change of the table in `ci/mutants/`, one at a time, in a copy of the
 * repository, and runs the tests of the changed file. A change that no test notices survives.
 *
 *   node ci/mutants.ts              all; results of unchanged sources and tests are kept
 *   node ci/mutants.ts data/chat    those whose file, text or tests match this regular expression
 *
 * Stryker is not used: the tests run in Node's own runner, @web/test-runner and bash, for which it has no
 * common runner. It would also make thousands of changes where this table takes minutes, and most of them
 * would change nothing that a visitor or owner can notice.
 */
import { createHash } from 'node:crypto';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { LEFT_OUT } from './files.ts';
import { type Mutant, allMutants } from './mutants/table.ts';
import { type Outcome, runProgram } from './run.ts';

/** The least share of killed mutants. */
const MIN_SHARE = 0.97;
/** Many times what the tests of one file take; a mutant that makes them hang is killed by it. */
const NODE_MS = 120_000;
const NODE_TEST_MS = 30_000;
const BROWSER_MS = 300_000;

const root = resolve(import.meta.dirname, '..');
const resultsFile = join(root, 'node_modules/.cache/home-world-mutants.txt');

type Result = 'killed' | 'survived';

const isNodeTest = (test: string): boolean => test.endsWith('.node.test.ts');

/** Node's tests first: they are quicker, and no browser starts where one of them fails. */
async function runTests(folder: string, tests: readonly string[], times = 1): Promise<Outcome> {
  // The unchanged files are compiled once for all mutants.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') };
  const ofNode = tests.filter(isNodeTest);
  const ofBrowser = tests.filter((test) => !isNodeTest(test));
  let outcome: Outcome = { ok: true, output: '' };
  if (ofNode.length > 0)
    outcome = await runProgram(
      process.execPath,
      ['--test', `--test-timeout=${NODE_TEST_MS}`, '--import=./ci/report/end-of-file.ts', ...ofNode],
      { cwd: folder, env, timeout: NODE_MS * times },
    );
  if (outcome.ok && ofBrowser.length > 0)
    outcome = await runProgram(
      'node_modules/.bin/wtr',
      ofBrowser.flatMap((test) => ['--files', test]),
      {
        cwd: folder,
        timeout: BROWSER_MS * times,
      },
    );
  return outcome;
}

/** A copy that may be changed; what is installed and built is linked. */
async function copyOfRepository(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'home-world-mutants-'));
  await cp(root, folder, {
    recursive: true,
    filter: (path) => path === root || !LEFT_OUT.has(basename(path)),
  });
  for (const name of ['node_modules', 'dist']) await symlink(join(root, name), join(folder, name));
  return folder;
}

/** Changes when the mutant, its file or its tests do. */
async function keyOf({ file, from, to, tests }: Mutant): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([file, from, to, tests]));
  for (const path of [file, ...tests]) hash.update(await readFile(join(root, path)));
  return hash.digest('hex');
}

/** One line for each, so that two runs can write at the same time. */
async function storedResults(): Promise<Map<string, Result>> {
  const text = await readFile(resultsFile, 'utf8').catch(() => '');
  return new Map(
    [...text.matchAll(/^(\w+) (killed|survived)$/gm)].map(([, key = '', result]) => [key, result as Result]),
  );
}

async function resultOf({ file, from, to, tests }: Mutant, folder: string): Promise<Result> {
  const source = await readFile(join(root, file), 'utf8');
  try {
    await writeFile(
      join(folder, file),
      source.replace(from, () => to),
    );
    return (await runTests(folder, tests)).ok ? 'survived' : 'killed';
  } finally {
    await writeFile(join(folder, file), source);
  }
}

const lineOf = ({ file, from, to }: Mutant): string => `${file}: ${from} → ${to}`.replaceAll(/\s+/g, ' ');

async function run(mutants: readonly Mutant[]): Promise<ReadonlyMap<Mutant, Result>> {
  const stored = await storedResults();
  const keys = new Map<Mutant, string>();
  for (const mutant of mutants) keys.set(mutant, await keyOf(mutant));
  const due = [...keys].filter(([, key]) => !stored.has(key));
  if (due.length > 0) {
    const folder = await copyOfRepository();
    try {
      const tests = [...new Set(due.flatMap(([mutant]) => mutant.tests))];
      console.log(
        `${due.length} of ${mutants.length} mutants to try. First ${tests.length} test files without a change …`,
      );
      const unchanged = await runTests(folder, tests, tests.length);
      if (!unchanged.ok) throw new Error(`These tests already fail without a change:\n${unchanged.output}`);
      for (const [mutant, key] of due) {
        const began = performance.now();
        const result = await resultOf(mutant, folder);
        const seconds = ((performance.now() - began) / 1000).toFixed(1);
        console.log(`${result.padEnd(8)} ${lineOf(mutant)} (${seconds} s)`);
        stored.set(key, result);
        await mkdir(dirname(resultsFile), { recursive: true });
        await appendFile(resultsFile, `${key} ${result}\n`);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return new Map([...keys].map(([mutant, key]) => [mutant, stored.get(key) ?? 'survived']));
}

if (import.meta.main) {
  const pattern = new RegExp(process.argv[2] ?? '');
  const all = await allMutants(root);
  const results = await run(
    all.filter((mutant) => pattern.test(`${lineOf(mutant)} ${mutant.tests.join(' ')}`)),
  );
  const survivors = [...results].filter(([, result]) => result === 'survived').map(([mutant]) => mutant);
  for (const mutant of survivors) console.log(`survives: ${lineOf(mutant)}\n  ${mutant.tests.join('\n  ')}`);
  const share = 1 - survivors.length / Math.max(1, results.size);
  console.log(
    `${results.size - survivors.length} of ${results.size} mutants killed (${(share * 100).toFixed(1)} %).`,
  );
  process.exitCode = share < MIN_SHARE ? 1 : 0;
}
