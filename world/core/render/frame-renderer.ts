import type { PerspectiveCamera, WebGLRenderTarget } from 'three';
import type { FrameStats } from '../../../data/core/frame-stats.ts';
import type { QualityLevel } from '../../../data/world-state.ts';
import { CoarsePicture } from './coarse-picture.ts';
import type { Passes } from './passes.ts';
import type { FrameCapture } from '../scene/scene-frame.ts';
import type { WorldScene } from '../scene/scene.ts';
import { captureFrame } from './capture-frame.ts';
import { drawPixel } from './draw-pixel.ts';
import { fieldOfView } from './renderer.ts';
import type { Frame } from '../ticker.ts';
import { rescue } from './gpu-warm-up.ts';
import { PixelRatio } from './pixel-ratio.ts';
import { StillPicture } from './still-picture.ts';

const hasPasses = (level: QualityLevel): boolean => level === 'highest' || level === 'middle';

/**
 * Draws the world at the end of each frame, with tone mapping in the materials at every level. At the two
 * upper levels and in the photo mode the picture then goes through passes: depth of field and bloom. At the
 * two lower levels, and if effects are switched off, the picture is drawn straight to the canvas, which has
 * the resolution of the still picture. A moving picture is drawn with fewer pixels and scaled up to the
 * canvas. Without antialiasing, which means without a GPU, a still picture is kept in a target, and only its moving
 * parts are drawn again.
 */
export class FrameRenderer implements Frame, FrameCapture {
  readonly #scene: WorldScene;
  readonly #loadPasses: () => Promise<typeof import('./passes.ts')>;
  #passes: Passes | undefined;
  #preparing: Promise<void> | undefined;
  /**
   * True if the passes could not be created. The next attempt is after a change of the level or of a setting.
   */
  #failed = false;
  #effects = true;
  #photo = false;
  #level: QualityLevel = 'lowest';
  readonly #ratio = new PixelRatio();
  #coarse: CoarsePicture | undefined;
  readonly #isSmooth: boolean;
  #keeps: 'still' | 'resting' | undefined;
  #kept: StillPicture | undefined;
  /** The draw calls and triangles of the last whole picture. */
  readonly #drawn = { calls: 0, triangles: 0 };
  #width = 1;
  #height = 1;
  #sizeChanged = true;
  /** The field of view that the visitor chose. Degrees. */
  #fieldOfView: number | undefined;
  #lensChanged = true;
  #paused = false;
  #holds = 0;
  #building = false;
  #disposed = false;
  #reported = false;

  constructor(
    scene: WorldScene,
    loadPasses = (): Promise<typeof import('./passes.ts')> => import('./passes.ts'),
  ) {
    this.#scene = scene;
    this.#isSmooth = scene.renderer.getContext().getContextAttributes()?.antialias === true;
    scene.frame.renderer = this;
    this.#loadPasses = loadPasses;
  }

  /** Whether the requested level is drawn: false while its passes are being created. */
  get settled(): boolean {
    return this.#passes !== undefined || !this.#wantsPasses;
  }

