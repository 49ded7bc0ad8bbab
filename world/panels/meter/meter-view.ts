import { type Reading, currentValue } from '../../../data/readings/reading.ts';
import { type Sovereignty, type SovereigntyPart, sovereigntyLevel } from '../../../data/readings/records.ts';
import { provenanceText } from '../../../data/readings/format.ts';
import {
  partsOf,
  sovereigntyPartsText,
  sovereigntyTexts,
} from '../../../data/readings/format-sovereignty.ts';
import type { ColorName } from '../../../theme/theme.ts';
import { START } from '../../core/scene/start.ts';
import { sentenceCase } from '../../utils/text.ts';
import { stateLooks } from '../panel-layout.ts';

/**
 * The meter is high on the left, opposite to the Earth on the right. It is not in the middle, because it
 * changes rarely. Metres.
 */
export const METER_PLACE = { x: -11.9, y: 7.2, z: -9.5 } as const;
export const METER_SCALE = 0.66;
/** The rotation towards the start. Radians. */
export const METER_TURN = Math.atan2(-METER_PLACE.x, START.z - METER_PLACE.z);

/** The colour of each level of sovereignty (`sovereigntyLevel`). */
export const levelColors: Readonly<Record<'high' | 'mid' | 'low', ColorName>> = {
  high: 'sovereigntyHigh',
  mid: 'sovereigntyMid',
  low: 'sovereigntyLow',
};

/** Share of the arc's light while its score is not live. */
const OLD = 0.5;

/** The texts and figures of the meter, in the usual words. Without a value the arc is grey and empty. */
export interface MeterView {
  readonly score: string;
  readonly label: string;
  /** The length of the arc, 0 to 1: to the score, or over all segments. */
  readonly fill: number;
  readonly color: ColorName;
  /** Share of the arc's full light. */
  readonly light: number;
  /** The counted parts as a sentence; empty for a figure without parts. */
  readonly parts: string;
  /** A segment of the arc for each part; empty for a figure without parts. */
  readonly segments: readonly SovereigntyPart[];
  readonly foot: string;
}

/** The texts of `data/readings/format.ts`. If the score is not live, its state is beside its label. */
export function meterView(reading: Reading<Sovereignty>, now: number): MeterView {
  const texts = sovereigntyTexts(reading);
  const value = currentValue(reading);
  const label = value ? sentenceCase(value.label) : texts.label;
  const segments = partsOf(reading);
  const { word } = stateLooks[reading.state];
  const isOld = value !== undefined && reading.state !== 'live';
  return {
    score: texts.score,
    label: isOld
      ? `${label} · ${word.toLowerCase()}`
      : value === undefined && reading.state !== 'error'
        ? word
        : label,
    fill: value === undefined ? 0 : segments.length > 0 ? 1 : value.score / 100,
    color: value === undefined ? 'readingOffline' : levelColors[sovereigntyLevel(value.score)],
    light: isOld ? OLD : 1,
    parts: sovereigntyPartsText(reading),
    segments,
    foot: provenanceText(reading, now),
  };
}

/** The segments that are the owner's own, and the unknown ones, with one bit for each, for the shader. */
export function segmentBits(segments: readonly SovereigntyPart[]): { own: number; unknown: number } {
  const bits = (which: boolean | null): number =>
    segments.reduce((sum, { own }, i) => (own === which ? sum + 2 ** i : sum), 0);
  return { own: bits(true), unknown: bits(null) };
}
