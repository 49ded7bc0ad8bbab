import { type TemplateResult, html } from 'lit';
import { barState, spanText } from '../../../data/readings/format-history.ts';
import type { HistoryAnswer, HistorySubject } from '../../../data/readings/schemas/history.ts';

type Shape = ReturnType<typeof barState>;

/** A bar and the gap after it, in units of the drawing, which is stretched to the width of its row. */
const STEP = 10;
const WIDTH = 8;
const GAP = STEP - WIDTH;
const HEIGHT = 24;

/**
 * From where to where the blocks of a bar reach, from the top. Each state has its own shape, so that none
 * differs by colour alone: the more checks failed, the lower the bar; maintenance is open in the middle;
 * without data only a line at the ground is left.
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

/** What the shapes mean. */
export const BAR_LEGEND =
  'Whole bar: all answered. Middle: some. Low: none. Open: maintenance. Line: no data.';

/** One path a state: the bars of twenty portals would be two thousand elements. */
const pathOf = ({ bars }: HistorySubject, state: Shape): string =>
  bars
    .flatMap((bar, index) =>
      barState(bar) === state
        ? shapes[state].map(([top, bottom]) => `M${index * STEP} ${top}h${WIDTH}V${bottom}h-${WIDTH}z`)
        : [],
    )
    .join('');

/** The bars of one subject, oldest on the left. Screen readers get the sentences of the home. */
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
