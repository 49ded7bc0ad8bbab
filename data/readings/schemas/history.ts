import * as v from 'valibot';
import { count, instant, number, text, word } from './bounds.ts';

/** How far back a history can be read. */
export type HistorySpan = '24h' | '30d' | '90d';
export const HISTORY_SPANS = ['24h', '30d', '90d'] as const satisfies readonly HistorySpan[];

/** An answer has at most this many incidents of each subject: the newest. */
export const MAX_INCIDENTS_SHOWN = 20;
/** The maximum number of subjects. A home cannot have so many portals, relays and upstreams. */
const MAX_SUBJECTS = 300;
const MAX_BARS = 96;
const MAX_WINDOWS = 400;

/** A list that is readonly in its type only, because `v.readonly` would add code to every widget. */
const list = <const S extends v.GenericSchema>(schema: S, max: number) =>
  v.pipe(v.array(schema), v.maxLength(max)) as v.GenericSchema<unknown, readonly v.InferOutput<S>[]>;

/**
 * The checks of one stretch of time: how many were answered, how many failed, and how many failed
 * during maintenance. `null`: the home did not check then, so nothing is known.
 */
const bar = v.nullable(
  v.tuple([count, count, count]) as v.GenericSchema<unknown, readonly [number, number, number]>,
);
export type HistoryBar = v.InferOutput<typeof bar>;

/** A time in which a subject did not answer. Times are in milliseconds since the epoch. */
const incident = v.object({
  begin: instant,
  /** `null` while it is open. */
  end: v.nullable(instant),
  /**
   * How it ended: the subject answered again, maintenance began, or the home stopped checking, so
   * that only the last failed check is known.
   */
  ending: v.picklist(['ongoing', 'answered', 'maintenance', 'not-known']),
  cause: text(300),
});
export type Incident = Readonly<v.InferOutput<typeof incident>>;

const subject = v.object({
  /** Such as `portal:wiki` or `upstream:weather`. */
  id: word(600),
  kind: v.picklist(['portal', 'upstream', 'relay']),
  name: word(600),
  /** A summary of the subject in a few sentences, for readers who do not see the bars. */
  text: text(2_000),
  /** `unknown`: not checked, or not checked in the last minutes. */
  state: v.picklist(['up', 'down', 'maintenance', 'unknown']),
  /** Why it does not answer, or is not checked. */
  cause: v.optional(text(300)),
  /** The answered share of all checks outside maintenance, 0 to 1; `null` without a check. */
  uptime: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  /** How long answers took, in milliseconds, within 5 %; `null` if this is not measured. */
  latency: v.nullable(v.object({ p50: number, p95: number })),
  /** Oldest first; each is `barSeconds` long. */
  bars: list(bar, MAX_BARS),
  /** Newest first. */
  incidents: list(incident, MAX_INCIDENTS_SHOWN),
});
export type HistorySubject = Readonly<v.InferOutput<typeof subject>>;

const maintenance = v.object({
  begin: instant,
  end: instant,
  /** The ids of the subjects; an empty list means all subjects. */
  of: list(word(600), 32),
  note: text(200),
});
export type Maintenance = Readonly<v.InferOutput<typeof maintenance>>;

/** What the gateway answers to `GET /api/history.json`. */
export const historyAnswer = v.object({
  /** Increases with each change of the format that readers must know. */
  schema: v.literal(1),
  span: v.picklist(HISTORY_SPANS),
  /** The portals in one sentence: `All 6 portals answer`. */
  headline: text(200),
  /** When the first bar begins. */
  begin: instant,
  /** When the last bar ends. This instant is in the future: the last bar includes now. */
  end: instant,
  barSeconds: count,
  subjects: list(subject, MAX_SUBJECTS),
  /** The maintenance that overlaps with the span, oldest first. */
  maintenance: list(maintenance, MAX_WINDOWS),
});
export type HistoryAnswer = Readonly<v.InferOutput<typeof historyAnswer>>;
