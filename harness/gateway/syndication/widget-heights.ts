/**
 * How high a widget is with a usual reading, by its width. Pages reserve this height until the script of the
 * widgets has loaded, so that nothing moves then, and frames are made this high. The figures come from the
 * style sheets in `components/widgets/`; test/e2e/layout-shift.e2e.ts fails when they differ.
 */

const LINE = 1.5;
const SMALL_LINE = 0.93 * LINE;
const FIGURE_LINE = 1.43 * 1.4;
const SCORE_LINE = 2.86 * 1.2;
const COMPACT_SCORE_LINE = 1.43 * 1.2;
/** The line with the times below the bars of a history. */
const TIMES_LINE = 0.86 * LINE;
const BARS_PX = 24;
const BAR_PX = 4;
/** The additional height of a portal's link. */
const LINK_PX = 8;
const BORDER_PX = 2;
const CHAT_EMS = 34;
/** The largest `limit` that makes a difference. */
export const MAX_ROWS = 50;

/** The widths of a widget, in em, at which its style sheets change. */
const TINY = 20;
const NARROW = 31;
const MIDDLE = 46;
const TWO_COLUMNS = 57;
const TWO_HALVES = 51.4;
/** The share of one column in the width of `<hw-heartbeat>`, without the space between the columns. */
const HALF = 0.49;

/** All widths at which a height changes, the largest first. */
export const WIDTHS: readonly number[] = [
  ...[TINY, NARROW, MIDDLE].flatMap((width) => [width, width / HALF]),
  TWO_COLUMNS,
  TWO_HALVES,
].toSorted((one, other) => other - one);

/** Calculates heights, either as text for a style sheet or as numbers of pixels. */
export interface Arithmetic<T> {
  /** Pixels, steps of `--hw-space`, and em of the text of widgets. */
  length(px: number, spaces: number, ems: number): T;
  /** The least height of a row that is a target for a finger; 0 where the pointer is precise. */
  readonly target: T;
  sum(parts: readonly T[]): T;
  max(parts: readonly T[]): T;
  /** The height of all rows that a home has, in this many columns; `one` is the height of one row. */
  times(count: CountName, one: T, columns: number): T;
}

/** The value of `--hw-space` that widgets use by default. */
const SPACE_PX = 8;

interface PixelOptions {
  /** What the home has, as far as it is known. */
  readonly counts: Readonly<Partial<Record<CountName, number>>>;
  /** The attribute `limit` of the widget. */
  readonly limit: number | undefined;
  /** The size of the text in CSS pixels. */
  readonly text: number;
}

/** Heights in CSS pixels. */
export const pixels = ({ counts: known, limit, text }: PixelOptions): Arithmetic<number> => ({
  length: (px, spaces, ems) => px + spaces * SPACE_PX + ems * text,
  // The home does not know whether a visitor uses a finger. The page in the frame reports its real height.
  target: 0,
  sum: (parts) => parts.reduce((sum, part) => sum + part, 0),
  max: (parts) => Math.max(...parts),
  times(count, one, columns) {
    const { usual, most } = counts[count];
    const all = known[count] ?? usual;
    return one * Math.ceil((most === undefined ? all : Math.min(all, limit ?? most)) / columns);
  },
});

/** The value for a width. */
const by = (width: number, tiny: number, narrow: number, middle: number, wide: number): number =>
  width < TINY ? tiny : width < NARROW ? narrow : width < MIDDLE ? middle : wide;

interface Count {
  /** The number that is assumed if the home does not tell its own. */
  readonly usual: number;
  /** The most rows without `limit`; undefined if `limit` has no effect. */
  readonly most: number | undefined;
}

/**
 * The lists of a home and their numbers of rows; the sentences of the sovereignty are counted in lines for
 * two widths.
 */
export const counts = {
  'agents-rows': { usual: 3, most: MAX_ROWS },
  'team-rows': { usual: 1, most: MAX_ROWS },
  'commits-rows': { usual: 50, most: 5 },
  'open-work-rows': { usual: 3, most: MAX_ROWS },
  'portals-rows': { usual: 4, most: MAX_ROWS },
  'relay-feed-rows': { usual: 20, most: 10 },
  'history-rows': { usual: 6, most: MAX_ROWS },
  'sovereignty-rows': { usual: 7, most: undefined },
  'sovereignty-lines': { usual: 11, most: undefined },
  'sovereignty-lines-narrow': { usual: 14, most: undefined },
} as const satisfies Readonly<Record<string, Count>>;
export type CountName = keyof typeof counts;

/** The widgets with a row for each record. */
export const listNames = [
  'agents',
  'team',
  'commits',
  'open-work',
  'portals',
  'relay-feed',
  'history',
  'sovereignty',
] as const;

/** The widgets; `chat` has a height of its own. */
export type WidgetName =
  | (typeof listNames)[number]
  | 'now'
  | 'weather'
  | 'block-height'
  | 'heartbeat'
  | 'chat';

interface Shape {
  /** The width of the widget, in em of its text. */
  readonly width: number;
  readonly compact: boolean;
}

/** Sentences have more lines in a narrow widget. */
const sovereigntyCount = (width: number): CountName =>
  width < NARROW ? 'sovereignty-lines-narrow' : width < MIDDLE ? 'sovereignty-lines' : 'sovereignty-rows';

