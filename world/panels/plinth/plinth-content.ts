import { type Reading, currentValue, isOff } from '../../../data/readings/reading.ts';
import { DASH, blockText, provenanceText } from '../../../data/readings/format.ts';
import type { PanelContent } from '../panel-layout.ts';
import { withoutValue } from '../panel-module.ts';

/** The plate's words: the height as everywhere, its source and age; without a height, its state. */
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
