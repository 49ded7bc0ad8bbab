import {
  AlwaysDepth,
  BufferGeometry,
  Camera,
  DepthTexture,
  Float32BufferAttribute,
  Mesh,
  ShaderMaterial,
  type WebGLRenderTarget,
} from 'three';
import type { WorldScene } from '../scene/scene.ts';
import { canvasLikeTarget } from './canvas-like-target.ts';
import { drawPixel } from './draw-pixel.ts';
import { WORDS_LAYER } from '../scene/words.ts';

const vertexShader = /* glsl */ `
varying vec2 vUv;
void main() {
  vUv = position.xy * 0.5 + 0.5;
  gl_Position = vec4(position, 1.0);
}
`;

/**
 * The depth is moved back by a 33rd of the distance, so that a panel's coarse depth does not hide its words.
 */
const fragmentShader = /* glsl */ `
uniform sampler2D picture;
uniform sampler2D depth;
varying vec2 vUv;
void main() {
  gl_FragColor = vec4(texture2D(picture, vUv).rgb, 1.0);
  gl_FragDepth = 1.0 - (1.0 - texture2D(depth, vUv).r) * 0.97;
}
`;

/**
 * The moving picture: the scene is drawn with few pixels and scaled up to the canvas, which keeps its
 * resolution. Then only the words are drawn again, with all pixels. A moving picture may be coarse, but words
 * must be readable, and resizing the canvas would block the page.
 */
export class CoarsePicture {
  readonly target: WebGLRenderTarget;
  readonly #scene: WorldScene;
  readonly #sheet: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #flat = new Camera();

  constructor(scene: WorldScene) {
    this.#scene = scene;
    this.target = canvasLikeTarget(1, 1, 0);
    this.target.depthTexture = new DepthTexture(1, 1);
    // One triangle that covers the canvas.
    const corners = new Float32BufferAttribute([-1, -1, 0, 3, -1, 0, -1, 3, 0], 3);
    this.#sheet = new Mesh(
      new BufferGeometry().setAttribute('position', corners),
      new ShaderMaterial({
        name: 'spread',
        vertexShader,
        fragmentShader,
        uniforms: { picture: { value: this.target.texture }, depth: { value: this.target.depthTexture } },
        depthFunc: AlwaysDepth,
        toneMapped: false,
      }),
    );
    this.#sheet.frustumCulled = false;
  }

  setSize(width: number, height: number): void {
    this.target.setSize(Math.max(1, Math.floor(width)), Math.max(1, Math.floor(height)));
  }

  render(): void {
    const scene = this.#scene;
    const { renderer, camera } = scene;
    const { pixels } = scene.frame;
    const { x, y } = pixels.value;
    pixels.value.set((x * this.target.height) / y, this.target.height);
    renderer.setRenderTarget(this.target);
    renderer.render(scene, camera);
    renderer.setRenderTarget(null);
    pixels.value.set(x, y);
    renderer.autoClear = false;
    renderer.render(this.#sheet, this.#flat);
    this.#drawWords();
    renderer.autoClear = true;
  }

  /** Draws one pixel of the scene, and of its words once more, as `render` draws them. */
  drawPixel(): void {
    const scene = this.#scene;
    const { renderer, camera } = scene;
    drawPixel(scene, this.target, () => renderer.render(scene, camera));
    drawPixel(scene, null, () => this.#drawWords());
  }

  #drawWords(): void {
    const scene = this.#scene;
    const { renderer, camera, background } = scene;
    const { mask } = camera.layers;
    scene.background = null;
    scene.matrixWorldAutoUpdate = false;
    camera.layers.set(WORDS_LAYER);
    scene.registry.words.brighten(true);
    try {
      renderer.render(scene, camera);
    } finally {
      scene.registry.words.brighten(false);
      camera.layers.mask = mask;
      scene.matrixWorldAutoUpdate = true;
      scene.background = background;
    }
  }

  dispose(): void {
    this.target.depthTexture?.dispose();
    this.target.dispose();
    this.#sheet.geometry.dispose();
    this.#sheet.material.dispose();
  }
}
