import { type Reading, currentValue, isOff } from '../../../data/readings/reading.ts';
import { DASH, blockText, provenanceText } from '../../../data/readings/format.ts';
import { type MeasureAt, type PanelContent, type PanelDrawing, layoutPanel } from '../panel-layout.ts';
import { withoutValue } from '../../../data/readings/headlines.ts';
import { fitSize } from '../../utils/text.ts';

/** The plate's text: the block height in the usual words, its source and age; without a height, its state. */
export function plinthContent(reading: Reading<number>, now: number): PanelContent {
  const known = currentValue(reading);
  const figure =
    known !== undefined ? blockText(reading) : isOff(reading) ? DASH : withoutValue(reading.state);
  return {
    title: 'Block height',
    state: reading.state,
    recorded: reading.recorded === true,
    headline: { figure, caption: '' },
    rows: [],
    foot: [provenanceText(reading, now)],
  };
}

/** The largest font size of the figure, and the margin on each side of it. Metres. */
const FIGURE = 0.46;
const MARGIN = 0.07;

/**
 * A plate for one figure: a panel's title, state and foot, and its headline in the largest font that fits.
 */
export function layoutPlate(
  content: PanelContent,
  width: number,
  height: number,
  measure: MeasureAt,
): PanelDrawing {
  const { texts, ...rest } = layoutPanel(content, width, height, measure);
  const { figure: text } = content.headline;
  const size = fitSize(FIGURE, 0, width - MARGIN * 2, (at) => measure(text, at, true));
  const x = (width - measure(text, size, true)) / 2;
  const color = content.state === 'error' ? 'error' : 'text';
  return {
    ...rest,
    texts: [...texts, { text, x, y: height * 0.47, size, color, bold: true, align: 'left' }],
  };
}
