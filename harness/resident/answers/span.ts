import { sentenceCase } from '../../../data/core/text.ts';
import { DAY_MS, HOUR_MS } from '../../../data/core/time.ts';

/** A time that a question names, with its name: `yesterday (UTC)`. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

const UNITS: Readonly<Record<string, number>> = {
  minute: HOUR_MS / 60,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
  year: 365 * DAY_MS,
};
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
export const MONTHS =
  'january february march april may june july august september october november december'.split(' ');
export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** The name of the span of today, which has not ended. */
export const TODAY = 'today (UTC)';

/** `3` and `three`; undefined for other words. */
export function numberOf(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  if (/^\d{1,4}$/.test(word)) return Number(word);
  const index = NUMBERS.indexOf(word);
  return index > 0 ? index : undefined;
}

function lengthText(milliseconds: number): string {
  const hours = milliseconds / HOUR_MS;
  if (hours === 1) return 'hour';
  if (hours < 1) return `${Math.round(hours * 60)} min`;
  return hours > 24 && hours % 24 === 0 ? `${hours / 24} days` : `${hours} h`;
}

const MONTH = `(?<month>${MONTHS.join('|')})`;
const DATES = [
  new RegExp(`\\b(?<day>\\d{1,2}) (?:of )?${MONTH}\\b`),
  new RegExp(`\\b${MONTH} (?:the )?(?<day>\\d{1,2})\\b`),
];

/** The year that a question names. */
function yearOf(plain: string, now: number): number | undefined {
  const [named] = /\b(?:19|20)\d\d\b/.exec(plain) ?? [];
  if (named !== undefined) return Number(named);
  const [, which] = /\b(last|this) year\b/.exec(plain) ?? [];
  return which === undefined ? undefined : new Date(now).getUTCFullYear() - (which === 'last' ? 1 : 0);
}

/** The day of a date: `3 november`, `november 3`, `3 november 2025`. */
function dayOf(plain: string, now: number): Span | undefined {
  const found = DATES.map((date) => date.exec(plain)).find((one) => one !== null);
  const { day, month = '' } = found?.groups ?? {};
  if (day === undefined) return undefined;
  const beginOf = (inYear: number): number => Date.UTC(inYear, MONTHS.indexOf(month), Number(day));
  const current = new Date(now).getUTCFullYear();
  const named = yearOf(plain, now) ?? current - (beginOf(current) > now ? 1 : 0);
  const from = beginOf(named);
  return { from, to: from + DAY_MS, name: `on ${day} ${sentenceCase(month)} ${named} (UTC)` };
}

/** The last month with this number (0 to 11); if the question names a year, the month of that year. */
function monthOf(month: number, now: number, named?: number): Span {
  const today = new Date(now);
  const year = named ?? today.getUTCFullYear() - (month > today.getUTCMonth() ? 1 : 0);
  const name = `in ${sentenceCase(MONTHS[month] ?? '')} ${year}`;
  return { from: Date.UTC(year, month), to: Date.UTC(year, month + 1), name };
}

/** Hours of today or yesterday: `between 9 and 12`. */
function hoursOf(plain: string, midnight: number): Span | undefined {
  const [, first, last] = /\b(?:between|from) (\d{1,2}) (?:and|to|until) (\d{1,2})\b/.exec(plain) ?? [];
  const [begin, end] = [Number(first), Number(last)];
  if (!(begin < end && end <= 24)) return undefined;
  const isYesterday = /\byesterday\b/.test(plain);
  const from = midnight - (isYesterday ? DAY_MS : 0);
  const name = `${isYesterday ? 'yesterday' : 'today'} from ${begin} to ${end} h (UTC)`;
  return { from: from + begin * HOUR_MS, to: from + end * HOUR_MS, name };
}

/** A length of time: `the last three days`, `this week`, `2 hours`. */
const LENGTH =
  /\b(?:(last|past|this|since|latest|previous) (?:the |last |past )*)?(?:(\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|couple of|few) )?(minute|hour|day|week|month|year)s?\b/g;

/** The last Saturday and Sunday, which may not have ended. */
function weekendOf(midnight: number): Span {
  const from = midnight - ((new Date(midnight).getUTCDay() + 1) % 7) * DAY_MS;
  return { from, to: from + 2 * DAY_MS, name: 'on the weekend, since Saturday 00:00 UTC' };
}

/**
 * The time that a question names; undefined without one. Days are days in UTC, as in the home's
 * other figures.
 */
