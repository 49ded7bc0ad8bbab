import type { ColorName } from '../../theme/theme.ts';

/** The colour of each level of sovereignty (`sovereigntyLevel`). */
export const levelColors: Readonly<Record<'high' | 'mid' | 'low', ColorName>> = {
  high: 'sovereigntyHigh',
  mid: 'sovereigntyMid',
  low: 'sovereigntyLow',
};
