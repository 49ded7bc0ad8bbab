import {
  AdditiveBlending,
  HalfFloatType,
  type IUniform,
  ShaderMaterial,
  type Texture,
  Vector2,
  WebGLRenderTarget,
  type WebGLRenderer,
} from 'three';
import { FullScreenQuad } from 'three/addons/postprocessing/Pass.js';
import {
  brightFragment,
  finishFragment,
  largerFragment,
  pictureVertex,
  smallerFragment,
} from './bloom.glsl.ts';

/**
 * The limit of the brightest channel after tone mapping. Tone mapping maps white to 0.79, so words and lit
 * panels are darker; only added light and lamps brighter than white glow.
 */
const THRESHOLD = 0.86;
const STRENGTH = 0.55;
/** The share of each wider glow that is added to the next narrower one. */
const SPREAD = 0.8;
/** The number of targets, each half as large as the previous one, starting at half the CSS pixels. */
const SIZES = 5;

interface BloomUniforms extends Record<string, IUniform> {
  readonly source: IUniform<Texture | null>;
  readonly texel: IUniform<Vector2>;
}

/** A material that draws one picture from another. */
function pictureMaterial<Uniforms extends Record<string, IUniform>>(
  name: string,
  fragmentShader: string,
  uniforms: Uniforms,
): ShaderMaterial & { readonly uniforms: Uniforms } {
  const material = new ShaderMaterial({
    name,
    vertexShader: pictureVertex,
    fragmentShader,
    uniforms,
    defines: { THRESHOLD, STRENGTH, SPREAD },
    depthTest: false,
    depthWrite: false,
  });
  return material as ShaderMaterial & { readonly uniforms: Uniforms };
}

const stepUniforms = (): BloomUniforms => ({ source: { value: null }, texel: { value: new Vector2() } });

/**
 * The glow of everything brighter than words, added after tone mapping, so that the rest of the picture is
 * the same as at the levels without glow. Its width is in CSS pixels, so it is the same on every screen.
 * UnrealBloomPass of three.js has more draw calls, and draws only into its own source or the canvas.
 */
export class Bloom {
  readonly #sizes = Array.from(
    { length: SIZES },
    () => new WebGLRenderTarget(1, 1, { type: HalfFloatType, depthBuffer: false }),
  );
  readonly #bright = pictureMaterial('bloom-bright', brightFragment, stepUniforms());
  readonly #smaller = pictureMaterial('bloom-smaller', smallerFragment, stepUniforms());
  readonly #larger = pictureMaterial('bloom-larger', largerFragment, stepUniforms());
  readonly #finish = pictureMaterial('bloom-finish', finishFragment, {
    source: { value: null as Texture | null },
    glow: { value: this.#sizes[0]?.texture },
  });
  readonly #quad = new FullScreenQuad(this.#bright);

  constructor() {
    this.#larger.blending = AdditiveBlending;
    this.#larger.transparent = true;
  }

  get materials(): readonly ShaderMaterial[] {
    return [this.#bright, this.#smaller, this.#larger, this.#finish];
  }

  /** CSS pixels of the picture. */
  setSize(width: number, height: number): void {
    this.#sizes.forEach((size, i) => {
      const share = 2 ** -(i + 1);
      size.setSize(Math.max(1, Math.round(width * share)), Math.max(1, Math.round(height * share)));
    });
  }

  #step(
    renderer: WebGLRenderer,
    material: ShaderMaterial & { readonly uniforms: BloomUniforms },
    from: WebGLRenderTarget,
    to: WebGLRenderTarget,
  ): void {
    material.uniforms.source.value = from.texture;
    material.uniforms.texel.value.set(1 / to.width, 1 / to.height);
    this.#quad.material = material;
    renderer.setRenderTarget(to);
    this.#quad.render(renderer);
  }

  /** Draws the picture with its glow into `into`; `null` is the canvas. */
  render(renderer: WebGLRenderer, picture: WebGLRenderTarget, into: WebGLRenderTarget | null): void {
    const { autoClear } = renderer;
    // Every step covers its whole target, so it needs no clearing.
    renderer.autoClear = false;
    let from = picture;
    for (const size of this.#sizes) {
      this.#step(renderer, from === picture ? this.#bright : this.#smaller, from, size);
      from = size;
    }
    for (let i = SIZES - 2; i >= 0; i--) {
      const to = this.#sizes[i];
      if (!to) continue;
      this.#step(renderer, this.#larger, from, to);
      from = to;
    }
    this.#finish.uniforms.source.value = picture.texture;
    this.#quad.material = this.#finish;
    renderer.setRenderTarget(into);
    this.#quad.render(renderer);
    renderer.autoClear = autoClear;
  }

  dispose(): void {
    for (const size of this.#sizes) size.dispose();
    for (const material of this.materials) material.dispose();
    this.#quad.dispose();
  }
}
