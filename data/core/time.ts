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
