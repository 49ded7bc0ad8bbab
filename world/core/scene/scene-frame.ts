import { type IUniform, Vector2, type WebGLRenderTarget } from 'three';
import type { QualityLevel } from '../../../data/config/settings/quality.ts';
import type { ShaderCheck } from '../render/shader-check.ts';
import { Arrivals } from './arrivals.ts';
import { NORMAL_APERTURE } from '../../../data/photo/photo.ts';

/**
 * From the start, banners are 8 m away, panels 17 to 26 m, and portal names farther: with the focus at
 * this distance all are sharp.
 */
export const MIDDLE_METRES = 18;

/**
 * Every word of the home stands within this distance of the focus, wherever the visitor is on the
 * island: no word is blurred outside photographs.
 */
export const SHARP_METRES = 60;

/** The lens that `depth-of-field.ts` draws with. */
export class DepthFocus {
  /** Distance from the camera. */
  metres = MIDDLE_METRES;
  aperture = NORMAL_APERTURE.aperture;
  maxBlur = NORMAL_APERTURE.maxBlur;
  /** Everything within this distance of the focus stays sharp. */
  sharpMetres = SHARP_METRES;
  /** Metres to the object that the visitor looks at, set by the interaction system; undefined without one. */
  subject: number | undefined;
}

/** Draws the scene in another size than that of the canvas, or not at all (`FrameRenderer`). */
export interface FrameCapture {
  /**
   * Draws the scene as it is now into a target of `pixelRatio` pixels per CSS pixel of the canvas, which
   * the caller disposes. `samples`: of its edges, 0 for none.
   */
  capture(pixelRatio: number, samples: number): WebGLRenderTarget;
  /** Draws no frame until the returned function is called. */
  hold(): () => void;
}

/** How the frame is drawn. */
export class SceneFrame {
  /** Set by the quality governor; modules compare it with the level they last drew for. */
  quality: QualityLevel = 'lowest';
  /** Whether the frame is drawn through passes: light then blooms. Set by the frame renderer, as the three below. */
  composed = false;
  /** The render targets besides the canvas; they are made again after a lost context. */
  targets: readonly WebGLRenderTarget[] = [];
  /** Draws the scene in other sizes; undefined where there is no frame renderer. */
  renderer: FrameCapture | undefined;
  /**
   * For shaders that count pixels: pixels per CSS pixel, and the height in pixels, of what is being
   * drawn: the canvas, or a screenshot.
   */
  readonly pixels: IUniform<Vector2> = { value: new Vector2(1, 1) };
  readonly focus = new DepthFocus();
  /** How far the camera is on its way to the overview, 0 to 1 (specification 3.4). */
  overview = 0;
  /** The groups of modules that come out of the fog after the first picture. */
  readonly arrivals = new Arrivals();
  readonly shaders: ShaderCheck;
  readonly #currentModule: () => string | undefined;

  constructor(shaders: ShaderCheck, currentModule: () => string | undefined) {
    this.shaders = shaders;
    this.#currentModule = currentModule;
  }

  /** How far the module that runs now has arrived, 0 to 1. */
  get arrived(): number {
    return this.arrivals.shareOf(this.#currentModule());
  }
}
