import { type PanelHeadline, stateWords } from '../../data/readings/headlines.ts';
import type { ReadingState } from '../../data/readings/reading.ts';
import type { ColorName } from '../../theme/theme.ts';
import { fitLine, fitSize, wrapText } from '../utils/text.ts';

/** Shapes that show a state without its colour. */
export type Mark = 'disc' | 'ring' | 'half' | 'bar' | 'cross' | 'dots';

export interface PanelRow {
  readonly text: string;
  readonly color?: ColorName;
  /** A second, quieter line. */
  readonly detail?: string;
  readonly mark?: Mark;
  /** A disc behind the mark. */
  readonly disc?: ColorName;
  /** Whether the text is a large figure, three lines high. */
  readonly figure?: boolean;
}

export interface PanelContent {
  readonly title: string;
  readonly state: ReadingState;
  /** The panel shows a past moment, for example in the time-lapse. */
  readonly past?: boolean;
  /** The panel shows a recording, for example in a demo. */
  readonly recorded?: boolean;
  readonly headline: PanelHeadline;
  readonly rows: readonly PanelRow[];
  /** Source and age of each reading. */
  readonly foot: readonly string[];
}

/** In metres from the panel's upper left corner; `y` is the middle of the line. */
interface DrawnText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly color: ColorName;
  readonly bold: boolean;
  readonly align: 'left' | 'right';
}
export interface DrawnMark {
  readonly mark: Mark;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly color: ColorName;
}
export interface PanelDrawing {
  readonly texts: readonly DrawnText[];
  readonly marks: readonly DrawnMark[];
  /** The position of the line under the title. */
  readonly rule: number;
}

/** The width in metres of a text with the font size `size` in metres. */
export type MeasureAt = (text: string, size: number, bold: boolean) => number;

/** How each state of a reading is shown: its word, its shape and its colour together. */
export const stateLooks: Readonly<Record<ReadingState, { word: string; mark: Mark; color: ColorName }>> = {
  loading: { word: stateWords.loading, mark: 'dots', color: 'readingLoading' },
  live: { word: stateWords.live, mark: 'disc', color: 'readingLive' },
  stale: { word: stateWords.stale, mark: 'half', color: 'readingStale' },
  empty: { word: stateWords.empty, mark: 'ring', color: 'readingEmpty' },
  error: { word: stateWords.error, mark: 'cross', color: 'error' },
  offline: { word: stateWords.offline, mark: 'bar', color: 'readingOffline' },
};

/** Shown like the live state, with another word. */
const RECORDED = { ...stateLooks.live, word: 'Recorded' } as const;
const PAST = { word: 'Past', mark: 'half', color: 'readingLoading' } as const;

/** How a panel's state is shown. A past moment is never shown as live. */
export const panelLook = ({ state, past, recorded }: Pick<PanelContent, 'state' | 'past' | 'recorded'>) => {
  if (past && (state === 'live' || state === 'empty')) return PAST;
  return recorded && state === 'live' ? RECORDED : stateLooks[state];
};

const LINES = 12;
const FIGURE_LINES = 3;
/** The distance of a detail from its row, in lines: less than the distance of two rows. */
const DETAIL_LINES = 0.9;
/** Details are beside rows whose text takes at most this share of the width. */
const MAX_DENSE_SHARE = 0.6;
/** The gap between a row and its detail beside it. Metres. */
const DETAIL_GAP = 0.1;
/** Two lines for one reading with a cause, or one line for each of two readings. */
const FOOT_LINES = 2;
/** Capitals are 0.64 to 0.73 of the size in the theme's fonts: at least 5 cm (docs/look.md). */
const TEXT_SIZE = 0.08;
const TITLE_SIZE = 0.1;
const FIGURE_SIZE = 0.3;

/** The lines of the foot. Sources that do not fit are counted. The worst states come first. */
function footLines(foot: readonly string[]): readonly string[] {
  if (foot.length <= FOOT_LINES) return foot;
  const shown = foot.slice(0, FOOT_LINES - 1);
  return [...shown, `… and ${foot.length - shown.length} more sources`];
}

