export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const DAY_SECONDS = DAY_MS / 1000;

/** The maximum difference between clocks. A date further ahead is wrong. */
export const MAX_AHEAD_MS = 15 * MINUTE_MS;

/** The day in UTC, for example `2026-11-21`. */
export const utcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The time in the visitor's time zone, for example `14:03`. */
export function localTime(at: number): string {
  const date = new Date(at);
  return `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`;
}

/** The day and the time in the visitor's time zone, for example `2026-11-21 14:03`. */
export function localMoment(at: number): string {
  const date = new Date(at - new Date(at).getTimezoneOffset() * MINUTE_MS);
  return `${date.toISOString().slice(0, 10)} ${localTime(at)}`;
}

/** For example `2026-11-21 06:40:00 UTC`. */
export const utcText = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

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
