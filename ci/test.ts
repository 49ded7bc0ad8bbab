/**
 * Runs all tests: Node, browser, end to end. Ends with one line, `N passed, N failed`.
 *
 *   node ci/test.ts            all
 *   node ci/test.ts node e2e   only the runners whose names begin with one of these words
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { ensureChrome, ensureShell, findGl } from './chrome.ts';
import { findCodingAgent } from './coding-agents.ts';
import { filesIn } from './files.ts';
import { ensureProgram } from './programs.ts';
import { type Counts, add, none, readCounts } from './report/counts.ts';
import { oneByOne, runProgram } from './run.ts';

const root = resolve(import.meta.dirname, '..');
const bin = (name: string): string => join(root, 'node_modules/.bin', name);

interface Runner {
  readonly name: string;
  readonly needsBrowsers: boolean;
  command(counts: string): [program: string, args: string[]];
}

/** The time limit of one Node test or suite: many times what the slowest takes on an idle machine. */
const NODE_TEST_MS = 480_000;

/**
 * The arguments for `node` to run test files, each in its own process. Every run ends: a pending test fails
 * after its time limit, and `report/end-of-file.ts` ends a process that an open socket or timer keeps running
 * after its tests. With `--test-isolation=none` before them, one process runs all files.
 */
export const nodeTestArguments = (
  counts: string,
  files: readonly string[],
  timeoutMs = NODE_TEST_MS,
): string[] => [
  '--test',
  `--test-timeout=${timeoutMs}`,
  `--import=${join(root, 'ci/report/end-of-file.ts')}`,
  `--test-concurrency=${cpus().length}`,
  '--test-reporter=spec',
  '--test-reporter-destination=stdout',
  `--test-reporter=${join(root, 'ci/report/node.ts')}`,
  `--test-reporter-destination=${counts}`,
  ...files,
];

/** The Node tests in three lists. Those of `pages` can run in one process, and so can those of `harness`. */
export interface NodeTests {
  /** Those of the pages and the world. */
  readonly pages: readonly string[];
  /** Those of the gateway. */
  readonly harness: readonly string[];
  /** Those that need a process of their own. */
  readonly apart: readonly string[];
}

const SHARED = {
  pages: 'test/{components,data,theme,world}/**/*.node.test.ts',
  harness: 'test/harness/**/*.node.test.ts',
} as const;

/**
 * Why a test file needs a process of its own. It starts a program, for which the tests after it would wait; it uses
 * what all tests of a process share; or it has a hook outside of `describe`, which would run for the tests of all
 * files.
 */
