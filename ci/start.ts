/** `npm start`: builds the pages if needed, then runs the home. These flags need no pages. */
const NEEDS_NO_PAGES = ['--help', '-h', '--version'];

if (!process.argv.some((arg) => NEEDS_NO_PAGES.includes(arg))) await import('./build-if-needed.ts');
// The exit code is set if there are no pages, or if the build has failed.
if (process.exitCode === undefined) await import('../harness/cli.ts');

export {};
