/**
 * All tests: Node, browser, end to end. Ends with one line, `N passed, N failed`.
 *
 *   node ci/test.ts            all
 *   node ci/test.ts node e2e   only these runners
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ensureChrome, findGl } from './chrome.ts';
import { ensureFirefox } from './firefox.ts';
import { type Counts, add, none, readCounts } from './report/counts.ts';
import { runProgram } from './run.ts';

const root = resolve(import.meta.dirname, '..');
const bin = (name: string): string => join(root, 'node_modules/.bin', name);

interface Runner {
  readonly name: string;
  readonly needsChrome: boolean;
  command(counts: string): [program: string, args: string[]];
}

/** Milliseconds for one test or one suite of Node's: many times what the longest takes on a machine with nothing else to do. */
const NODE_TEST_MS = 120_000;

/**
 * The arguments for `node` that run these test files to an end, whatever they leave open. A test that does not settle fails by its
 * time-out; a file that stays after its tests, since a failed one left a socket or a timer, is ended by `report/end-of-file.ts`.
 */
export const nodeTestArguments = (
  counts: string,
  files = 'test/**/*.node.test.ts',
  timeoutMs = NODE_TEST_MS,
): string[] => [
  '--test',
  `--test-timeout=${timeoutMs}`,
  `--import=${join(root, 'ci/report/end-of-file.ts')}`,
  `--test-concurrency=${Math.max(1, cpus().length)}`,
  '--test-reporter=spec',
  '--test-reporter-destination=stdout',
  `--test-reporter=${join(root, 'ci/report/node.ts')}`,
  `--test-reporter-destination=${counts}`,
  files,
];

const runners: readonly Runner[] = [
  {
    name: 'node',
    needsChrome: false,
    command: (counts) => [process.execPath, nodeTestArguments(counts)],
  },
  { name: 'browser', needsChrome: true, command: () => [bin('wtr'), []] },
  {
    name: 'e2e',
    needsChrome: true,
    command: () => [bin('playwright'), ['test', '--reporter=list,./ci/report/e2e.ts']],
  },
];

/** Chrome and Firefox are looked for (and installed) once, and the runners are told. */
async function browserEnv(): Promise<NodeJS.ProcessEnv> {
  const chrome = ensureChrome();
  const firefox = ensureFirefox();
  return {
    CHROME_PATH: chrome,
    HOME_WORLD_GL: await findGl(chrome),
    // One that is there and does not start is no browser to test with.
    FIREFOX_PATH: firefox ?? 'none',
  };
}

export interface TestOptions {
  /** Show the runners' output as it comes; else only a failed runner's, at its end. */
  readonly show: boolean;
  readonly only?: readonly string[];
}

/** Twice to three times what the longest suite takes on two cores that nobody else uses. */
const SUITE_MS = 15 * 60_000;

export async function runTests({ show, only = [] }: TestOptions): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), 'home-world-test-'));
  let total = none();
  let chrome: NodeJS.ProcessEnv | undefined;
  for (const runner of runners) {
    if (only.length > 0 && !only.includes(runner.name)) continue;
    const began = performance.now();
    const file = join(folder, `${runner.name}.json`);
    const [program, args] = runner.command(file);
    let counts: Counts;
    let output = '';
    try {
      if (runner.needsChrome) chrome ??= await browserEnv();
      const env = { ...process.env, ...chrome, HOME_WORLD_COUNTS: file, FORCE_COLOR: '0', NO_COLOR: '1' };
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
  }
  rmSync(folder, { recursive: true, force: true });
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
