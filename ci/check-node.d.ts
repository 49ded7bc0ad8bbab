/** What is wrong with a version of Node for the build and the checks, or undefined. */
export function toolsProblem(version: string): { message: string; fix: string } | undefined;
