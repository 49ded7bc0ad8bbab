import { Color, type IUniform, type Texture, Vector3 } from 'three';

/** Rain or snow: drops or flakes, how many, how large and how fast. Shares from 0 to 1. */
export interface Precipitation {
  readonly falling: 'drops' | 'flakes';
  readonly amount: number;
  readonly heavy: number;
}

/** Lightning in the clouds: where, in metres, and how bright, 0 to about 1. */
interface LightningGlow {
  readonly x: number;
  readonly z: number;
  readonly glow: number;
}

/**
 * The weather as the scene shows it in this frame: the reading, eased so that new weather comes over
 * seconds. `world/terrain/weather/weather-service.ts` writes it before any other module runs, and
 * pictures read it; colours and uniforms may be kept by reference. Shares are from 0 to 1.
 */
export class SceneWeather {
  /** Linear colours of the sky above, along the horizon, and of the sea of clouds. */
  readonly zenith = new Color();
  readonly horizon = new Color();
  readonly cloud = new Color();
  /**
   * Towards the sun above the home's place: x and z are a direction of length 1, y is the sine of its
   * elevation, never below the horizon.
   */
  readonly sun = new Vector3(0, 0, -1);
  /** The light from the sun's direction, linear: none at midnight. */
  readonly sunLight = new Color(0, 0, 0);
  /** Share of the starlight that the sun leaves. */
  starlight = 1;
  /** The instant that the sky shows, in milliseconds since the epoch; undefined before the first. */
  instant: number | undefined;
  /** The colour that distant things fade into. */
  readonly fog = new Color();
  /** Factor on the scene's own density of fog, 1 on a clear night. */
  fogDensity = 1;
  /** How far the air itself turns pale and hides sky and sea. */
  mist = 0;
  /** Share of the starlight that is lost. */
  cover = 0;
  /** How fast the clouds drift, 1 on a clear night. */
  windSpeed = 1;
  /** The clouds above, as shaders take them: share of the sky hidden, darkness, seconds drifted. */
  readonly deck = new Vector3();
  /** Rain or snow by the present reading, not eased. */
  precipitation: Precipitation = { falling: 'drops', amount: 0, heavy: 0 };
  lightning: LightningGlow = { x: 0, z: 0, glow: 0 };
  /** How white the upper sides of all stone are: a uniform of every terrain material. */
  readonly lyingSnow: IUniform<number> = { value: 0 };
  /** How wet the ground is: a uniform of the glass. */
  readonly wet: IUniform<number> = { value: 0 };
  /** A small tiling noise that clouds are shaped from, for the shaders of sky, stars and clouds. */
  readonly cloudNoise: IUniform<Texture | null> = { value: null };
}