  get #wantsPasses(): boolean {
    return !this.#failed && this.#effects && (this.#photo || hasPasses(this.#level));
  }

  /** Passes are not made while the world is built: their shaders would be compiled twice. */
  set building(building: boolean) {
    this.#building = building;
  }

  /** False: no bloom and no depth of field, at every level. */
  set effects(effects: boolean) {
    if (effects === this.#effects) return;
    this.#effects = effects;
    this.#changed();
  }

  /** The photo mode has passes at every level. */
  set photo(photo: boolean) {
    if (photo === this.#photo) return;
    this.#photo = photo;
    this.#changed();
  }

  /**
   * Called after a change of `effects` or `photo`. Drops passes that are not needed, which frees their
   * memory.
   */
  #changed(): void {
    this.#failed = false;
    if (!this.#wantsPasses) this.#drop();
    this.#choose();
  }

  /** The field of view of a window at least as wide as high, in degrees. Takes effect with the next frame. */
  set fieldOfView(degrees: number) {
    this.#fieldOfView = degrees;
    this.#lensChanged = true;
  }

  /** While the graphics context is lost, nothing is drawn. */
  set paused(paused: boolean) {
    this.#paused = paused;
    this.#kept?.forget();
  }

  /** Frees what was made in a lost context. Passes and targets make it again on their next use. */
  forget(): void {
    this.#passes?.dispose();
    this.#coarse?.dispose();
    this.#kept?.dispose();
  }

  hold(): () => void {
    this.#holds++;
    return () => this.#holds--;
  }

  /**
   * CSS pixels of the box that the canvas fills. Takes effect with the next frame, because resizing clears
   * the canvas.
   */
  setSize(width: number, height: number): void {
    if (width < 1 || height < 1 || (width === this.#width && height === this.#height)) return;
    this.#width = width;
    this.#height = height;
    this.#sizeChanged = true;
  }

  /**
   * `moving` and `still` are pixels per CSS pixel of the picture while it moves and while it stands still.
   * Takes effect at the next frame. A level with passes takes effect when they are compiled, so that no frame
   * waits.
   */
  setQuality(level: QualityLevel, moving: number, still = moving): void {
    if (this.#ratio.want(moving, still)) this.#sizeChanged = true;
    if (level !== this.#level) this.#failed = false;
    this.#level = level;
    this.#choose();
  }

  /** The maximum number of pixels of the still picture. It never has fewer than the moving one. */
  set mostPixels(pixels: number) {
    this.#ratio.mostPixels = pixels;
    this.#sizeChanged = true;
  }

  /** Whether the next frame has the resolution of the still picture. */
  set still(still: boolean) {
    if (still === this.#ratio.isStill) return;
    this.#ratio.isStill = still;
    // This changes only the size of the passes; the canvas keeps its own size.
    this.#passes?.setSize(this.#width, this.#height, this.#ratio.next);
    this.#showPixels();
  }

  /** Whether the next frame may draw only what moves: the camera stands still, and nothing has happened. */
  set keeps(keeps: 'still' | 'resting' | undefined) {
    this.#keeps = keeps;
    if (keeps === undefined) this.#kept?.forget();
  }

  /** Chooses between passes and the canvas for the next frame, and starts to make missing passes. */
  #choose(): void {
    const wanted = this.#wantsPasses;
    this.#passes?.setLevel(this.#level, this.#photo);
    this.#publish(wanted);
    if (wanted && !this.#passes) void this.prepare();
  }

  /** Updates the scene with the size and resolution of the picture. */
  #publish(composed: boolean): void {
    const scene = this.#scene;
    scene.frame.composed = composed && this.#passes !== undefined;
    this.#publishTargets();
    this.#showPixels();
  }

  #publishTargets(): void {
    const targets = [this.#kept?.target, this.#passes?.target, this.#coarse?.target];
    this.#scene.frame.targets = targets.filter((target) => target !== undefined);
  }

  #drop(): void {
    this.#passes?.dispose();
    this.#passes = undefined;
  }

  /** Resolves when the present level can be drawn without compiling anything. */
  async prepare(): Promise<void> {
    if (!this.#wantsPasses || this.#passes || this.#building) return;
    this.#preparing ??= this.#makePasses().finally(() => (this.#preparing = undefined));
    await this.#preparing;
  }

  async #makePasses(): Promise<void> {
    try {
      const { createPasses } = await this.#loadPasses();
      const passes = await createPasses(this.#scene, this.#level, this.#photo);
      if (this.#disposed || !this.#wantsPasses) {
        passes.dispose();
        return;
      }
      this.#passes = passes;
      this.#sizeChanged = true;
    } catch (error) {
      if (this.#disposed) return;
      this.#failed = true;
      this.#scene.report('picture', error);
    }
    this.#choose();
  }

  /** Compiles the passes again after a lost context came back. */
  async recompile(): Promise<void> {
    await this.#passes?.compile();
  }

  /** Sizes the canvas, the camera and the passes if something changed. `render` calls it. */
  fit(): void {
    this.#fitSize();
    if (!this.#lensChanged) return;
    this.#lensChanged = false;
    this.#fitLens(this.#width / this.#height);
  }

  #fitLens(aspect: number): void {
    const camera: PerspectiveCamera = this.#scene.camera;
    camera.aspect = aspect;
    camera.fov = fieldOfView(aspect, this.#fieldOfView);
    camera.updateProjectionMatrix();
  }

  #fitSize(): void {
    if (!this.#sizeChanged) return;
    this.#sizeChanged = false;
    this.#lensChanged = true;
    const { renderer } = this.#scene;
    this.#ratio.fit(this.#width, this.#height);
    renderer.setPixelRatio(this.#ratio.still);
    renderer.setSize(this.#width, this.#height, false);
    this.#passes?.setSize(this.#width, this.#height, this.#ratio.next);
    this.#fitCoarse();
    this.#kept?.fit();
    this.#showPixels();
  }

  #fitCoarse(): void {
    const { moving, still } = this.#ratio;
    if (moving === still) {
      this.#coarse?.dispose();
      this.#coarse = undefined;
    } else {
      this.#coarse ??= new CoarsePicture(this.#scene);
      this.#coarse.setSize(this.#width * moving, this.#height * moving);
    }
    this.#publishTargets();
  }

  /** Sets the number of pixels for the shaders that depend on it. */
  #showPixels(): void {
    const ratio = this.#scene.frame.composed ? this.#ratio.next : this.#ratio.still;
    this.#scene.frame.pixels.value.set(ratio, Math.floor(this.#height * ratio));
  }

  render(elapsed: number, _delta: number): void {
    if (this.#paused || this.#holds > 0) return;
    this.fit();
    const { info } = this.#scene.renderer;
    info.reset();
    try {
      if (this.#draw(elapsed)) {
        this.#drawn.calls = info.render.calls;
        this.#drawn.triangles = info.render.triangles;
      }
    } catch (error) {
      this.#rescue(error);
    }
    this.#scene.frame.shaders.afterFrame();
  }

  /** Returns whether the whole picture was drawn. */
  #draw(elapsed: number): boolean {
    const { renderer, camera } = this.#scene;
    if (this.#passes && this.#scene.frame.composed) this.#passes.render();
    else if (this.#coarse && !this.#ratio.isStill) this.#coarse.render();
    else if (this.#isSmooth) renderer.render(this.#scene, camera);
    else {
      // Drawn whole, too, a picture has the same kind of target: no program must be compiled for the canvas.
      if (!this.#keeps) this.#still.forget();
      return this.#still.render(elapsed, this.#keeps === 'resting');
    }
    return true;
  }

  drawPixel(): void {
    const scene = this.#scene;
    const { renderer, camera } = scene;
    if (!scene.frame.composed && !this.#isSmooth && this.#coarse) {
      this.#coarse.drawPixel();
      return;
    }
    const target = scene.frame.composed ? this.#passes?.target : this.#isSmooth ? null : this.#still.target;
    drawPixel(scene, target ?? null, () => renderer.render(scene, camera));
  }

  get #still(): StillPicture {
    if (!this.#kept) {
      this.#kept = new StillPicture(this.#scene);
      this.#publishTargets();
    }
    return this.#kept;
  }

  /** Hides and reports an object that cannot be drawn, so that all others are still drawn. */
  #rescue(error: unknown): void {
    this.#scene.renderer.setRenderTarget(null);
    if (rescue(this.#scene) || this.#reported) return;
    this.#reported = true;
    this.#scene.report('picture', error);
  }

  capture(
    pixelRatio: number,
    samples: number,
    size?: { readonly width: number; readonly height: number },
  ): WebGLRenderTarget {
    this.fit();
    const { camera } = this.#scene;
    const passes = this.#scene.frame.composed ? this.#passes : undefined;
    const { zoom } = camera;
    const { width, height } = size ?? { width: this.#width, height: this.#height };
    if (size) {
      camera.zoom = 1;
      this.#fitLens(width / height);
    }
    try {
      return captureFrame(this.#scene, passes, width, height, pixelRatio, samples);
    } finally {
      if (size) {
        camera.zoom = zoom;
        this.#fitLens(this.#width / this.#height);
      }
    }
  }

  measure(stats: FrameStats): void {
    const { memory, programs } = this.#scene.renderer.info;
    stats.drawCalls = this.#drawn.calls;
    stats.triangles = this.#drawn.triangles;
    stats.geometries = memory.geometries;
    stats.textures = memory.textures;
    stats.programs = programs?.length ?? 0;
  }

  dispose(): void {
    this.#disposed = true;
    this.#drop();
    this.#coarse?.dispose();
    this.#kept?.dispose();
    this.#publish(false);
    this.#scene.frame.renderer = undefined;
  }
}
