import type { Weather, WeatherLabel } from '../../data/readings/records.ts';
import type { Precipitation } from '../core/scene/weather.ts';

/** How one kind of weather looks. All numbers except `speed` and `fog` are from 0 to 1. */
export interface WeatherLook extends Precipitation {
  /** The share of hidden starlight, and the height of the sea of clouds. */
  readonly cover: number;
  /** The share of the upper sky that clouds cover. At 1 they have no shapes. */
  readonly deck: number;
  /** The darkness of those clouds: silver at 0, dark grey at 1. */
  readonly dark: number;
  /** The desaturation of colours. */
  readonly grey: number;
  /** The strength of the glow along the horizon, 1 on a clear night. */
  readonly glow: number;
  /** How fast the clouds drift, 1 on a clear night. */
  readonly speed: number;
  /** The density of the fog, 1 on a clear night. */
  readonly fog: number;
  /** The density of pale mist, which hides the sky and the sea. */
  readonly mist: number;
  readonly lightning: number;
  /** White on surfaces that face up: snow or ice. */
  readonly frost: number;
}

/** The look without a reading: a slightly cloudy night that shows no particular weather. */
const plain: WeatherLook = {
  cover: 0.15,
  deck: 0,
  dark: 0,
  grey: 0.1,
  glow: 0.95,
  speed: 1,
  fog: 1.1,
  mist: 0,
  lightning: 0,
  falling: 'drops',
  amount: 0,
  heavy: 0,
  frost: 0,
};

const clear: WeatherLook = { ...plain, cover: 0, grey: 0, glow: 1, speed: 0.8, fog: 1 };
const partly: WeatherLook = {
  ...clear,
  cover: 0.25,
  deck: 0.52,
  dark: 0.06,
  grey: 0.12,
  speed: 1.2,
  fog: 1.1,
};
const foggy: WeatherLook = {
  ...plain,
  cover: 0.9,
  deck: 0,
  grey: 0.42,
  glow: 1.15,
  speed: 0.4,
  fog: 4.4,
  mist: 1,
};
const drizzle: WeatherLook = {
  ...plain,
  cover: 0.8,
  deck: 0.92,
  dark: 0.2,
  grey: 0.34,
  glow: 0.85,
  speed: 1.4,
  fog: 1.8,
  mist: 0.45,
  amount: 0.55,
  heavy: 0.12,
};
const rain: WeatherLook = {
  ...drizzle,
  cover: 0.9,
  deck: 0.95,
  dark: 0.6,
  glow: 0.65,
  speed: 1.9,
  fog: 1.9,
  mist: 0.22,
  amount: 0.8,
  heavy: 0.75,
};
const snow: WeatherLook = {
  ...drizzle,
  cover: 0.85,
  deck: 0.95,
  dark: 0.12,
  grey: 0.38,
  glow: 1.15,
  speed: 0.7,
  fog: 1.9,
  mist: 0.3,
  falling: 'flakes',
  amount: 0.8,
  heavy: 0.6,
  frost: 0.5,
};
const thunderstorm: WeatherLook = {
  ...rain,
  cover: 1,
  deck: 0.86,
  dark: 1,
  grey: 0.2,
  glow: 0.42,
  speed: 2.6,
  fog: 1.5,
  mist: 0,
  lightning: 1,
  amount: 0.9,
  heavy: 1,
};

/** The look of each label; codes with a look of their own are in `byCode`. */
const looks: Readonly<Record<WeatherLabel, WeatherLook>> = {
  Clear: clear,
  'Partly Cloudy': partly,
  Foggy: foggy,
  Drizzle: drizzle,
  Rain: rain,
  Snow: snow,
  Thunderstorm: thunderstorm,
  Unknown: plain,
};

/** Showers fall from single clouds, with gaps of sky between them. */
const torn = { deck: 0.66, mist: 0.08, speed: 2.2 } as const;
/** Freezing rain makes a layer of ice, less white than snow. */
const glaze = { frost: 0.3, grey: 0.4 } as const;

/**
 * WMO codes (table 4677, as Open-Meteo sends them) that look different from their label, mostly codes with
 * the label Unknown.
 */
const byCode: ReadonlyMap<number, WeatherLook> = new Map<number, WeatherLook>([
  [51, { ...drizzle, amount: 0.4 }],
  [55, { ...drizzle, amount: 0.68 }],
  [56, { ...drizzle, ...glaze, amount: 0.35 }],
  [57, { ...drizzle, ...glaze, amount: 0.6 }],
  [61, { ...rain, amount: 0.55, heavy: 0.55, dark: 0.5 }],
  [65, { ...rain, amount: 1, heavy: 0.9, dark: 0.7 }],
  [66, { ...rain, ...glaze, amount: 0.55, heavy: 0.55 }],
  [67, { ...rain, ...glaze, amount: 1 }],
  [71, { ...snow, amount: 0.5, frost: 0.35 }],
  [75, { ...snow, amount: 1, heavy: 0.9, frost: 0.65 }],
  // Snow grains: fine and sparse.
  [77, { ...snow, amount: 0.5, heavy: 0, frost: 0.35 }],
  [80, { ...rain, ...torn, amount: 0.6, heavy: 0.6 }],
  [81, { ...rain, ...torn }],
  [82, { ...rain, ...torn, amount: 1, heavy: 1, dark: 0.8 }],
  [85, { ...snow, ...torn, amount: 0.6 }],
  [86, { ...snow, ...torn, amount: 1, heavy: 0.8 }],
]);

/**
 * The look of a weather reading. The code is more exact than the label: it has the intensity, and kinds with
 * the label Unknown (freezing rain, showers, snow grains). An unknown code looks the same as no reading.
 */
export const weatherLook = (weather: Pick<Weather, 'code' | 'label'> | undefined): WeatherLook =>
  weather === undefined ? plain : (byCode.get(weather.code) ?? looks[weather.label]);
