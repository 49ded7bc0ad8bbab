// Plain JavaScript on purpose: this one file has to run on whatever Node the machine has.
// Empty if this Node can run the home; else what is wrong and how to put it right.
export function nodeProblem(version) {
  if (Number(version.split('.')[0]) >= 24) return '';
  return (
    `This runs on Node ${version}, and the home needs Node 24. npm brings it along as a package, ` +
    'but its install script did not run (npm was told --ignore-scripts, or node_modules was copied from elsewhere). ' +
    'Fix: run "npm rebuild node --ignore-scripts=false", or install Node 24 yourself.'
  );
}

const isMain = process.argv[1]?.endsWith('node-version.js') === true;
const problem = isMain ? nodeProblem(process.versions.node) : '';
if (problem !== '') {
  console.error(problem);
  // The tests' last line is read by machines: it is there in this case too.
  if (process.argv.includes('--as-test')) console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
