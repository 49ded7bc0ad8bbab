/**
 * `npm run mutants`: makes each change of the table in `ci/mutants/`, one at a time, in a copy of the
 * repository, and runs the tests of the changed file. A change that no test notices survives.
 *
 *   node ci/mutants.ts              all; those killed before, with the same file and tests, are not tried again
 *   node ci/mutants.ts data/chat    those whose file, text or tests match this regular expression
 *
 * Stryker is not used: it has no runner for all our tests, which run in Node's own runner, @web/test-runner
 * and bash. It would also make thousands of changes, most of which no visitor or owner could notice. The
 * changes of this table take minutes.
 */
import { createHash } from 'node:crypto';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { LEFT_OUT } from './files.ts';
import { type Mutant, allMutants } from './mutants/table.ts';
import { type Outcome, runProgram } from './run.ts';

/** The minimum share of killed mutants. */
const MIN_SHARE = 0.97;
/**
 * The time limits of a test run: many times what the tests of one file take. A mutant that makes its tests
 * hang is killed when this time is over.
 */
const NODE_MS = 120_000;
const NODE_TEST_MS = 20_000;
const BROWSER_MS = 180_000;
/** In the copy, tests wait for a shorter time, because a change often makes them wait in vain. */
const WAITING = 'test/helpers/waiting.ts';
const PATIENCE = /(?<=PATIENCE_MS = )[\d_]+/;
const SHORT_PATIENCE = '10_000';

const root = resolve(import.meta.dirname, '..');
const killsFile = join(root, 'node_modules/.cache/home-world-mutants');

const isNodeTest = (test: string): boolean => test.endsWith('.node.test.ts');

/** Runs Node's tests first: they are quicker, and if one of them fails, no browser starts. */
async function runTests(folder: string, tests: readonly string[]): Promise<Outcome> {
  // The unchanged files are compiled once for all mutants.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') };
  const ofNode = tests.filter(isNodeTest);
  const ofBrowser = tests.filter((test) => !isNodeTest(test));
  let outcome: Outcome = { ok: true, output: '' };
  if (ofNode.length > 0)
    outcome = await runProgram(
      process.execPath,
      [
        '--test',
        `--test-concurrency=${cpus().length}`,
        `--test-timeout=${NODE_TEST_MS}`,
        '--import=./ci/report/end-of-file.ts',
        ...ofNode,
      ],
      { cwd: folder, env, timeout: NODE_MS },
    );
  if (outcome.ok && ofBrowser.length > 0)
    outcome = await runProgram(
      'node_modules/.bin/wtr',
      ofBrowser.flatMap((test) => ['--files', test]),
      {
        cwd: folder,
        timeout: BROWSER_MS,
      },
    );
  return outcome;
}

/** Makes a copy of the repository that may be changed. `node_modules` and `dist` are symbolic links. */
async function copyOfRepository(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'home-world-mutants-'));
  await cp(root, folder, {
    recursive: true,
    filter: (path) => path === root || !LEFT_OUT.has(basename(path)),
  });
  for (const name of ['node_modules', 'dist']) await symlink(join(root, name), join(folder, name));
  const waiting = join(folder, WAITING);
  await writeFile(waiting, (await readFile(waiting, 'utf8')).replace(PATIENCE, SHORT_PATIENCE));
  return folder;
}

/** Returns a hash that changes when the mutant, its file or its tests change. */
async function keyOf({ file, from, to, tests }: Mutant): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([file, from, to, tests]));
  for (const path of [file, ...tests]) hash.update(await readFile(join(root, path)));
  return hash.digest('hex');
}

/**
 * The keys of killed mutants. The file has one key per line, so that two runs can append at the same time.
 */
async function knownKills(): Promise<Set<string>> {
  return new Set((await readFile(killsFile, 'utf8').catch(() => '')).split('\n'));
}

/** Whether tests pass without a change. If they do not, a failure says nothing about a mutant. */
async function pass(folder: string, tests: readonly string[]): Promise<boolean> {
  const { ok, output } = await runTests(folder, tests);
  if (!ok) console.error(`fails without a change: ${tests.join(', ')}\n${output}`);
  return ok;
}

/** Whether the tests of the changed file fail. */
async function isNoticed({ file, from, to, tests }: Mutant, folder: string): Promise<boolean> {
  const source = await readFile(join(folder, file), 'utf8');
  try {
    await writeFile(
      join(folder, file),
      source.replace(from, () => to),
    );
    return !(await runTests(folder, tests)).ok;
  } finally {
    await writeFile(join(folder, file), source);
  }
}

const lineOf = ({ file, from, to }: Mutant): string => `${file}: ${from} → ${to}`.replaceAll(/\s+/g, ' ');

/** Tries the mutants that are not known to be killed. Returns the mutants that survive. */
async function survivorsOf(mutants: readonly Mutant[]): Promise<readonly Mutant[]> {
  const kills = await knownKills();
  const due: { readonly mutant: Mutant; readonly key: string }[] = [];
  for (const mutant of mutants) {
    const key = await keyOf(mutant);
    if (!kills.has(key)) due.push({ mutant, key });
  }
  if (due.length === 0) return [];
  console.log(`${due.length} of ${mutants.length} to try`);
  const folder = await copyOfRepository();
  const passed = new Map<string, boolean>();
  try {
    await mkdir(dirname(killsFile), { recursive: true });
    const survivors: Mutant[] = [];
    for (const { mutant, key } of due) {
      const began = performance.now();
      const tests = mutant.tests.join(' ');
      if (!passed.has(tests)) passed.set(tests, await pass(folder, mutant.tests));
      const isKilled = passed.get(tests) === true && (await isNoticed(mutant, folder));
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      console.log(`${isKilled ? 'killed  ' : 'survived'} ${lineOf(mutant)} (${seconds} s)`);
      if (isKilled) await appendFile(killsFile, `${key}\n`);
      else survivors.push(mutant);
    }
    return survivors;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const pattern = new RegExp(process.argv[2] ?? '');
  const mutants = (await allMutants(root)).filter((mutant) =>
    pattern.test(`${lineOf(mutant)} ${mutant.tests.join(' ')}`),
  );
  const survivors = await survivorsOf(mutants);
  for (const mutant of survivors) console.log(`survives: ${lineOf(mutant)}\n  ${mutant.tests.join('\n  ')}`);
  const share = 1 - survivors.length / Math.max(1, mutants.length);
  console.log(
    `${mutants.length - survivors.length} of ${mutants.length} mutants killed (${(share * 100).toFixed(1)} %).`,
  );
  process.exitCode = share < MIN_SHARE ? 1 : 0;
}