/** The height of what is below the heading of a widget with details. */
function bodyOf<T>(math: Arithmetic<T>, name: WidgetName, width: number): T {
  const { length, sum, times } = math;
  const detail = by(width, 1, 1, 1, 0);
  switch (name) {
    case 'agents':
      // No space after the last row.
      return sum([times('agents-rows', length(0, 1, (1 + detail) * LINE), 1), length(0, -1, 0)]);
    case 'team':
      return sum([times('team-rows', length(0, 1, (1 + detail) * LINE), 1), length(0, -1, 0)]);
    case 'commits': {
      const lines = by(width, 3, 3, 2, 2) + detail;
      return sum([times('commits-rows', length(0, 1, lines * LINE), 1), length(0, -1, 0)]);
    }
    case 'open-work':
      return sum([times('open-work-rows', length(0, 1, (1 + detail) * LINE), 1), length(0, -1, 0)]);
    case 'portals': {
      // A row has a link, or the reason why there is none.
      const row = width < MIDDLE ? length(0, 0, 3 * LINE) : math.max([length(LINK_PX, 0, LINE), math.target]);
      return sum([times('portals-rows', sum([row, length(0, 1, 0)]), 1), length(0, -1, 0)]);
    }
    case 'relay-feed': {
      const lines = by(width, 2, 2, 2, 1) + detail;
      // The number of relays takes the space after the last row.
      return sum([times('relay-feed-rows', length(0, 1, lines * LINE), 1), length(0, 0, SMALL_LINE)]);
    }
    case 'sovereignty':
      return sum([length(BAR_PX, 2, SCORE_LINE), times(sovereigntyCount(width), length(0, 0, LINE), 1)]);
    case 'history':
      return sum([
        // The headline, and the choice of the span with its border and padding.
        length(2 + 16, 1, by(width, 2, 2, 2, 1) * FIGURE_LINE + LINE),
        times(
          'history-rows',
          length(BARS_PX, 2, LINE + by(width, 2, 2, 1, 1) * SMALL_LINE + TIMES_LINE),
          width < TWO_COLUMNS ? 1 : 2,
        ),
        length(0, 2, by(width, 4, 3, 2, 1) * SMALL_LINE),
      ]);
    case 'now':
      return length(0, 0, by(width, 3, 3, 2, 1) * LINE);
    default:
      return length(0, 0, by(width, 2, 1, 1, 1) * FIGURE_LINE);
  }
}

/** The height of a widget without details, source and age. */
function compactHeightOf<T>(math: Arithmetic<T>, name: WidgetName, width: number): T {
  const { length, sum, times } = math;
  const frame = length(BORDER_PX, 2, 0);
  const list = (count: CountName, lines: number): T =>
    sum([frame, length(0, 0, SMALL_LINE), times(count, length(0, 0, lines * LINE), 1)]);
  switch (name) {
    case 'agents':
      return list('agents-rows', 1);
    case 'team':
      return list('team-rows', 1);
    case 'commits':
      return list('commits-rows', by(width, 3, 3, 2, 2));
    case 'open-work':
      return list('open-work-rows', 1);
    case 'portals':
      return list('portals-rows', 1);
    case 'relay-feed':
      return list('relay-feed-rows', by(width, 2, 2, 2, 1));
    case 'history':
      return sum([
        frame,
        length(0, 4, SMALL_LINE + LINE),
        times('history-rows', length(BARS_PX, 0, LINE + TIMES_LINE), width < TWO_COLUMNS ? 1 : 2),
      ]);
    case 'sovereignty':
      return sum([frame, length(BAR_PX, 1, COMPACT_SCORE_LINE)]);
    case 'now':
      return sum([frame, length(0, 0, SMALL_LINE + LINE)]);
    default:
      return sum([frame, length(0, 0, LINE)]);
  }
}

/**
 * The height of the grid of `<hw-heartbeat>`: one column, weather and block height beside each other, or two
 * halves.
 */
function heartbeatHeight<T>(math: Arithmetic<T>, { width, compact }: Shape): T {
  const of = (name: WidgetName, part: number): T => heightOf(math, name, { width: width * part, compact });
  const { sum, max, length } = math;
  if (width < TINY)
    return sum([
      ...(['sovereignty', 'weather', 'block-height', 'now', 'agents', 'commits'] as const).map((name) =>
        of(name, 1),
      ),
      length(0, 5, 0),
    ]);
  if (width < TWO_HALVES)
    return sum([
      ...(['sovereignty', 'now', 'agents', 'commits'] as const).map((name) => of(name, 1)),
      of('weather', HALF),
      length(0, 4, 0),
    ]);
  return sum([
    max([of('sovereignty', HALF), sum([of('weather', HALF), of('block-height', HALF), length(0, 2, 0)])]),
    of('now', 1),
    max([of('agents', HALF), of('commits', HALF)]),
    length(0, 4, 0),
  ]);
}

export function heightOf<T>(math: Arithmetic<T>, name: WidgetName, shape: Shape): T {
  const { width, compact } = shape;
  if (name === 'chat') return math.length(0, 0, CHAT_EMS);
  if (name === 'heartbeat') return heartbeatHeight(math, shape);
  if (compact) return compactHeightOf(math, name, width);
  return math.sum([
    math.length(BORDER_PX, 5, SMALL_LINE),
    bodyOf(math, name, width),
    math.length(0, 1.5, by(width, 3, 2, 1, 1) * SMALL_LINE),
  ]);
}
