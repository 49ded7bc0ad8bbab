import type { State } from '../../data/state.ts';

function problemsOf({ readings, recordProblems }: State): string[] {
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
    .map(
      ({ source, cause = 'it cannot be read' }) =>
        `${source} is not used: ${cause.replace(`${source} `, 'it ')}`,
    );
  const records = [
    ['portals.json', 'portal', recordProblems.portalRecords],
    ['vision.json', 'point', recordProblems.vision],
    ['adapters.json', 'adapter', recordProblems.adapters],
  ] as const;
  return [
    ...files,
    ...records.flatMap(([file, noun, problems]) =>
      problems
        .get()
        .map(({ record, reason, fieldOnly }) =>
          fieldOnly
            ? `${file}: a field of the ${noun} ${record} is not used: ${reason}`
            : `${file}: the ${noun} ${record} is left out: ${reason}`,
        ),
    ),
  ];
}

/**
 * Says in the log what is wrong with the owner's files, once each, and again only after it was put
 * right. The owner looks at the terminal, and a page shows what there is: not that a portal is
 * missing.
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
