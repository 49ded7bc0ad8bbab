import { DAY_MS, MINUTE_MS, localTime } from '../core/time.ts';

/** A shorter pause belongs to the same visit. */
export const AWAY_MS = 30 * MINUTE_MS;
/** Of a longer absence, only the last day is told. */
const MAX_TOLD_MS = DAY_MS;
/** A time in which the owner saw nothing of the home. Milliseconds since the epoch. */
export interface Absence {
  readonly from: number;
  readonly until: number;
}

interface Text {
  get(): string;
  set(text: string): void;
}

/**
 * The absence before this visit; undefined if there was none, or if it has been dismissed. Call it when the owner sees
 * the home, and every minute from then on.
 * @param seen When this browser last showed the home to its owner.
 * @param told The absence of this visit, which lasts as long as the tab.
 */
export function absenceBefore(seen: Text, told: Text, now: number): Absence | undefined {
  const last = Number(seen.get());
  seen.set(String(now));
  if (last > 0 && now - last >= AWAY_MS) told.set(`${last} ${now}`);
  const [from = NaN, until = NaN] = told.get().split(' ').map(Number);
  return until > from ? { from, until } : undefined;
}

/** Whether only the last day of it is told. */
export const isLong = ({ from, until }: Absence): boolean => until - from > MAX_TOLD_MS;

/** The part of an absence that is told. */
export const toldTime = ({ from, until }: Absence): Absence => ({
  from: Math.max(from, until - MAX_TOLD_MS),
  until,
});

/** The heading: when the owner was away, and that only the last day of it is told. */
export function absenceText({ from, until }: Absence): string {
  const end = localTime(until);
  return isLong({ from, until })
    ? `Since you were here, the last 24 hours to ${end}`
    : `Since you were here, from ${localTime(from)} to ${end}`;
}
