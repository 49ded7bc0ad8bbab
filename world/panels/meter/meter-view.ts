import { type Reading, currentValue } from '../../../data/readings/reading.ts';
import { type Sovereignty, sovereigntyLevel } from '../../../data/readings/records.ts';
import { provenanceText } from '../../../data/readings/format.ts';
import { sovereigntyPartsText, sovereigntyTexts } from '../../../data/readings/format-sovereignty.ts';
import type { ColorName } from '../../../theme/theme.ts';
import { levelColors } from '../../utils/level-colors.ts';
import { stateLooks } from '../panel-layout.ts';

/** Share of the arc's light while its score is not live. */
const OLD = 0.5;

/**
 * The texts and figures of the meter, worded as everywhere; without a value the arc is grey and
 * empty.
 */
export interface MeterView {
  readonly score: string;
  readonly label: string;
  /** Lit share of the arc, 0 to 1. */
  readonly fill: number;
  readonly color: ColorName;
  /** Share of the arc's full light. */
  readonly light: number;
  /** Which parts were counted; empty for a figure that names none. */
  readonly parts: string;
  readonly foot: string;
}

/** The words of `data/readings/format.ts`; an old score names its state beside its label. */
export function meterView(reading: Reading<Sovereignty>, now: number): MeterView {
  const { score, label } = sovereigntyTexts(reading);
  const value = currentValue(reading);
  const { word } = stateLooks[reading.state];
  const isOld = value !== undefined && reading.state !== 'live';
  return {
    score,
    label: isOld ? `${label} · ${word}` : value === undefined && reading.state !== 'error' ? word : label,
    fill: value === undefined ? 0 : value.score / 100,
    color: value === undefined ? 'readingOffline' : levelColors[sovereigntyLevel(value.score)],
    light: isOld ? OLD : 1,
    parts: sovereigntyPartsText(reading),
    foot: provenanceText(reading, now),
  };
}
