/** What is wrong with a version of Node such as `process.versions.node`, or undefined. */
export function nodeProblem(version: string): { message: string; fix: string } | undefined;