const linesOf = ({ figure, detail }: PanelRow, isDense = false): number =>
  (figure ? FIGURE_LINES : 1) + (detail && !isDense ? DETAIL_LINES : 0);

/** Collects the texts and marks of a panel. A position (`at`) is a line number: the title is 0. */
class Drawing {
  readonly texts: DrawnText[] = [];
  readonly marks: DrawnMark[] = [];
  readonly line: number;
  readonly margin: number;
  readonly inner: number;
  readonly #measure: MeasureAt;

  constructor(width: number, height: number, measure: MeasureAt) {
    this.line = height / (LINES + 1);
    this.margin = this.line / 2;
    this.inner = width - this.margin * 2;
    this.#measure = measure;
  }

  middle(at: number): number {
    return this.margin + (at + 0.5) * this.line;
  }

  text(text: string, at: number, more: Partial<DrawnText> = {}): void {
    const plain = { size: TEXT_SIZE, color: 'text', bold: false, align: 'left' } as const;
    this.texts.push({ text, x: this.margin, y: this.middle(at), ...plain, ...more });
  }

  mark(mark: Mark, x: number, at: number, color: ColorName, size = 0.36): void {
    this.marks.push({ mark, x, y: this.middle(at), size: this.line * size, color });
  }

  fit(text: string, room: number, size = TEXT_SIZE, bold = false): string {
    return fitLine(text, room, (piece) => this.#measure(piece, size, bold));
  }

  title(content: PanelContent): void {
    const { line, margin, inner } = this;
    const look = panelLook(content);
    const right = margin + inner;
    const wordWidth = this.#measure(look.word, TEXT_SIZE, true);
    this.text(look.word, 0, { x: right, color: look.color, bold: true, align: 'right' });
    this.mark(look.mark, right - wordWidth - line * 0.55, 0, look.color);
    const title = this.fit(content.title, inner - wordWidth - line * 1.4, TITLE_SIZE, true);
    this.text(title, 0, { size: TITLE_SIZE, color: 'panelText', bold: true });
  }

  /** Draws the foot. Returns the line at which it begins. */
  foot(foot: readonly string[]): number {
    const [source = '', ...others] = foot;
    const measure = (piece: string): number => this.#measure(piece, TEXT_SIZE, false);
    const lines =
      others.length === 0
        ? wrapText(source, this.inner, FOOT_LINES, measure)
        : footLines(foot).map((text) => fitLine(text, this.inner, measure));
    const first = LINES - lines.length;
    lines.forEach((text, index) => this.text(text, first + index, { color: 'textQuiet' }));
    return first;
  }

  /** Whether these rows leave space for their details beside them. */
  isShort(rows: readonly PanelRow[]): boolean {
    const room = this.inner * MAX_DENSE_SHARE;
    return rows.every(({ text, figure }) => !figure && this.#measure(text, TEXT_SIZE, false) <= room);
  }

  /** Draws a row. `isDense`: the detail is beside the row, not below. */
  row(row: PanelRow, at: number, isDense: boolean): void {
    const indent = row.mark ? this.line * 0.95 : 0;
    const color = row.color ?? 'text';
    const middle = this.margin + this.line * 0.3;
    if (row.disc) this.mark('disc', middle, at, row.disc, 0.56);
    if (row.mark) this.mark(row.mark, middle, at, color);
    const x = this.margin + indent;
    const room = this.inner - indent;
    if (row.figure) {
      const { inner } = this;
      const size = fitSize(FIGURE_SIZE, TEXT_SIZE, inner, (tried) => this.#measure(row.text, tried, true));
      const middle = at + (FIGURE_LINES - 1) / 2;
      this.text(this.fit(row.text, inner, size, true), middle, { size, color, bold: true });
    } else {
      this.text(this.fit(row.text, room), at, { x, color });
    }
    if (row.detail && isDense) {
      const left = room - this.#measure(row.text, TEXT_SIZE, false) - DETAIL_GAP;
      const right = { x: this.margin + this.inner, align: 'right', color: 'textQuiet' } as const;
      this.text(this.fit(row.detail, left), at, right);
      return;
    }
    const below = at + (row.figure ? FIGURE_LINES : 1);
    if (row.detail) this.text(this.fit(row.detail, room), below, { x, color: 'textQuiet' });
  }
}

/**
 * Lays out a panel of at most twelve lines: title with the state, rows, foot. If there is too little space,
 * short rows get their details beside them; then the rows that do not fit are counted.
 */
export function layoutPanel(
  content: PanelContent,
  width: number,
  height: number,
  measure: MeasureAt,
): PanelDrawing {
  const drawing = new Drawing(width, height, measure);
  drawing.title(content);
  const last = drawing.foot(content.foot);
  const below = content.rows.reduce((sum, row) => sum + linesOf(row), 0);
  const isDense = below > last - 1.05 && drawing.isShort(content.rows);
  const wanted = isDense ? content.rows.length : below;
  // Half a line of space under the title and above the foot, if there is space for it.
  let at = wanted <= last - 2 ? 1.5 : 1.35;
  for (const [index, row] of content.rows.entries()) {
    const left = content.rows.length - index;
    // Below any row but the last, one line must stay free for the count of rows that do not fit.
    const needed = linesOf(row, isDense) + (left > 1 ? 1 : 0);
    if (at + needed > last + 0.3) {
      drawing.text(`… and ${left} more`, at, { color: 'textQuiet' });
      break;
    }
    drawing.row(row, at, isDense);
    at += linesOf(row, isDense);
  }
  return { texts: drawing.texts, marks: drawing.marks, rule: drawing.middle(0) + drawing.line * 0.62 };
}

const FAR_TITLE_SIZE = 0.31;
const FAR_FIGURE_SIZE = 0.62;
const FAR_CAPTION_SIZE = 0.26;
const FAR_MARGIN = 0.12;
/** A text that does not fit shrinks to this share of its size; then it is cut. */
const FAR_MIN_SHARE = 0.55;

/**
 * The panel for a distant visitor: title, one figure six lines high, and a caption. If the state is not live,
 * its name replaces the caption, and the figure is the last known one or the name of the state.
 */
export function layoutHeadline(
  { title, state, past = false, headline }: PanelContent,
  width: number,
  height: number,
  measure: MeasureAt,
): PanelDrawing {
  const look = panelLook({ state, past });
  const inner = width - FAR_MARGIN * 2;
  const markRoom = FAR_TITLE_SIZE * 1.1;
  const set = (text: string, y: number, wanted: number, room: number, color: ColorName): DrawnText => {
    const size = fitSize(wanted, wanted * FAR_MIN_SHARE, room, (at) => measure(text, at, true));
    const fitted = fitLine(text, room, (piece) => measure(piece, size, true));
    return { text: fitted, x: FAR_MARGIN, y, size, color, bold: true, align: 'left' };
  };
  // If the figure already names the state, the caption does not.
  const bad = state !== 'live' && state !== 'empty' && headline.figure !== look.word;
  const caption = bad ? look.word : headline.caption;
  const captionColor = bad ? look.color : 'textQuiet';
  return {
    texts: [
      set(title, FAR_MARGIN + FAR_TITLE_SIZE / 2, FAR_TITLE_SIZE, inner - markRoom, 'panelText'),
      set(headline.figure, height * 0.54, FAR_FIGURE_SIZE, inner, state === 'error' ? 'error' : 'text'),
      set(caption, height - FAR_MARGIN - FAR_CAPTION_SIZE / 2, FAR_CAPTION_SIZE, inner, captionColor),
    ],
    marks: [
      {
        mark: look.mark,
        x: width - FAR_MARGIN - FAR_TITLE_SIZE * 0.4,
        y: FAR_MARGIN + FAR_TITLE_SIZE / 2,
        size: FAR_TITLE_SIZE * 0.42,
        color: look.color,
      },
    ],
    rule: FAR_MARGIN * 1.4 + FAR_TITLE_SIZE,
  };
}
