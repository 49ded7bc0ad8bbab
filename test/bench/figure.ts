/** One line of the bench: a measured value against its bar. */
export interface Figure {
  readonly name: string;
  /** Undefined where it could not be measured; the note says why. */
  readonly value: number | undefined;
  readonly unit: string;
  readonly bar?: { readonly at: 'most' | 'least'; readonly value: number };
  readonly note?: string;
  /** One of the about twenty figures that `npm run bench` shows without `--all`. */
  readonly decides?: true;
  /** How much the other programs of the machine slowed this measurement (`noise.ts`): 1 if not at all. */
  readonly noise?: number;
}

/** How much of the bar is used (at most) or reached (at least). */
export const ratioOf = ({ value, bar }: Figure): number | undefined =>
  value === undefined || bar === undefined || bar.value === 0 ? undefined : value / bar.value;

export function verdictOf({ value, bar }: Figure): 'ok' | 'missed' | 'not measured' | '' {
  if (value === undefined) return 'not measured';
  if (bar === undefined) return '';
  return (bar.at === 'most' ? value <= bar.value : value >= bar.value) ? 'ok' : 'missed';
}

const short = (value: number): string =>
  Number.isInteger(value) ? value.toLocaleString('en-US') : value.toFixed(Math.abs(value) < 10 ? 2 : 1);

function row(figure: Figure): string {
  const { name, value, unit, bar, note, noise } = figure;
  const ratio = ratioOf(figure);
  const barText = bar === undefined ? '' : `${bar.at === 'most' ? '≤' : '≥'} ${short(bar.value)}`;
  const cells = [
    name.padEnd(54),
    (value === undefined ? '–' : `${short(value)} ${unit}`).padStart(16),
    barText.padStart(11),
    (ratio === undefined ? '' : ratio.toFixed(2)).padStart(6),
    (noise === undefined ? '' : `× ${noise.toFixed(1)}`).padStart(6),
    verdictOf(figure).padEnd(7),
    note ?? '',
  ];
  return cells.join('  ').trimEnd();
}

export const table = (figures: readonly Figure[]): string =>
  [
    `${'figure'.padEnd(54)}  ${'value'.padStart(16)}  ${'bar'.padStart(11)}  ${'ratio'.padStart(6)}  ${'noise'.padStart(6)}  verdict`,
    ...figures.map(row),
  ].join('\n');

/** The value at a share of the sorted list, as in 0.5 for the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
