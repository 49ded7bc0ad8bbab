/** Converts seconds to milliseconds, with ± 25 % jitter to spread the requests of many clients. */
const spreadMs = (seconds: number, random: () => number): number => seconds * 1000 * (0.75 + random() * 0.5);

/** Milliseconds to wait after `losses` losses in a row. The last step repeats. */
export const backOffMs = (steps: readonly number[], losses: number, random: () => number): number =>
  spreadMs(steps[Math.min(losses, steps.length) - 1] ?? 0, random);

/** The delay before the first retry after a failed request. It doubles with each further failure. */
const FIRST_RETRY_SECONDS = 5;
/** The maximum delay for another host. */
export const MAX_RETRY_SECONDS = 300;
/**
 * The maximum delay for the home's own origin. It is shorter, because only the owner pays for these requests.
 */
const MAX_OWN_RETRY_SECONDS = 60;

/** Milliseconds until the next request after `failures` failures: doubled each time, up to a maximum. */
export function retryDelayMs(failures: number, ownOrigin: boolean, random: () => number): number {
  const cap = ownOrigin ? MAX_OWN_RETRY_SECONDS : MAX_RETRY_SECONDS;
  return spreadMs(Math.min(cap, FIRST_RETRY_SECONDS * 2 ** (failures - 1)), random);
}
