import type { State } from '../../data/state.ts';

function problemsOf({ readings, portalProblems, visionProblems }: State): string[] {
  const files = [
    readings.portalRecords,
    readings.agentStatus,
    readings.sovereignty,
    readings.adapters,
    readings.vision,
    readings.soul,
  ]
    .map((signal) => signal.get())
    .filter(({ state }) => state === 'error')
    .map(({ source, cause }) => `${source} is not used: ${cause ?? 'it cannot be read'}`);
  const records = portalProblems
    .get()
    .map(({ portal, reason, fieldOnly }) =>
      fieldOnly
        ? `portals.json: a field of the portal ${portal} is not used: ${reason}`
        : `portals.json: the portal ${portal} is left out: ${reason}`,
    );
  const points = visionProblems
    .get()
    .map(({ portal, reason }) => `vision.json: the point ${portal} is left out: ${reason}`);
  return [...files, ...records, ...points];
}

/**
 * Says in the log what is wrong with the owner's files, once each, and again only after it was put right. The owner looks at
 * the terminal, and a page shows what there is: not that a portal is missing.
 */
export function createFileProblems(state: State, log: (line: string) => void): { check(): void } {
  let said: readonly string[] = [];
  return {
    check() {
      const problems = problemsOf(state);
      for (const problem of problems) if (!said.includes(problem)) log(problem);
      said = problems;
    },
  };
}
