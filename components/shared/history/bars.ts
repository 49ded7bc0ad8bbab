import { type TemplateResult, html } from 'lit';
import { barState, spanText } from '../../../data/readings/format-history.ts';
import type { HistoryAnswer, HistorySubject } from '../../../data/readings/schemas/history.ts';

type Shape = ReturnType<typeof barState>;

/** The width of a bar with its gap, in units of the view box, which is stretched to the width of the row. */
const STEP = 10;
const WIDTH = 8;
const GAP = STEP - WIDTH;
const HEIGHT = 24;

/**
 * The blocks of a bar, from the top. Each state has its own shape, so that states do not differ by colour
 * alone: the more checks failed, the lower the bar; maintenance is open in the middle; without data there is
 * only a line at the bottom.
 */
const shapes: Readonly<Record<Shape, readonly (readonly [top: number, bottom: number])[]>> = {
  up: [[0, HEIGHT]],
  partly: [[9, HEIGHT]],
  down: [[17, HEIGHT]],
  maintenance: [
    [0, 4],
    [20, HEIGHT],
  ],
  none: [[22, HEIGHT]],
};

export const BAR_LEGEND =
  'Whole bar: all answered. Middle: some. Low: none. Open: maintenance. Line: no data.';

/**
 * Returns one path with all bars of a state: one element for each bar would be two thousand elements for
 * twenty portals.
 */
const pathOf = ({ bars }: HistorySubject, state: Shape): string =>
  bars
    .flatMap((bar, index) =>
      barState(bar) === state
        ? shapes[state].map(([top, bottom]) => `M${index * STEP} ${top}h${WIDTH}V${bottom}h-${WIDTH}z`)
        : [],
    )
    .join('');

/** The bars of one subject, oldest on the left. Screen readers get the summary text. */
export const historyBars = (answer: HistoryAnswer, subject: HistorySubject): TemplateResult =>
  html`<div class="history-bars" part="bar">
    <svg
      role="img"
      aria-label=${subject.text}
      viewBox="0 0 ${subject.bars.length * STEP - GAP} ${HEIGHT}"
      preserveAspectRatio="none"
    >
      <path class="up" d=${pathOf(subject, 'up')} />
      <path class="partly" d=${pathOf(subject, 'partly')} />
      <path class="down" d=${pathOf(subject, 'down')} />
      <path class="maintenance" d=${pathOf(subject, 'maintenance')} />
      <path class="none" d=${pathOf(subject, 'none')} />
    </svg>
    <p aria-hidden="true"><span>${spanText[answer.span]} ago</span><span>now</span></p>
  </div>`;