export function spanOf(plain: string, now: number): Span | undefined {
  const midnight = Math.floor(now / DAY_MS) * DAY_MS;
  const isSince = /\b(?:since|seit|between)\b/.test(plain);
  /** The day that began `daysAgo` days before today, or all time since then. */
  const day = (daysAgo: number, name: string): Span => {
    const from = midnight - daysAgo * DAY_MS;
    return isSince
      ? { from, to: Infinity, name: `since ${name} 00:00 UTC` }
      : { from, to: from + DAY_MS, name: `${name} (UTC)` };
  };
  const hours = hoursOf(plain, midnight);
  if (hours) return hours;
  if (/\b(?:today|of the day|this morning|tonight|heute)\b/.test(plain))
    return { from: midnight, to: Infinity, name: TODAY };
  if (/\bday before(?: yesterday| ,|$)/.test(plain)) return day(2, 'the day before yesterday');
  if (/\b(?:overnight|last night|(?:during|in|at) (?:the )?night)\b/.test(plain))
    return { from: midnight - 6 * HOUR_MS, to: Infinity, name: 'since yesterday 18:00 UTC' };
  if (/\b(?:yesterday|gestern)\b/.test(plain)) return day(1, 'yesterday');
  const date = dayOf(plain, now);
  if (date) return isSince ? { ...date, to: Infinity, name: date.name.replace('on ', 'since ') } : date;
  const year = yearOf(plain, now);
  const month = MONTHS.findIndex((name) => new RegExp(`\\b(?:in|of|since|last) ${name}\\b`).test(plain));
  if (month >= 0) return monthOf(month, now, year);
  if (/\bweekend\b/.test(plain)) return weekendOf(midnight);
  // “How many hours did Ada work last week” is about the week.
  const [, which, count, unit] =
    [...plain.matchAll(LENGTH)].find(([, which, count]) => which !== undefined || count !== undefined) ?? [];
  const ago = numberOf(count);
  if (unit === 'day' && ago !== undefined && /\bdays? ago\b/.test(plain))
    return day(ago, ago === 1 ? 'yesterday' : `${ago} days ago`);
  if (unit !== undefined && (count !== undefined || which !== undefined)) {
    const length = (ago ?? (/^(?:couple|few)/.test(count ?? '') ? 3 : 1)) * (UNITS[unit] ?? DAY_MS);
    return { from: now - length, to: Infinity, name: `in the last ${lengthText(length)}` };
  }
  if (year !== undefined) return { from: Date.UTC(year), to: Date.UTC(year + 1), name: `in ${year}` };
  const weekday = WEEKDAYS.findIndex((name) => new RegExp(`\\b${name}\\b`).test(plain));
  if (weekday < 0) return undefined;
  const daysAgo = (new Date(midnight).getUTCDay() - weekday + 7) % 7;
  const name = sentenceCase(WEEKDAYS[weekday] ?? '');
  return day(daysAgo, isSince ? name : `on ${name}`);
}

const TIME_WORDS =
  /\b(?:in|on|since|during|over|for)? ?(?:the )?(?:day before(?: yesterday)?|today|yesterday|tonight|overnight|(?:this|last|past|next) (?:\w+ )?(?:morning|afternoon|evening|night|minutes?|hours?|days?|weeks?|months?|years?|weekend)|heute|gestern)\b/g;
/** The text without the words for a time, so that another time can stand in their place. */
export const withoutSpan = (plain: string): string => plain.replace(TIME_WORDS, '').trim();

/** The first words for a time in a text. */
export const timeWords = (plain: string): string | undefined => plain.match(TIME_WORDS)?.[0].trim();

/**
 * The two times that a question compares. “This week” and “last week” are both the last 7 days, so the second one
 * is then the 7 days before them.
 * @param first The text that names the first time. If it names none, that is today, or as long a time until now.
 */
export function spansToCompare(first: string, second: string, now: number): readonly Span[] {
  const other = spanOf(second, now);
  if (other === undefined) return [];
  const { from, name } = other;
  const isLength = name.startsWith('in the last');
  const one = spanOf(first, now) ?? (isLength ? other : spanOf('today', now)) ?? other;
  if (one.name !== name) return [one, other];
  const before = `${name.replace('in the last', 'in the')} before that`;
  return isLength ? [one, { from: 2 * from - now, to: from, name: before }] : [];
}

/** All that is known. */
export const ALL: Span = { from: -Infinity, to: Infinity, name: 'that I see' };

/** The last 24 hours, for a question that names no time. */
export const lastDay = (now: number): Span => ({
  from: now - DAY_MS,
  to: Infinity,
  name: 'in the last 24 h',
});
