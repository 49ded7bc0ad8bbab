import { plainText } from '../../../data/core/plain-text.ts';
import { type Reading, currentValue } from '../../../data/readings/reading.ts';
import { oathOf } from '../../../data/view/oath.ts';
import { absenceText, provenanceText } from '../../../data/readings/format.ts';
import type { ColorName } from '../../../theme/theme.ts';
import { type Measure, wrapText } from '../../utils/text.ts';

/** The stone's position and rotation (docs/look.md), in metres and radians. It faces the start. */
export const STONE_X = 15;
export const STONE_Z = 8;
export const STONE_TURN = Math.atan2(0 - STONE_X, 17 - STONE_Z);

/** The maximum number of lines under the heading. */
const MAX_LINES = 11;

/** The words on the stone. */
interface Carving {
  readonly title: string;
  /** An empty line is the space between two paragraphs. */
  readonly lines: readonly string[];
}

/** The heading and the first lines of the oath, or the problem of the reading. */
export function carvingOf(reading: Reading<string>, width: number, measure: Measure): Carving {
  const markdown = currentValue(reading);
  if (markdown === undefined)
    return { title: absenceText('OATH', reading), lines: wrapText(reading.source, width, 1, measure) };
  const { title, text } = oathOf(markdown);
  const paragraphs = plainText(text).split('\n').filter(Boolean);
  const lines: string[] = [];
  for (const [index, paragraph] of paragraphs.entries()) {
    const room = MAX_LINES - lines.length - (index > 0 ? 1 : 0);
    // A paragraph begins only if two lines of it fit.
    if (index > 0 && room < 2) break;
    if (index > 0) lines.push('');
    lines.push(...wrapText(paragraph, width, room, measure));
  }
  return { title: plainText(title).replace(/\s+/gu, ' '), lines };
}

/** The light on the stone: 0 if there is no text. */
interface OathLook {
  readonly color: ColorName;
  /** 0 to 1. */
  readonly light: number;
}

export function oathLook(reading: Reading<string>): OathLook {
  const known = currentValue(reading) !== undefined;
  switch (reading.state) {
    case 'live':
      return { color: 'keyLight', light: 1 };
    case 'stale':
      return { color: 'readingStale', light: 0.5 };
    case 'offline':
      return { color: 'readingOffline', light: known ? 0.45 : 0 };
    case 'error':
      return { color: 'error', light: 0.4 };
    case 'empty':
    case 'loading':
      return { color: 'keyLight', light: 0 };
  }
}

/** `Oath — from soul.md · just now`, or the problem of the reading. */
export const oathLabel = (reading: Reading<string>, now: number): string =>
  currentValue(reading) === undefined
    ? `${absenceText('OATH', reading)} — ${provenanceText(reading, now)}`
    : `Oath — from ${provenanceText(reading, now)}`;
