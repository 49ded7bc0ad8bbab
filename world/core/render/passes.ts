import {
  DepthTexture,
  HalfFloatType,
  type Material,
  Mesh,
  PlaneGeometry,
  Scene,
  Vector2,
  WebGLRenderTarget,
} from 'three';
import { EffectComposer } from 'three/addons/postprocessing/EffectComposer.js';
import { OutputPass } from 'three/addons/postprocessing/OutputPass.js';
import { RenderPass } from 'three/addons/postprocessing/RenderPass.js';
import { UnrealBloomPass } from 'three/addons/postprocessing/UnrealBloomPass.js';
import type { QualityLevel } from '../../../data/config/settings/quality.ts';
import { DepthOfFieldPass } from './depth-of-field.ts';
import type { WorldScene } from '../scene/scene.ts';
import { gpuIdle, programsLinked } from './gpu-queue.ts';
import { readPrograms } from './gpu-warm-up.ts';

/** Low strength and a threshold above lit text: edges and portals glow, text does not. */
const BLOOM_STRENGTH = 0.32;
const BLOOM_RADIUS = 0.55;
const BLOOM_THRESHOLD = 0.92;
const SAMPLES = 4;

/** Bloom over a picture of a chosen fraction of the frame's size: half of it looks the same and costs a quarter. */
class ScaledBloomPass extends UnrealBloomPass {
  #scale = 1;
  #width = 1;
  #height = 1;

  get scale(): number {
    return this.#scale;
  }

  set scale(scale: number) {
    if (scale === this.#scale) return;
    this.#scale = scale;
    this.setSize(this.#width, this.#height);
  }

  override setSize(width: number, height: number): void {
    this.#width = width;
    this.#height = height;
    super.setSize(Math.max(32, width * this.#scale), Math.max(32, height * this.#scale));
  }
}

export interface Passes {
  /** The target that the scene is drawn into. */
  readonly target: WebGLRenderTarget;
  /** `photo`: with depth of field, at every level. */
  setLevel(level: QualityLevel, photo: boolean): void;
  setSize(width: number, height: number, pixelRatio: number): void;
  /**
   * Compiles all shaders without blocking the page: at first, and after a lost context came back.
   */
  compile(): Promise<void>;
  render(delta: number): void;
  /**
   * Draws one frame of another size into `into`, with so many `samples`. Where it is `enlargement` times
   * as large as the canvas, the bloom is too.
   */
  capture(into: WebGLRenderTarget, samples: number, enlargement: number): void;
  dispose(): void;
}

/**
 * The two lower levels have passes only in the photo mode; smooth edges would cost more there than
 * everything else.
 */
const hasSmoothEdges = (level: QualityLevel): boolean => level === 'highest' || level === 'middle';

/** Changes the number of samples; three.js makes the buffers again at the next frame. */
function setSamples(target: WebGLRenderTarget, samples: number): void {
  if (target.samples === samples) return;
  target.samples = samples;
  target.dispose();
}

/**
 * Compiles the passes' own shaders and the scene's for their target, and draws each once, without
 * blocking the page.
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
  // Drawn into a target the scene's materials leave tone mapping to the last pass: other programs than those of the direct picture.
  renderer.setRenderTarget(target);
  renderer.compile(scene, camera);
  renderer.compile(stand, camera);
  renderer.setRenderTarget(null);
  await programsLinked(renderer);
  await readPrograms(scene);
  scene.shaders.check();
  renderer.setRenderTarget(target);
  renderer.render(scene, camera);
  renderer.setRenderTarget(null);
  await gpuIdle(renderer);
  geometry.dispose();
}

/** The passes of the two upper levels and of the photo mode. */
class ComposedPasses implements Passes {
  readonly target: WebGLRenderTarget;
  readonly #scene: WorldScene;
  readonly #composer: EffectComposer;
  readonly #depthOfField: DepthOfFieldPass;
  readonly #bloom = new ScaledBloomPass(new Vector2(64, 64), BLOOM_STRENGTH, BLOOM_RADIUS, BLOOM_THRESHOLD);
  readonly #output = new OutputPass();
  #size = { width: 32, height: 32, pixelRatio: 1 };

  constructor(scene: WorldScene) {
    const { renderer, camera } = scene;
    this.#scene = scene;
    // The scene is always drawn into the one, with samples and depth; what passes make of it into the
    // other, which needs neither.
    const plain = new WebGLRenderTarget(1, 1, { type: HalfFloatType, depthBuffer: false });
    this.#composer = new EffectComposer(renderer, plain);
    this.target = this.#composer.readBuffer;
    this.target.depthBuffer = true;
    this.target.depthTexture = new DepthTexture(1, 1);
    this.#depthOfField = new DepthOfFieldPass(camera, scene.focus, this.target.depthTexture);
    this.#composer.addPass(new RenderPass(scene, camera));
    this.#composer.addPass(this.#depthOfField);
    this.#composer.addPass(this.#bloom);
    this.#composer.addPass(this.#output);
    this.setSize(32, 32, 1);
  }

  setLevel(level: QualityLevel, photo: boolean): void {
    const withDepth = level === 'highest' || photo;
    this.#bloom.scale = level === 'highest' ? 1 : 0.5;
    setSamples(this.target, hasSmoothEdges(level) ? SAMPLES : 0);
    this.#depthOfField.enabled = withDepth;
    this.target.resolveDepthBuffer = withDepth;
    // Back to the first target by the end of each frame.
    this.#output.needsSwap = withDepth;
  }

  setSize(width: number, height: number, pixelRatio: number): void {
    this.#size = { width, height, pixelRatio };
    this.#composer.setPixelRatio(pixelRatio);
    this.#composer.setSize(width, height);
  }

  async compile(): Promise<void> {
    const bloom = this.#bloom;
    const materials = [
      this.#depthOfField.material,
      bloom.materialHighPassFilter,
      ...bloom.separableBlurMaterials,
      bloom.compositeMaterial,
      bloom.blendMaterial,
    ];
    await compilePasses(this.#scene, materials, this.target);
    this.#composer.render(0);
    await gpuIdle(this.#scene.renderer);
  }

  render(delta: number): void {
    this.#composer.render(delta);
  }

  capture(into: WebGLRenderTarget, samples: number, enlargement: number): void {
    const composer = this.#composer;
    const output = this.#output;
    const bloom = this.#bloom;
    const { target } = this;
    const { scale } = bloom;
    const { samples: samplesBefore } = target;
    const { width, height, pixelRatio } = this.#size;
    setSamples(target, samples);
    bloom.scale = scale / enlargement;
    this.setSize(into.width, into.height, 1);
    // The last pass draws into the other target, the ones before it into their own.
    output.enabled = false;
    composer.renderToScreen = false;
    try {
      composer.render(0);
      output.renderToScreen = false;
      output.render(this.#scene.renderer, into, composer.readBuffer, 0, false);
    } finally {
      output.enabled = true;
      composer.renderToScreen = true;
      if (composer.readBuffer !== target) composer.swapBuffers();
      setSamples(target, samplesBefore);
      bloom.scale = scale;
      this.setSize(width, height, pixelRatio);
    }
  }

  dispose(): void {
    for (const pass of this.#composer.passes) pass.dispose();
    this.#composer.dispose();
  }
}

/** Makes the passes; resolves when every shader of them is compiled. */
export async function createPasses(scene: WorldScene, level: QualityLevel, photo = false): Promise<Passes> {
  const passes = new ComposedPasses(scene);
  // All of them once, whatever this level shows.
  passes.setLevel(level, true);
  await passes.compile();
  passes.setLevel(level, photo);
  return passes;
}
