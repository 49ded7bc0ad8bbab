import { Color, type IUniform, type Texture, Vector3 } from 'three';

/** Rain or snow: drops or flakes, their amount, and their size and speed. Shares from 0 to 1. */
export interface Precipitation {
  readonly falling: 'drops' | 'flakes';
  readonly amount: number;
  readonly heavy: number;
}

/** Lightning in the clouds: the position in metres, and the brightness, 0 to about 1. */
interface LightningGlow {
  readonly x: number;
  readonly z: number;
  readonly glow: number;
}

/**
 * The weather of this frame: the reading, eased so that a change takes some seconds.
 * `world/terrain/weather/weather-service.ts` writes it before any other module runs; other modules read it,
 * and may keep colours and uniforms by reference. Shares are from 0 to 1.
 */
export class SceneWeather {
  /** Linear colours of the sky at the zenith and at the horizon, and of the sea of clouds. */
  readonly zenith = new Color();
  readonly horizon = new Color();
  readonly cloud = new Color();
  /**
   * The direction of the sun at the home's location: (x, z) is a unit vector, y the sine of the elevation.
   */
  readonly sun = new Vector3(0, 0, -1);
  /** The linear colour of sunlight: black at midnight. */
  readonly sunLight = new Color(0, 0, 0);
  /** The share of the starlight that remains in sunlight. */
  starlight = 1;
  /** The instant that the sky shows, in milliseconds since the epoch; undefined before the first. */
  instant: number | undefined;
  /** The fog colour of distant objects. */
  readonly fog = new Color();
  /** A factor of the scene's fog density, 1 on a clear night. */
  fogDensity = 1;
  /** The density of pale mist, which hides the sky and the sea. */
  mist = 0;
  /** The share of hidden starlight. */
  cover = 0;
  /** The speed of the clouds, 1 on a clear night. */
  windSpeed = 1;
  /** The upper clouds, for shaders: the share of covered sky, darkness, and seconds of drift. */
  readonly deck = new Vector3();
  /** Rain or snow of the current reading, not eased. */
  precipitation: Precipitation = { falling: 'drops', amount: 0, heavy: 0 };
  lightning: LightningGlow = { x: 0, z: 0, glow: 0 };
  /** The whiteness of the upper sides of all stone: a uniform of every terrain material. */
  readonly lyingSnow: IUniform<number> = { value: 0 };
  /** The wetness of the ground: a uniform of the glass. */
  readonly wet: IUniform<number> = { value: 0 };
  /** A small tiling noise texture for clouds, for the shaders of sky, stars and clouds. */
  readonly cloudNoise: IUniform<Texture | null> = { value: null };
}
