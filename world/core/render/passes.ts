import { DepthTexture, type Material, Mesh, PlaneGeometry, Scene, type WebGLRenderTarget } from 'three';
import type { QualityLevel } from '../../../data/world-state.ts';
import type { WorldScene } from '../scene/scene.ts';
import { Bloom } from './bloom.ts';
import { canvasLikeTarget } from './canvas-like-target.ts';
import { DepthOfFieldPass } from './depth-of-field.ts';
import { gpuIdle, programsLinked } from './gpu-queue.ts';
import { readPrograms } from './gpu-warm-up.ts';

/** Samples per pixel at the two upper levels, for antialiasing. */
const SAMPLES = 4;

export interface Passes {
  /** The render target of the scene. */
  readonly target: WebGLRenderTarget;
  /** `photo`: with depth of field, at every level. */
  setLevel(level: QualityLevel, photo: boolean): void;
  setSize(width: number, height: number, pixelRatio: number): void;
  /** Compiles all shaders without blocking the page: at first, and again after a lost context is restored. */
  compile(): Promise<void>;
  render(): void;
  /** Draws one frame of another size into `into`, with `samples` samples per pixel. */
  capture(into: WebGLRenderTarget, samples: number): void;
  dispose(): void;
}

/** The two lower levels have passes only in the photo mode, because antialiasing would be too slow. */
const hasSmoothEdges = (level: QualityLevel): boolean => level === 'highest' || level === 'middle';

/** Changes the number of samples. three.js creates the buffers again in the next frame. */
function setSamples(target: WebGLRenderTarget, samples: number): void {
  if (target.samples === samples) return;
  target.samples = samples;
  target.dispose();
}

/**
 * Compiles the passes' own shaders, and draws the scene into their target once, without blocking the page.
 * For the scene itself, the programs of the canvas are used.
 */
async function compilePasses(
  scene: WorldScene,
  materials: readonly Material[],
  target: WebGLRenderTarget,
): Promise<void> {
  const { renderer, camera } = scene;
  const geometry = new PlaneGeometry();
  const stand = new Scene();
  stand.add(...materials.map((material) => new Mesh(geometry, material)));
  scene.frame.shaders.begin();
  try {
    renderer.compile(stand, camera);
    await programsLinked(renderer);
    await readPrograms(scene);
  } finally {
    scene.frame.shaders.end();
  }
  renderer.setRenderTarget(target);
  renderer.render(scene, camera);
  renderer.setRenderTarget(null);
  await gpuIdle(renderer);
  geometry.dispose();
}

/**
 * The passes of the two upper levels and of the photo mode. The scene is drawn with the same programs as on
 * the canvas, including tone mapping, so every level has the same colours. The passes only add depth of field
 * and bloom.
 */
class PicturePasses implements Passes {
  readonly target = canvasLikeTarget(1, 1, SAMPLES);
  /** The picture after depth of field. */
  readonly #soft = canvasLikeTarget(1, 1, 0, false);
  readonly #scene: WorldScene;
  readonly #depthOfField: DepthOfFieldPass;
  readonly #bloom = new Bloom();
  #withDepth = true;
  #size = { width: 32, height: 32, pixelRatio: 1 };

  constructor(scene: WorldScene) {
    this.#scene = scene;
    const depth = new DepthTexture(1, 1);
    this.target.depthTexture = depth;
    this.#depthOfField = new DepthOfFieldPass(scene.camera, scene.frame.focus, depth);
    this.setSize(32, 32, 1);
  }

  setLevel(level: QualityLevel, photo: boolean): void {
    this.#withDepth = level === 'highest' || photo;
    setSamples(this.target, hasSmoothEdges(level) ? SAMPLES : 0);
    this.target.resolveDepthBuffer = this.#withDepth;
  }

  setSize(width: number, height: number, pixelRatio: number): void {
    this.#size = { width, height, pixelRatio };
    this.#bloom.setSize(width, height);
    this.#fit(Math.floor(width * pixelRatio), Math.floor(height * pixelRatio));
  }

  #fit(width: number, height: number): void {
    this.target.setSize(width, height);
    this.#soft.setSize(width, height);
  }

  async compile(): Promise<void> {
    const materials = [this.#depthOfField.material, ...this.#bloom.materials];
    await compilePasses(this.#scene, materials, this.target);
    this.render();
    await gpuIdle(this.#scene.renderer);
  }

  render(): void {
    this.#draw(null);
  }

  #draw(into: WebGLRenderTarget | null): void {
    const { renderer, camera } = this.#scene;
    renderer.setRenderTarget(this.target);
    renderer.render(this.#scene, camera);
    if (this.#withDepth) this.#depthOfField.render(renderer, this.target, this.#soft);
    this.#bloom.render(renderer, this.#withDepth ? this.#soft : this.target, into);
  }

  capture(into: WebGLRenderTarget, samples: number): void {
    const { target } = this;
    const { samples: before } = target;
    const { width, height, pixelRatio } = this.#size;
    setSamples(target, samples);
    this.#fit(into.width, into.height);
    try {
      this.#draw(into);
    } finally {
      setSamples(target, before);
      this.setSize(width, height, pixelRatio);
    }
  }

  dispose(): void {
    this.target.depthTexture?.dispose();
    this.target.dispose();
    this.#soft.dispose();
    this.#depthOfField.dispose();
    this.#bloom.dispose();
  }
}

/** Creates the passes; resolves when all their shaders are compiled. */
export async function createPasses(scene: WorldScene, level: QualityLevel, photo = false): Promise<Passes> {
  const passes = new PicturePasses(scene);
  try {
    // With `photo`, so that all shaders are compiled at any level.
    passes.setLevel(level, true);
    await passes.compile();
    passes.setLevel(level, photo);
    return passes;
  } catch (error) {
    // Frames without passes draw to the canvas, so the target is reset.
    scene.renderer.setRenderTarget(null);
    passes.dispose();
    throw error;
  }
}
