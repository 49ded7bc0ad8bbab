export function nodeProblem(version: string): string;
export function startProblem(version: string): string;
