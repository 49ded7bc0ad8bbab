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

/** Low strength and a threshold above lit text: edges and portals glow, nothing one reads does. */
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
  /** What the scene is drawn into. */
  readonly target: WebGLRenderTarget;
  /** `photo`: with depth of field, at whatever level. */
  setLevel(level: QualityLevel, photo: boolean): void;
  setSize(width: number, height: number, pixelRatio: number): void;
  /** Compiles everything they are drawn with, without a moment in which the page waits: at first, and after the graphics card came back. */
  compile(): Promise<void>;
  render(delta: number): void;
  /**
   * Draws one frame of another size into `into`, with so many `samples`. Where it is `enlargement` times
   * as large as the canvas, the bloom is too.
   */
  capture(into: WebGLRenderTarget, samples: number, enlargement: number): void;
  dispose(): void;
}

/** At the two lower levels, which have passes in the photo mode alone, smooth edges cost more than all the rest of it. */
const hasSmoothEdges = (level: QualityLevel): boolean => level === 'highest' || level === 'middle';

/** What it is made of comes anew with the next frame. */
function smooth(target: WebGLRenderTarget, samples: number): void {
  if (target.samples === samples) return;
  target.samples = samples;
  target.dispose();
}

/** Compiles the passes' own shaders and the scene's for their target, and draws each once, without a moment in which the page waits. */
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

/** The passes of the two upper levels and of the photo mode, with every shader compiled before they are handed over. */
export async function createPasses(scene: WorldScene, level: QualityLevel, photo = false): Promise<Passes> {
  const { renderer, camera } = scene;
  // The scene is always drawn into the one, with samples and depth; what passes make of it into the other, which needs neither.
  const plain = new WebGLRenderTarget(1, 1, { type: HalfFloatType, depthBuffer: false });
  const composer = new EffectComposer(renderer, plain);
  const { readBuffer: target } = composer;
  target.depthBuffer = true;
  target.depthTexture = new DepthTexture(1, 1);
  const picture = new RenderPass(scene, camera);
  const depthOfField = new DepthOfFieldPass(camera, scene.focus, target.depthTexture);
  const bloom = new ScaledBloomPass(new Vector2(64, 64), BLOOM_STRENGTH, BLOOM_RADIUS, BLOOM_THRESHOLD);
  const output = new OutputPass();
  const setLevel = (to: QualityLevel, inPhoto: boolean): void => {
    bloom.scale = to === 'highest' ? 1 : 0.5;
    smooth(target, hasSmoothEdges(to) ? SAMPLES : 0);
    const deep = to === 'highest' || inPhoto;
    depthOfField.enabled = deep;
    target.resolveDepthBuffer = deep;
    // Back to the first target by the end of each frame.
    output.needsSwap = deep;
  };
  composer.addPass(picture);
  composer.addPass(depthOfField);
  composer.addPass(bloom);
  composer.addPass(output);
  const materials = [
    depthOfField.material,
    bloom.materialHighPassFilter,
    ...bloom.separableBlurMaterials,
    bloom.compositeMaterial,
    bloom.blendMaterial,
  ];
  const compile = async (): Promise<void> => {
    await compilePasses(scene, materials, target);
    composer.render(0);
    await gpuIdle(renderer);
  };
  let size = { width: 32, height: 32, pixelRatio: 1 };
  const setSize = (width: number, height: number, pixelRatio: number): void => {
    size = { width, height, pixelRatio };
    composer.setPixelRatio(pixelRatio);
    composer.setSize(width, height);
  };
  setSize(32, 32, 1);
  // All of them once, whatever this level shows.
  setLevel(level, true);
  await compile();
  setLevel(level, photo);
  return {
    target,
    setLevel,
    setSize,
    capture(into, samples, enlargement) {
      const { scale } = bloom;
      const { samples: samplesBefore } = target;
      const { width, height, pixelRatio } = size;
      smooth(target, samples);
      bloom.scale = scale / enlargement;
      setSize(into.width, into.height, 1);
      // The last pass draws into the other target, the ones before it into their own.
      output.enabled = false;
      composer.renderToScreen = false;
      try {
        composer.render(0);
        output.renderToScreen = false;
        output.render(renderer, into, composer.readBuffer, 0, false);
      } finally {
        output.enabled = true;
        composer.renderToScreen = true;
        if (composer.readBuffer !== target) composer.swapBuffers();
        smooth(target, samplesBefore);
        bloom.scale = scale;
        setSize(width, height, pixelRatio);
      }
    },
    compile,
    render: (delta) => composer.render(delta),
    dispose() {
      for (const pass of composer.passes) pass.dispose();
      composer.dispose();
    },
  };
}
