import * as v from 'valibot';
import { word } from '../readings/schemas/bounds.ts';

/** The states of a session about which the owner’s devices can get notices. */
const pushKinds = ['waiting', 'failed', 'done'] as const;
export type PushKind = (typeof pushKinds)[number];

/** The maximum number of portals whose incidents one browser can follow. */
export const MAX_FOLLOWED = 20;
const DAY_MINUTES = 24 * 60;

const minuteOfDay = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(DAY_MINUTES - 1));

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== '';
  } catch {
    return false;
  }
}

/** The settings of one device of the owner. */
export const deviceSettings = v.object({
  kinds: v.pipe(v.array(v.picklist(pushKinds)), v.maxLength(pushKinds.length)),
  /** The minutes after which a session that is done counts as news. */
  doneMinutes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(120)),
  /** The hours without notices, in minutes since midnight; they may pass midnight. */
  quiet: v.optional(v.object({ from: minuteOfDay, to: minuteOfDay })),
  /** The time zone of the device, such as `Europe/Berlin`. */
  timeZone: v.pipe(word(60), v.check(isTimeZone, 'this time zone is not known')),
});
export type DeviceSettings = v.InferOutput<typeof deviceSettings>;

/** Whether a moment is in the quiet hours of a device. */
export function isQuiet({ quiet, timeZone }: DeviceSettings, now: number): boolean {
  if (!quiet) return false;
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(now);
  const partOf = (type: 'hour' | 'minute'): number => Number(parts.find((part) => part.type === type)?.value);
  const minute = partOf('hour') * 60 + partOf('minute');
  const { from, to } = quiet;
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}
