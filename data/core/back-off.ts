/** Seconds as milliseconds, with ± 25 % so that clients spread out. */
const spreadMs = (seconds: number, random: () => number): number => seconds * 1000 * (0.75 + random() * 0.5);

/** Milliseconds to wait after `losses` losses in a row. The last of the steps repeats. */
export const backOffMs = (steps: readonly number[], losses: number, random: () => number): number =>
  spreadMs(steps[Math.min(losses, steps.length) - 1] ?? 0, random);

/** Seconds before the first repeat after a failed request; doubled with each further failure. */
const FIRST_RETRY_SECONDS = 5;
/** Another host is requested at least this often however long it has been failing. */
export const MAX_RETRY_SECONDS = 300;
/** The home's own origin is requested more often: that costs its owner alone. */
const MAX_OWN_RETRY_SECONDS = 60;

/** Milliseconds until the next request after `failures` failures: doubled, up to a cap. */
export function retryDelayMs(failures: number, ownOrigin: boolean, random: () => number): number {
  const cap = ownOrigin ? MAX_OWN_RETRY_SECONDS : MAX_RETRY_SECONDS;
  return spreadMs(Math.min(cap, FIRST_RETRY_SECONDS * 2 ** (failures - 1)), random);
}