const NEEDS_OWN_PROCESS =
  /from 'node:child_process'|\bprocess\.(?:chdir|env|exitCode|on|once|umask)\b|^(?:before|after)(?:Each)?\(/m;
const RELATIVE_IMPORT = /from '(\.{1,2}\/[\w./-]+\.ts)'/g;

/**
 * Sorts the test files of a folder. A process for each file takes several times as long as a shared one, because
 * each loads the gateway again. A file shares a process if neither it nor a helper of the tests that it
 * imports has a reason against it.
 */
export async function nodeTests(folder: string): Promise<NodeTests> {
  const known = new Map<string, boolean>();
  const needsOwn = (path: string): boolean => {
    const found = known.get(path);
    if (found !== undefined) return found;
    // Until it is known: for files that import each other.
    known.set(path, false);
    const text = readFileSync(join(folder, path), 'utf8');
    const helpers = [...text.matchAll(RELATIVE_IMPORT)]
      .map(([, name = '']) => join(dirname(path), name))
      .filter((name) => /^(?:test|ci)\//.test(name));
    const needs = NEEDS_OWN_PROCESS.test(text) || helpers.some(needsOwn);
    known.set(path, needs);
    return needs;
  };
  const sharing = async (pattern: string) =>
    (await filesIn(folder, pattern)).filter((path) => !needsOwn(path));
  const [pages, harness] = [await sharing(SHARED.pages), await sharing(SHARED.harness)];
  const shared = new Set([...pages, ...harness]);
  const all = await filesIn(folder, 'test/**/*.node.test.ts');
  return { pages, harness, apart: all.filter((path) => !shared.has(path)) };
}

const endToEnd: Runner = {
  name: 'e2e',
  needsBrowsers: true,
  command: () => [bin('playwright'), ['test', '--reporter=list,json']],
};

/**
 * The lists run side by side, the runners of each list one after the other. Many tests wait for a program or a time
 * limit, and the tests of the other lists use the processor meanwhile.
 */
const listsOf = ({ pages, harness, apart }: NodeTests): readonly (readonly Runner[])[] => {
  const shared = (name: string, files: readonly string[]): Runner => ({
    name,
    needsBrowsers: false,
    command: (counts) => [process.execPath, ['--test-isolation=none', ...nodeTestArguments(counts, files)]],
  });
  const own: Runner = {
    name: 'node',
    needsBrowsers: false,
    command: (counts) => [process.execPath, nodeTestArguments(counts, apart)],
  };
  const browser: Runner = { name: 'browser', needsBrowsers: true, command: () => [bin('wtr'), []] };
  return [
    [endToEnd],
    [browser, shared('node, pages in one process', pages)],
    [own],
    // It waits for a third of its time, so it uses what the other lists leave of the processor.
    [shared('node, harness in one process', harness)],
  ];
};

/**
 * Finds or installs the browsers, once for all runners, and returns their environment.
 */
async function browserEnv(): Promise<NodeJS.ProcessEnv> {
  const shell = ensureShell();
  const firefox = ensureProgram('firefox');
  ensureProgram('webkit');
  return {
    CHROME_PATH: ensureChrome(),
    CHROME_SHELL_PATH: shell,
    HOME_WORLD_GL: await findGl(shell),
    // `none`, so that the tests do not find a Firefox that cannot start.
    FIREFOX_PATH: firefox ?? 'none',
  };
}

/** The beginning of a message: what differs is in its first lines. */
const firstLines = (message: string): string =>
  message
    .split('\n')
    .slice(0, 12)
    .map((line) => line.slice(0, 1_000))
    .join('\n');

export interface TestOptions {
  /** Prints the output of each runner at once; otherwise only that of failed runners, at their end. */
  readonly show: boolean;
  readonly only?: readonly string[];
}

/** Four to five times what the slowest suite takes on two idle cores: only a suite that hangs reaches it. */
const SUITE_MS = 40 * 60_000;

export async function runTests({ show, only = [] }: TestOptions): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), 'home-world-test-'));
  let total = none();
  let browsers: Promise<NodeJS.ProcessEnv> | undefined;
  // `none`, so that the tests do not find an nginx that cannot start.
  const nginx = ensureProgram('nginx') ?? 'none';
  for (const name of ['display', 'nats', 'python'] as const) ensureProgram(name);
  // Otherwise several test files install them at once.
  findCodingAgent('codex');
  const run = async (runner: Runner): Promise<void> => {
    if (only.length > 0 && !only.some((name) => runner.name.startsWith(name))) return;
    const began = performance.now();
    const file = join(folder, `${runner.name}.json`);
    const [program, args] = runner.command(file);
    let counts: Counts;
    let output = '';
    try {
      if (runner.needsBrowsers) browsers ??= browserEnv();
      const env = {
        ...process.env,
        ...(await browsers),
        NGINX_PATH: nginx,
        HOME_WORLD_COUNTS: file,
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
        // Tests start Node about a thousand times; with this cache a start takes half the time.
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
        FORCE_COLOR: '0',
        NO_COLOR: '1',
      };
      const outcome = await runProgram(program, args, { cwd: root, env, show, timeout: SUITE_MS });
      ({ output } = outcome);
      counts = readCounts(file, outcome.ok);
    } catch (error) {
      output = error instanceof Error ? error.message : String(error);
      if (show) console.error(output);
      counts = { ...none(), failed: 1 };
    }
    if (!show && counts.failed > 0) console.log(output);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
    console.log(
      `  ${runner.name}: ${counts.passed} passed, ${counts.failed} failed${skipped} (${seconds} s)`,
    );
    total = add(total, counts);
  };
  await Promise.all(listsOf(await nodeTests(root)).map((list) => oneByOne(list, run)));
  rmSync(folder, { recursive: true, force: true });
  console.log('  the slowest tests:');
  for (const { title, ms } of total.slowest)
    console.log(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${title}`);
  // Again at the end: some logs are kept without their beginning.
  for (const { title, message } of total.failures)
    console.log(`  FAILED ${title}\n${firstLines(message).replaceAll(/^/gm, '    ')}`);
  return total;
}

if (import.meta.main) {
  // The end-to-end tests open the built pages.
  const { ok, output } = await runProgram(process.execPath, ['ci/build-if-needed.ts'], { cwd: root });
  if (!ok) console.error(output);
  const { passed, failed } = await runTests({ show: true, only: process.argv.slice(2) });
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
