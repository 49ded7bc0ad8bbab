/**
 * `npm run verify`: every check that a change has to pass, also run by CI. Ends with one line,
 * `N passed, N failed`: the tests, and one failure for each other step that fails.
 */
import { resolve, join } from 'node:path';
import { type Counts, add, none } from './report/counts.ts';
import { type Outcome, ROLLUP, oneByOne, runProgram } from './run.ts';
import { runTests } from './test.ts';

const root = resolve(import.meta.dirname, '..');
const bin = (name: string): string => join(root, 'node_modules/.bin', name);

interface Step {
  readonly name: string;
  run(): Promise<Outcome>;
}

/**
 * The time limit of a step: many times what the slowest step takes on an idle machine. Only a step that hangs
 * reaches this limit.
 */
const STEP_MS = 20 * 60_000;

const program = (command: string, ...args: string[]): (() => Promise<Outcome>) => {
  return () => runProgram(command, args, { cwd: root, timeout: STEP_MS });
};
const script = (path: string, ...args: string[]): (() => Promise<Outcome>) =>
  program(process.execPath, path, ...args);

/**
 * Both lists run at the same time, because most steps use one core. `files` and `sizes` read the build, so
 * they come after it.
 */
const lanes: readonly (readonly Step[])[] = [
  [
    { name: 'build', run: script(ROLLUP, '-c') },
    { name: 'files', run: script('ci/pipeline/validate.ts') },
    { name: 'sizes', run: script('ci/sizes.ts') },
    { name: 'lint', run: program(bin('oxlint')) },
  ],
  [
    { name: 'format', run: program(bin('oxfmt'), '--check') },
    { name: 'types', run: program(bin('tsc'), '-p', '.') },
  ],
];

const secondsSince = (began: number): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;

/** Whether the step passed. */
async function runStep({ name, run }: Step): Promise<boolean> {
  const began = performance.now();
  const { ok, output } = await run();
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${secondsSince(began)})`);
  if (!ok) console.log(output.trimEnd());
  return ok;
}

async function verify(): Promise<Counts> {
  const passed = (await Promise.all(lanes.map((lane) => oneByOne(lane, runStep)))).flat();
  const steps = { ...none(), failed: passed.filter((ok) => !ok).length };
  const began = performance.now();
  const tests = await runTests({ show: false });
  console.log(`${tests.failed === 0 ? 'ok    ' : 'FAILED'} tests (${secondsSince(began)})`);
  return add(steps, tests);
}

if (import.meta.main) {
  const counts = await verify();
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  process.exitCode = counts.failed === 0 ? 0 : 1;
}
