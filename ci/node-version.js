// Plain JavaScript on purpose: this one file has to run on whatever Node the machine has.
import { nodeProblem as runProblem } from '../harness/node-version.js';

// Empty if this Node can build and test the home; else what is wrong and how to put it right.
export function nodeProblem(version) {
  if (Number(version.split('.')[0]) >= 24) return '';
  return (
    `This runs on Node ${version}, and the home needs Node 24. npm brings it along as a package, ` +
    'but it was left out (--omit=dev) or its install script did not run (npm was told --ignore-scripts, or node_modules was copied from ' +
    'elsewhere). Fix: run "npm install" and "npm rebuild node --ignore-scripts=false", or install Node 24 yourself.'
  );
}

// Empty if this Node can start a home that is built: an installation without the build's tools has no Node 24 of its own.
export function startProblem(version) {
  const problem = runProblem(version);
  return problem === undefined ? '' : `${problem.message} ${problem.fix}`;
}

const isMain = process.argv[1]?.endsWith('node-version.js') === true;
const check = process.argv.includes('--to-start') ? startProblem : nodeProblem;
const problem = isMain ? check(process.versions.node) : '';
if (problem !== '') {
  console.error(problem);
  // The tests' last line is read by machines: it is there in this case too.
  if (process.argv.includes('--as-test')) console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
