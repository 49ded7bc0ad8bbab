import { type IUniform, Vector2, type WebGLRenderTarget } from 'three';
import type { QualityLevel } from '../../../data/world-state.ts';
import type { ShaderCheck } from '../render/shader-check.ts';
import { NORMAL_APERTURE } from '../../../data/photo/photo.ts';
import { Arrivals } from './arrivals.ts';

/**
 * From the start, banners are 8 m away, panels 17 to 26 m, and portal names farther: with the focus at
 * this distance all are sharp.
 */
export const MIDDLE_METRES = 18;

/**
 * Everything within this distance of the focus stays sharp, except in photographs: far enough for all words.
 */
export const SHARP_METRES = 60;

/** The lens of `depth-of-field.ts`. */
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

/** Draws the scene otherwise than in a frame, or pauses the drawing (`FrameRenderer`). */
export interface FrameCapture {
  /**
   * Draws the current scene into a render target of `pixelRatio` pixels per CSS pixel. The caller disposes of
   * it. `samples`: for antialiasing, 0 for none. `size`: the picture in CSS pixels, with the field of view of
   * a window of that size; the size and view of the canvas by default.
   */
  capture(
    pixelRatio: number,
    samples: number,
    size?: { readonly width: number; readonly height: number },
  ): WebGLRenderTarget;
  /** Draws one pixel of the scene, in the same way as the frames. */
  drawPixel(): void;
  /** Draws no frame until the returned function is called. */
  hold(): () => void;
}

/** The parameters of the frame. */
export class SceneFrame {
  /** Set by the quality governor; modules compare it with the level they last drew for. */
  quality: QualityLevel = 'lowest';
  /** Whether the frame has passes, which add bloom. Set by the frame renderer, as the next three fields. */
  composed = false;
  /** The render targets besides the canvas, for the bench. */
  targets: readonly WebGLRenderTarget[] = [];
  /** Draws the scene in other sizes; undefined without a frame renderer. */
  renderer: FrameCapture | undefined;
  /** For shaders: the pixel ratio and the height in pixels of the current target (canvas or screenshot). */
  readonly pixels: IUniform<Vector2> = { value: new Vector2(1, 1) };
  readonly focus = new DepthFocus();
  /** The progress of the flight to the overview, 0 to 1 (specification 3.4). */
  overview = 0;
  /** The groups of modules that arrive after the first picture. */
  readonly arrivals = new Arrivals();
  readonly shaders: ShaderCheck;
  readonly #currentModule: () => string | undefined;

  constructor(shaders: ShaderCheck, currentModule: () => string | undefined) {
    this.shaders = shaders;
    this.#currentModule = currentModule;
  }

  /**
   * The radius of the ring of light with which the current module arrives; undefined if the module has
   * arrived. Metres.
   */
  get ring(): number | undefined {
    return this.arrivals.ringFor(this.#currentModule());
  }
}
