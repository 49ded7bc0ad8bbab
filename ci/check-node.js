/**
 * The first step of the npm scripts: ends them with one sentence if Node is too old. It is plain
 * JavaScript, so that an old Node can run it.
 *
 *   node ci/check-node.js              for the build and the checks
 *   node ci/check-node.js --as-test    ends as a test run does, with a line that machines read
 */
/** The version that npm installs as a package. The build and the checks need this version. */
const MIN_MAJOR = 24;

/**
 * Like `nodeProblem` (harness/node-version.js), for the build and the checks.
 * @param {string} version
 * @returns {{ message: string, fix: string } | undefined}
 */
export function toolsProblem(version) {
  if (Number(version.split('.')[0]) >= MIN_MAJOR) return undefined;
  return {
    message:
      `This runs on Node ${version}, and the home needs Node ${MIN_MAJOR}. npm brings it along as a package, ` +
      'but it was left out (--omit=dev) or its install script did not run (npm was told --ignore-scripts, ' +
      'or node_modules was copied from elsewhere).',
    fix: `Fix: run "npm install" and "npm rebuild node --ignore-scripts=false", or install Node ${MIN_MAJOR} yourself.`,
  };
}

function main() {
  const problem = toolsProblem(process.versions.node);
  if (problem === undefined) return;
  console.error(`${problem.message} ${problem.fix}`);
  if (process.argv.includes('--as-test')) console.log('0 passed, 1 failed');
  process.exitCode = 1;
}

if (process.argv[1]?.endsWith('check-node.js') === true) main();
