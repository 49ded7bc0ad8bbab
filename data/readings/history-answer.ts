import { RequestError } from '../core/http.ts';
import type { HistoryAnswer } from './schemas/history.ts';

/**
 * Checks the types of the fields of `schemas/history.ts` that pages show. It is written by hand, because the
 * schema would add a kilobyte to the widget. Sizes need no check: the whole answer has a limit. Texts need
 * none: they are never rendered as HTML.
 */
type Check = (value: unknown) => boolean;

/** Within the range of `Date`, because `Intl.DateTimeFormat` throws for an invalid date. */
const number: Check = (value) => typeof value === 'number' && Math.abs(value) <= 8.64e15;
const text: Check = (value) => typeof value === 'string';
const nullOr =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const list =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const record =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    Object.entries(fields).every(([name, check]) => check(Object(value)[name]));

const answer = record({
  schema: (value) => value === 1,
  headline: text,
  subjects: list(
    record({
      name: text,
      text,
      state: text,
      cause: (value) => value === undefined || text(value),
      uptime: nullOr(number),
      latency: nullOr(record({ p50: number, p95: number })),
      bars: list(nullOr(list(number))),
      incidents: list(record({ begin: number, end: nullOr(number), ending: text, cause: text })),
    }),
  ),
  maintenance: list(record({ begin: number, end: number, note: text })),
});

/** Parses the answer of `/api/history.json`. Throws a `RequestError`. */
export function parseHistory(body: string): HistoryAnswer {
  let raw: unknown;
  try {
    raw = JSON.parse(body);
  } catch {
    // `undefined` fails the check below.
  }
  if (!answer(raw)) throw new RequestError('what the home sent is not a status history');
  return raw as HistoryAnswer;
}
