/**
 * `npm start`: builds the pages if needed, then runs the home. It is plain JavaScript, so that a Node that is too old
 * can say so.
 */
import { nodeProblem } from '../harness/node-version.js';

/** How often it is looked whether npm still runs. */
const LOOK_MS = 500;
const SIGNALS = /** @type {const} */ (['SIGHUP', 'SIGINT', 'SIGTERM']);

/**
 * Ends the home when npm is ended: `kill` of npm ends npm and its shell, which pass nothing on. On Windows the id of the
 * parent never changes.
 */
function endWithNpm() {
  const { ppid } = process;
  const looking = setInterval(() => {
    if (process.ppid !== ppid) process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS);
  looking.unref();
  // A second signal would end a home that answers its last questions.
  for (const signal of SIGNALS)
    process.once(signal, () => {
      clearInterval(looking);
      // While the pages are built, nothing else handles it.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
}

if (process.env['npm_lifecycle_event'] !== undefined) endWithNpm();

/** These flags need no pages. */
const NEEDS_NO_PAGES = ['--help', '-h', '--version'];

const problem = nodeProblem(process.versions.node);
if (problem !== undefined) {
  console.error(`${problem.message} ${problem.fix}`);
  process.exitCode = 1;
} else if (!process.argv.some((arg) => NEEDS_NO_PAGES.includes(arg))) await import('./build-if-needed.ts');
// The exit code is set if Node is too old, if there are no pages, or if the build has failed.
if (process.exitCode === undefined) await import('../harness/cli.ts');
