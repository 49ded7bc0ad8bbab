import {
  type DepthTexture,
  type IUniform,
  type PerspectiveCamera,
  type Scene,
  type Texture,
  type WebGLRenderTarget,
  type WebGLRenderer,
} from 'three';
import { BokehPass } from 'three/addons/postprocessing/BokehPass.js';
import { FullScreenQuad } from 'three/addons/postprocessing/Pass.js';
import { depthOfFieldFragment } from './depth-of-field.glsl.ts';
import type { Focus } from './focus.ts';

/** The farthest sample of three.js's BokehShader, as a share of its blur; and how many it takes. */
const FARTHEST_SAMPLE = 0.4;
const SAMPLES = 41;
/** So many a pixel of the disc's area, up to this many, look like a disc. */
const SAMPLES_PER_SQUARE = 0.3;
const MOST_SAMPLES = 192;

/** Pixels beside a point that its blur may take from, in a picture that wide. */
export const blurMargin = ({ maxBlur }: Focus, width: number): number =>
  Math.ceil(maxBlur * FARTHEST_SAMPLE * width) + 1;

/** Samples that a blur in a picture that wide takes: a few of many pixels would make a ring of points of a point of light. */
export const blurSamples = (focus: Focus, width: number): number =>
  Math.min(MOST_SAMPLES, Math.max(SAMPLES, Math.round(blurMargin(focus, width) ** 2 * SAMPLES_PER_SQUARE)));

interface BokehUniforms {
  readonly tColor: IUniform<Texture>;
  readonly tDepth: IUniform<DepthTexture>;
  readonly focus: IUniform<number>;
  readonly aspect: IUniform<number>;
  readonly aperture: IUniform<number>;
  readonly maxblur: IUniform<number>;
  readonly nearClip: IUniform<number>;
  readonly farClip: IUniform<number>;
  readonly sky: IUniform<boolean>;
}

/**
 * three.js's depth of field, over the depth that the picture itself has left. Drawing everything a second time with one material for all, as the
 * original does, makes walls of glass and of light, loses what shaders move, and doubles the draw calls.
 */
export class DepthOfFieldPass extends BokehPass {
  /** How many times as wide as what is drawn the whole picture is: more than 1 where it is drawn in parts. */
  parts = 1;
  readonly #focus: Focus;
  readonly #eye: PerspectiveCamera;
  readonly #uniforms: BokehUniforms;
  readonly #quad: FullScreenQuad;

  constructor(scene: Scene, camera: PerspectiveCamera, focus: Focus, depth: DepthTexture, samples = SAMPLES) {
    super(scene, camera, {});
    this.#focus = focus;
    this.#eye = camera;
    const { materialBokeh } = this;
    materialBokeh.name = 'depth-of-field';
    materialBokeh.fragmentShader = depthOfFieldFragment;
    materialBokeh.defines = { FARTHEST_SAMPLE, SAMPLES: samples };
    materialBokeh.depthTest = false;
    materialBokeh.depthWrite = false;
    materialBokeh.uniforms['sky'] = { value: false };
    this.#uniforms = materialBokeh.uniforms as unknown as BokehUniforms;
    this.#uniforms.tDepth.value = depth;
    this.#quad = new FullScreenQuad(materialBokeh);
  }

  override setSize(width: number, height: number): void {
    this.#uniforms.aspect.value = width / height;
  }

  override render(
    renderer: WebGLRenderer,
    writeBuffer: WebGLRenderTarget,
    readBuffer: WebGLRenderTarget,
  ): void {
    const uniforms = this.#uniforms;
    const { metres, aperture, maxBlur, sky } = this.#focus;
    uniforms.tColor.value = readBuffer.texture;
    uniforms.focus.value = metres;
    uniforms.sky.value = sky;
    uniforms.aperture.value = aperture * this.parts;
    uniforms.maxblur.value = maxBlur * this.parts;
    uniforms.nearClip.value = this.#eye.near;
    uniforms.farClip.value = this.#eye.far;
    renderer.setRenderTarget(this.renderToScreen ? null : writeBuffer);
    this.#quad.render(renderer);
  }

  override dispose(): void {
    this.#quad.dispose();
    super.dispose();
  }
}
