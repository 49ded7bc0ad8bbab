import * as v from 'valibot';
import { type ConfigProblem, problemsOf } from '../../data/config/fields.ts';
import { DAY_MS, HOUR_MS, utcDay } from '../../data/core/time.ts';
import type { Maintenance } from '../../data/readings/schemas/history.ts';
import { withoutNotes } from '../core/json-file.ts';

const MAX_WINDOWS = 32;
/** A longer window is more likely a mistyped date than maintenance. */
const MAX_LENGTH_MS = 14 * DAY_MS;
/**
 * The maximum number of windows in one answer; the newest ones are kept. A daily window has 90 in 90 days.
 */
const MAX_SHOWN = 400;
const REPEATS_MS = { day: DAY_MS, week: 7 * DAY_MS } as const;

/** The time zone is required: without it, the text would mean another time on another machine. */
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)$/;
const TIME = 'a time with its zone, such as "2026-12-24T22:00:00Z" or "2026-12-24T23:00+01:00"';
/** The id of a subject of the history. */
const SUBJECT =
  /^(?:portal:[\w-]{1,64}|upstream:(?:code-host|weather|block-explorer)|relay:wss?:\/\/\S{1,500})$/;

const isTime = (text: string): boolean => ISO_TIME.test(text) && !Number.isNaN(Date.parse(text));
/** `Date.parse` reads 30 February as 2 March. */
const hasRealDay = (text: string): boolean => text.startsWith(utcDay(Date.parse(text.slice(0, 10))));

const moment = v.pipe(
  v.string(TIME),
  v.check(isTime, TIME),
  v.check((text) => !isTime(text) || hasRealDay(text), 'a day that the calendar has'),
  v.metadata({ pattern: ISO_TIME.source }),
  v.transform((text) => Date.parse(text)),
);
const SUBJECTS =
  'a list of at most 32 of “portal:<id>”, “upstream:code-host”, “upstream:weather”, “upstream:block-explorer” and “relay:<URL>”';
const NOTE = 'a text of at most 200 characters';

const windowSchema = v.pipe(
  v.unknown(),
  v.transform(withoutNotes),
  v.strictObject(
    {
      begin: v.pipe(moment, v.description('a time with its zone, such as 2026-12-24T22:00:00Z')),
      end: v.pipe(moment, v.description('at most 14 days after its begin')),
      every: v.optional(
        v.pipe(v.picklist(['day', 'week'], '"day" or "week"'), v.description('repeats the window')),
      ),
      of: v.optional(
        v.pipe(
          v.array(v.pipe(v.string(SUBJECTS), v.regex(SUBJECT, SUBJECTS)), SUBJECTS),
          v.maxLength(32, SUBJECTS),
          v.description('ids as in /api/history.json; all without it'),
        ),
        [],
      ),
      note: v.optional(
        v.pipe(v.string(NOTE), v.maxLength(200, NOTE), v.description('why; everyone can read it')),
        '',
      ),
    },
    'begin and end, and if needed every, of and note',
  ),
  v.check(({ begin, end }) => end > begin, 'an end after its begin'),
  v.check(({ begin, end }) => end - begin <= MAX_LENGTH_MS, 'at most 14 days from begin to end'),
  v.check(
    ({ begin, end, every }) => every === undefined || end - begin <= REPEATS_MS[every] - HOUR_MS,
    'a window that repeats to end at least an hour before it begins again',
  ),
);

const LIST = `a list of at most ${MAX_WINDOWS} maintenance windows`;
export const maintenanceSchema = v.pipe(
  v.array(windowSchema, LIST),
  v.maxLength(MAX_WINDOWS, LIST),
  v.description('planned times in which portals or upstreams may fail'),
);

/** A planned time in which subjects may fail to answer. */
export type MaintenanceWindow = Readonly<v.InferOutput<typeof windowSchema>>;

/** Reads `maintenance` of `config.json`. Each problem names its window, counted from 0. */
export function parseMaintenance(raw: unknown): {
  windows: readonly MaintenanceWindow[];
  problems: ConfigProblem[];
} {
  if (raw === undefined) return { windows: [], problems: [] };
  const { success, output, issues = [] } = v.safeParse(maintenanceSchema, raw);
  if (success) return { windows: output, problems: [] };
  return { windows: [], problems: problemsOf('maintenance', issues) };
}

/** The last time, up to a moment, at which the window began; undefined if it has not begun yet. */
function lastBegin({ begin, every }: MaintenanceWindow, at: number): number | undefined {
  if (at < begin) return undefined;
  return every === undefined ? begin : at - ((at - begin) % REPEATS_MS[every]);
}

/** Whether a subject is in maintenance at a moment. */
export const inMaintenance = (windows: readonly MaintenanceWindow[], id: string, at: number): boolean =>
  windows.some((window) => {
    if (window.of.length > 0 && !window.of.includes(id)) return false;
    const begin = lastBegin(window, at);
    return begin !== undefined && at < begin + window.end - window.begin;
  });

/**
 * The windows that concern these subjects. The ids of other subjects are removed from the windows: they may
 * name a portal that the owner has removed.
 */
export const windowsOf = (
  windows: readonly MaintenanceWindow[],
  ids: readonly string[],
): readonly MaintenanceWindow[] =>
  windows.flatMap((window) => {
    // An empty list means all subjects.
    if (window.of.length === 0) return [window];
    const of = window.of.filter((id) => ids.includes(id));
    return of.length === 0 ? [] : [{ ...window, of }];
  });

/** The maintenance that overlaps with a span, oldest first. */
export function maintenanceBetween(
  windows: readonly MaintenanceWindow[],
  begin: number,
  end: number,
): Maintenance[] {
  return windows
    .flatMap((window) => {
      const { of, note, every } = window;
      const length = window.end - window.begin;
      const found: Maintenance[] = [];
      // Goes backwards from the last repetition, so that a window that began years ago takes no more time.
      for (
        let at = lastBegin(window, end - 1);
        at !== undefined && at >= window.begin && at + length > begin;
        at -= every === undefined ? Infinity : REPEATS_MS[every]
      )
        found.push({ begin: at, end: at + length, of, note });
      return found;
    })
    .sort((a, b) => a.begin - b.begin)
    .slice(-MAX_SHOWN);
}
