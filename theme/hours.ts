/** The colours of one hour: the sky above and at the horizon, the sea of clouds, and sunlight. */
interface HourColors {
  readonly zenith: string;
  readonly horizon: string;
  readonly sea: string;
  readonly sun: string;
}

/**
 * The sky's colours by the hour at the home's location. The home is always at night: noon is a bright night.
 * These colours are not part of the theme object, because then pages and widgets without a world would
 * contain them too.
 */
export const hours = {
  /** Teal-blue, without sunlight. */
  midnight: { zenith: '#02060e', horizon: '#36587a', sea: '#68839f', sun: '#000000' },
  /** Violet above a band of amber. */
  dusk: { zenith: '#0a0922', horizon: '#5c4e88', sea: '#817da2', sun: '#d06a27' },
  /** Cool blue above a band of rose. */
  dawn: { zenith: '#071029', horizon: '#405888', sea: '#6b82a3', sun: '#b45f4c' },
  /** Steel-blue above pale gold. */
  noon: { zenith: '#091933', horizon: '#585a61', sea: '#e8dcc0', sun: '#806c48' },
} as const satisfies Record<string, HourColors>;
