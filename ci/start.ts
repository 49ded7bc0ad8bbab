/** `npm start`: builds the pages if needed, then runs the home. Its help and its version need no pages. */
const NEEDS_NO_PAGES = ['--help', '-h', '--version'];

if (!process.argv.some((arg) => NEEDS_NO_PAGES.includes(arg))) await import('./build-if-needed.ts');
// It is set where there are no pages, and where they could not be built.
if (process.exitCode === undefined) await import('../harness/cli.ts');

export {};
