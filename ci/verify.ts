/**
 * `npm run verify`: every check that a change has to pass, also run by CI. Ends with one line,
 * `N passed, N failed`: the tests, and one failure for each other step that fails.
 */
import { resolve, join } from 'node:path';
import { type Counts, add, none } from './report/counts.ts';
import { type Outcome, ROLLUP, runProgram } from './run.ts';
import { runTests } from './test.ts';

const root = resolve(import.meta.dirname, '..');
const bin = (name: string): string => join(root, 'node_modules/.bin', name);

interface Step {
  readonly name: string;
  run(): Promise<Outcome>;
}

const program = (command: string, ...args: string[]): (() => Promise<Outcome>) => {
  return () => runProgram(command, args, { cwd: root, timeout: 300_000 });
};
const script = (path: string, ...args: string[]): (() => Promise<Outcome>) =>
  program(process.execPath, path, ...args);

const steps: readonly Step[] = [
  { name: 'format', run: program(bin('prettier'), '--check', '--log-level', 'warn', '.') },
  { name: 'lint', run: program(bin('oxlint')) },
  { name: 'types', run: program(bin('tsc'), '-p', '.') },
  { name: 'build', run: script(ROLLUP, '-c') },
  { name: 'files', run: script('ci/pipeline/validate.ts') },
  { name: 'sizes', run: script('ci/sizes.ts') },
];

const secondsSince = (began: number): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;

async function verify(): Promise<Counts> {
  let total = none();
  for (const step of steps) {
    const began = performance.now();
    const { ok, output } = await step.run();
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${step.name} (${secondsSince(began)})`);
    if (ok) continue;
    console.log(output.trimEnd());
    total = add(total, { ...none(), failed: 1 });
  }
  const began = performance.now();
  const tests = await runTests({ show: false });
  console.log(`${tests.failed === 0 ? 'ok    ' : 'FAILED'} tests (${secondsSince(began)})`);
  return add(total, tests);
}

if (import.meta.main) {
  const counts = await verify();
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  process.exitCode = counts.failed === 0 ? 0 : 1;
}
