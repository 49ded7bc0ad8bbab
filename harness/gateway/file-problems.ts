import { NO_NEWER_ANSWER } from '../../data/readings/poller.ts';
import type { ReadingsState } from '../../data/readings/readings-state.ts';

function problemsOf({ readings, recordProblems }: ReadingsState): string[] {
  const files = [
    readings.portalRecords,
    readings.agentStatus,
    readings.sovereignty,
    readings.adapters,
    readings.vision,
    readings.soul,
  ]
    .map((signal) => signal.get())
    // After a bad change, the home keeps the previous content, and the reading is stale.
    .filter(({ state, cause }) => state === 'error' || (state === 'stale' && cause !== NO_NEWER_ANSWER))
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
 * Logs what is wrong with the owner's files: each problem once, and again if it returns.
 * A page does not show that a portal is missing; the owner reads the terminal.
 */
export class FileProblems {
  readonly #state: ReadingsState;
  readonly #log: (line: string) => void;
  #logged: readonly string[] = [];

  constructor(state: ReadingsState, log: (line: string) => void) {
    this.#state = state;
    this.#log = log;
  }

  check(): void {
    const problems = problemsOf(this.#state);
    for (const problem of problems) if (!this.#logged.includes(problem)) this.#log(problem);
    this.#logged = problems;
  }
}
