import {
  type IUniform,
  Vector2,
  type WebGLRenderTarget,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
} from 'three';
import type { QualityLevel } from '../../../data/world-state.ts';
import type { ShaderCheck } from '../render/shader-check.ts';
import { NORMAL_APERTURE } from '../../../data/photo/photo.ts';

/**
 * From the start, banners are 8 m away, panels 17 to 26 m, and portal names farther: with the focus at
 * this distance all are sharp.
 */
export const MIDDLE_METRES = 18;

/** All words are within this distance of the focus, so that no word is blurred outside photographs. */
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

/** The time in which a group of modules appears from the fog. Seconds. */
const ARRIVAL_SECONDS = 0.7;

/** A group that is arriving. */
interface Arrival {
  readonly modules: ReadonlySet<string>;
  readonly materials: readonly MeshBasicMaterial[];
  share: number;
}

/** The materials that can fade in: transparent ones with an opacity of 1. */
function fadingMaterials(roots: readonly Object3D[]): MeshBasicMaterial[] {
  const found = new Set<MeshBasicMaterial>();
  for (const root of roots)
    root.traverse((object) => {
      if (!(object instanceof Mesh)) return;
      const { material } = object;
      if (material instanceof MeshBasicMaterial && material.transparent && material.opacity === 1)
        found.add(material);
    });
  return [...found];
}

/**
 * Modules added after the first picture do not appear suddenly: they come out of the fog (`updateFog`), and
 * transparent materials fade in.
 */
class Arrivals {
  readonly #running: Arrival[] = [];

  begin(modules: readonly string[], roots: readonly Object3D[]): void {
    const arrival = { modules: new Set(modules), materials: fadingMaterials(roots), share: 0 };
    for (const material of arrival.materials) material.opacity = 0;
    this.#running.push(arrival);
  }

  get isRunning(): boolean {
    return this.#running.length > 0;
  }

  /** The progress of a module's arrival, 0 to 1. */
  shareOf(module: string | undefined): number {
    for (let i = 0; i < this.#running.length; i++) {
      const arrival = this.#running[i];
      if (arrival && module !== undefined && arrival.modules.has(module)) return arrival.share;
    }
    return 1;
  }

  /** Called in each frame. */
  advance(seconds: number): void {
    for (let i = this.#running.length - 1; i >= 0; i--) {
      const arrival = this.#running[i];
      if (!arrival) continue;
      arrival.share = Math.min(1, arrival.share + seconds / ARRIVAL_SECONDS);
      for (const material of arrival.materials) material.opacity = arrival.share;
      if (arrival.share === 1) this.#running.splice(i, 1);
    }
  }
}

/** Draws the scene in another size than the canvas, or pauses the drawing (`FrameRenderer`). */
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
  /** Draws no frame until the returned function is called. */
  hold(): () => void;
}

/** The parameters of the frame. */
export class SceneFrame {
  /** Set by the quality governor; modules compare it with the level they last drew for. */
  quality: QualityLevel = 'lowest';
  /** Whether the frame has passes, which add bloom. Set by the frame renderer, as the next three fields. */
  composed = false;
  /** The render targets besides the canvas; they are made again after a lost context. */
  targets: readonly WebGLRenderTarget[] = [];
  /** Draws the scene in other sizes; undefined without a frame renderer. */
  renderer: FrameCapture | undefined;
  /** For shaders: the pixel ratio and the height in pixels of the current target (canvas or screenshot). */
  readonly pixels: IUniform<Vector2> = { value: new Vector2(1, 1) };
  readonly focus = new DepthFocus();
  /** The progress of the flight to the overview, 0 to 1 (specification 3.4). */
  overview = 0;
  /** The groups of modules that appear from the fog after the first picture. */
  readonly arrivals = new Arrivals();
  readonly shaders: ShaderCheck;
  readonly #currentModule: () => string | undefined;

  constructor(shaders: ShaderCheck, currentModule: () => string | undefined) {
    this.shaders = shaders;
    this.#currentModule = currentModule;
  }

  /** The progress of the current module's arrival, 0 to 1. */
  get arrived(): number {
    return this.arrivals.shareOf(this.#currentModule());
  }
}
