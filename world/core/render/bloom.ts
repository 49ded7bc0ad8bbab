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

/**
 * A pixel glows if its brightest channel is above this limit after tone mapping. Tone mapping maps white to
 * 0.79, so words and lit panels do not glow. Only added light and lamps brighter than white glow.
 */
const THRESHOLD = 0.86;
const STRENGTH = 0.55;
/** The share of each wider glow that is added to the next narrower one. */
const SPREAD = 0.8;
/** The number of targets, each half as large as the previous one, starting at half the CSS pixels. */
const SIZES = 5;

/** Covers the whole picture. */
export const pictureVertex = /* glsl */ `
varying vec2 vUv;
void main() {
  vUv = uv;
  gl_Position = vec4(position.xy, 0.0, 1.0);
}
`;

/**
 * The bright pass: the part of the picture that is brighter than any lit word. The colours are squared, which
 * approximates linear light for the blur. Added light is white in the middle, so the glow takes the colour of
 * the pixels beside it.
 */
const brightFragment = /* glsl */ `
varying vec2 vUv;
uniform sampler2D source;
uniform vec2 texel;
float most(vec3 color) {
  return max(color.r, max(color.g, color.b));
}
vec3 glowAt(vec2 at) {
  vec3 color = texture2D(source, at).rgb;
  return color * color * smoothstep(THRESHOLD, 1.0, most(color));
}
vec3 lightAt(vec2 at) {
  vec3 color = texture2D(source, at).rgb;
  return color * color;
}
void main() {
  // Four samples, each a quarter of a pixel from the middle, so that all pixels of the source, which has
  // twice the size, have the same weight.
  vec2 step_ = texel * 0.25;
  vec3 sum = glowAt(vUv + step_) + glowAt(vUv - step_) + glowAt(vUv + vec2(step_.x, -step_.y)) + glowAt(vUv + vec2(-step_.x, step_.y));
  float bright = most(sum);
  if (bright > 0.0) {
    vec2 beside = texel * 2.5;
    vec3 tint = sum * 0.5 + lightAt(vUv + beside) + lightAt(vUv - beside);
    tint += lightAt(vUv + vec2(beside.x, -beside.y)) + lightAt(vUv + vec2(-beside.x, beside.y));
    sum = tint * (bright / most(tint));
  }
  gl_FragColor = vec4(sum * 0.25, 1.0);
}
`;

/**
 * Scales a picture down to half the size, with the dual filter of Marius Bjørge (ARM, SIGGRAPH 2015): five
 * samples to scale down, eight to scale up.
 */
const smallerFragment = /* glsl */ `
varying vec2 vUv;
uniform sampler2D source;
uniform vec2 texel; // of the result
void main() {
  vec2 h = texel * 0.5;
  vec3 sum = texture2D(source, vUv).rgb * 4.0;
  sum += texture2D(source, vUv + h).rgb + texture2D(source, vUv - h).rgb;
  sum += texture2D(source, vUv + vec2(h.x, -h.y)).rgb + texture2D(source, vUv + vec2(-h.x, h.y)).rgb;
  gl_FragColor = vec4(sum / 8.0, 1.0);
}
`;

/** Scales a glow up to twice the size. The result is added to the narrower glow that the target contains. */
const largerFragment = /* glsl */ `
varying vec2 vUv;
uniform sampler2D source;
uniform vec2 texel; // of the result
void main() {
  vec2 h = texel;
  vec3 sum = texture2D(source, vUv + vec2(h.x * 2.0, 0.0)).rgb + texture2D(source, vUv - vec2(h.x * 2.0, 0.0)).rgb;
  sum += texture2D(source, vUv + vec2(0.0, h.y * 2.0)).rgb + texture2D(source, vUv - vec2(0.0, h.y * 2.0)).rgb;
  sum += (texture2D(source, vUv + h).rgb + texture2D(source, vUv - h).rgb) * 2.0;
  sum += (texture2D(source, vUv + vec2(h.x, -h.y)).rgb + texture2D(source, vUv + vec2(-h.x, h.y)).rgb) * 2.0;
  gl_FragColor = vec4(sum / 12.0 * SPREAD, 1.0);
}
`;

/** Adds the glow to the picture with screen blending, which never exceeds white. */
const finishFragment = /* glsl */ `
varying vec2 vUv;
uniform sampler2D source;
uniform sampler2D glow;
void main() {
  vec3 color = texture2D(source, vUv).rgb;
  vec3 light = min(texture2D(glow, vUv).rgb * STRENGTH, 1.0);
  gl_FragColor = vec4(1.0 - (1.0 - color) * (1.0 - light), 1.0);
}
`;

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
