import {
  type DepthTexture,
  type IUniform,
  MathUtils,
  type PerspectiveCamera,
  ShaderMaterial,
  type Texture,
  type WebGLRenderTarget,
  type WebGLRenderer,
} from 'three';
import { FullScreenQuad } from 'three/addons/postprocessing/Pass.js';
import { pictureVertex } from './bloom.ts';
import type { DepthFocus } from '../scene/scene-frame.ts';

/** The farthest sample of three.js's BokehShader, as a share of its blur. */
const MAX_SAMPLE = 0.4;
/**
 * With this number of samples per pixel of the blurred square, the blur looks like a disc. three.js uses 41
 * samples at every size; on a small picture, half of them look the same.
 */
const SAMPLES_PER_SQUARE = 0.4;
const MIN_SAMPLES = 24;
const MAX_SAMPLES = 192;

/** The radius of the largest blur in a picture of this width. Pixels. */
const blurMargin = ({ maxBlur }: DepthFocus, width: number): number =>
  Math.ceil(maxBlur * MAX_SAMPLE * width) + 1;

/** The number of samples at this width. With too few, a point of light becomes a ring of points. */
const blurSamples = (focus: DepthFocus, width: number): number =>
  MathUtils.clamp(Math.round(blurMargin(focus, width) ** 2 * SAMPLES_PER_SQUARE), MIN_SAMPLES, MAX_SAMPLES);

/** The uniforms of three.js's BokehShader. */
interface DepthOfFieldUniforms extends Record<string, IUniform> {
  readonly tColor: IUniform<Texture | null>;
  readonly tDepth: IUniform<DepthTexture>;
  readonly focus: IUniform<number>;
  readonly aspect: IUniform<number>;
  readonly aperture: IUniform<number>;
  readonly maxblur: IUniform<number>;
  readonly nearClip: IUniform<number>;
  readonly farClip: IUniform<number>;
  readonly sharp: IUniform<number>;
  /** The number of samples for one pixel. */
  readonly samples: IUniform<number>;
}

/**
 * The lens of three.js's BokehPass, with the same uniforms and with the blur as a share of the picture's
 * width. Samples are spread evenly over the disc; their number depends on the picture's size. Sharp objects
 * do not bleed into a blurred background, and sharp pixels need only one sample. The sky is never blurred, so
 * that stars stay points; only objects in front of it blur over it.
 */
const depthOfFieldFragment = /* glsl */ `
varying vec2 vUv;
uniform sampler2D tColor;
uniform sampler2D tDepth;
uniform float maxblur;
uniform float aperture;
uniform float nearClip;
uniform float farClip;
uniform float focus;
uniform float aspect;
uniform float sharp; // metres around the focus that stay sharp
uniform int samples;
#include <packing>
// The radius of the blur of a point with this depth, as a share of the picture's width.
float radiusAt(float depth) {
  float away = abs(focus + perspectiveDepthToViewZ(depth, nearClip, farClip)) - sharp;
  return clamp(away * aperture, 0.0, maxblur) * MAX_SAMPLE;
}
void main() {
  float depth = texture2D(tDepth, vUv).x;
  bool isSky = depth == 1.0;
  float radius = isSky && sharp > 0.0 ? 0.0 : radiusAt(depth);
  vec3 own = texture2D(tColor, vUv).rgb;
  gl_FragColor = vec4(own, 1.0);
  float pixels = float(textureSize(tColor, 0).x);
  if (radius * pixels < 0.35) return;
  // Squares are close to linear light: a bright point stays bright when it is spread.
  own *= own;
  vec3 sum = own;
  float weights = 1.0;
  for (int i = 0; i < samples; i++) {
    float reach = radius * sqrt((float(i) + 0.5) / float(samples));
    // The golden angle, so that no two samples are in a line.
    float around = float(i) * 2.39996323;
    vec2 at = vUv + vec2(cos(around), sin(around) * aspect) * reach;
    float there = textureLod(tDepth, at, 0.0).x;
    // A nearer point covers the point at vUv only within the radius of the nearer point's blur.
    float weight = there < depth ? clamp((radiusAt(there) - reach) * pixels + 1.0, 0.0, 1.0) : 1.0;
    vec3 light = textureLod(tColor, at, 0.0).rgb;
    sum += (isSky && there == 1.0 ? own : light * light) * weight;
    weights += weight;
  }
  gl_FragColor.rgb = sqrt(sum / weights);
}
`;

/**
 * Depth of field from the depth buffer of the picture, with the parameters of three.js's BokehPass. BokehPass
 * draws the scene a second time with one material for everything: glass and light become opaque, vertex
 * animations are missing, and the draw calls double.
 */
export class DepthOfFieldPass {
  readonly material: ShaderMaterial;
  readonly #focus: DepthFocus;
  readonly #uniforms: DepthOfFieldUniforms;
  readonly #quad: FullScreenQuad;

  constructor({ near, far }: PerspectiveCamera, focus: DepthFocus, depth: DepthTexture) {
    this.#focus = focus;
    this.#uniforms = {
      tColor: { value: null },
      tDepth: { value: depth },
      focus: { value: 1 },
      aspect: { value: 1 },
      aperture: { value: 0 },
      maxblur: { value: 0 },
      nearClip: { value: near },
      farClip: { value: far },
      sharp: { value: 0 },
      samples: { value: MIN_SAMPLES },
    };
    this.material = new ShaderMaterial({
      name: 'depth-of-field',
      vertexShader: pictureVertex,
      fragmentShader: depthOfFieldFragment,
      defines: { MAX_SAMPLE },
      uniforms: this.#uniforms,
      depthTest: false,
      depthWrite: false,
    });
    this.#quad = new FullScreenQuad(this.material);
  }

  render(renderer: WebGLRenderer, picture: WebGLRenderTarget, into: WebGLRenderTarget): void {
    const uniforms = this.#uniforms;
    const { metres, aperture, maxBlur, sharpMetres } = this.#focus;
    uniforms.tColor.value = picture.texture;
    uniforms.aspect.value = picture.width / picture.height;
    uniforms.focus.value = metres;
    uniforms.sharp.value = sharpMetres;
    uniforms.aperture.value = aperture;
    uniforms.maxblur.value = maxBlur;
    uniforms.samples.value = blurSamples(this.#focus, picture.width);
    renderer.setRenderTarget(into);
    this.#quad.render(renderer);
  }

  dispose(): void {
    this.#quad.dispose();
    this.material.dispose();
  }
}
