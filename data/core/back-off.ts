/** Milliseconds for so many seconds, with ± 25 % so that clients spread out. */
export const spreadMs = (seconds: number, random: () => number): number =>
  seconds * 1000 * (0.75 + random() * 0.5);

/** How long to wait after so many losses in a row: by a table of seconds whose last step repeats. Milliseconds. */
export const backOffMs = (steps: readonly number[], losses: number, random: () => number): number =>
  spreadMs(steps[Math.min(losses, steps.length) - 1] ?? 0, random);
