/** The first version that strips types without a flag and has the SQLite that the store needs. */
const MIN_VERSION = [22, 18];

/**
 * What is wrong with a version of Node, or undefined. Plain JavaScript, so that an old Node can
 * read it.
 * @param {string} version
 * @returns {{ message: string, fix: string } | undefined}
 */
export function nodeProblem(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > MIN_VERSION[0] || (major === MIN_VERSION[0] && minor >= MIN_VERSION[1])) return undefined;
  return {
    message: `This is Node ${version}; the home needs ${MIN_VERSION.join('.')} or newer.`,
    fix: 'Install Node 24, or run “npm install” here, without --omit=dev and --ignore-scripts, and start with “npm start”, which brings its own.',
  };
}
