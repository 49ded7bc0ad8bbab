import {
  CanvasTexture,
  SRGBColorSpace,
  type InstancedBufferAttribute,
  type InstancedBufferGeometry,
  type Mesh,
  PlaneGeometry,
  type ShaderMaterial,
} from 'three';
import type { WorldState } from '../../data/world-state.ts';
import { DrawnModule, type ModuleParts } from './drawn-module.ts';
import { fogFunction } from './fog-uniforms.glsl.ts';
import { instanced, perInstance } from './geometry.ts';
import { directionOf } from './text.ts';

/** The beginning of each vertex shader. Its `main` sets `vShare` and calls `show`. */
const head = /* glsl */ `
// The position of the text in metres, and its opacity.
attribute vec4 place;
// The upper edge of its row in the texture.
attribute float row;
varying vec2 vPart;
varying float vShare;
${fogFunction}
void show(vec4 seen) {
  vPart = vec2(uv.x, row - (1.0 - uv.y) / ROWS);
  gl_Position = vShare > 0.003 ? projectionMatrix * seen : vec4(2.0, 2.0, 2.0, 1.0);
}
`;

/** Draws the part `vPart` of a texture of rows, as opaque as `vShare` says. */
const fragmentShader = /* glsl */ `
uniform sampler2D names;
varying vec2 vPart;
varying float vShare;
void main() {
  vec4 drawn = texture2D(names, vPart);
  gl_FragColor = vec4(drawn.rgb, drawn.a * vShare);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;

/** The size of a row in pixels. */
interface RowPixels {
  readonly width: number;
  readonly height: number;
}

interface TextQuadsOptions {
  readonly name: string;
  readonly renderOrder: number;
  readonly rows: number;
  /** The size of a row in the texture. */
  readonly pixels: RowPixels;
  readonly pixelsAMetre: number;
  /** The function `main` of the vertex shader. `HALF` is half the height of a row in metres. */
  readonly vertex: string;
}

/** Texts that face the camera, each a row of one texture: one draw call; none while no text is shown. */
export abstract class TextQuads extends DrawnModule<Pick<WorldState, 'world'>> {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  readonly #texture: CanvasTexture<HTMLCanvasElement>;
  readonly #pixels: RowPixels;
  /** The text in each row of the texture. */
  readonly #drawn: string[];
  protected readonly places: InstancedBufferAttribute;
  protected readonly edges: InstancedBufferAttribute;
  /** The number of texts in this picture. */
  protected count = 0;

  constructor(
    parts: ModuleParts<Pick<WorldState, 'world'>>,
    { name, renderOrder, rows, pixels, pixelsAMetre, vertex }: TextQuadsOptions,
  ) {
    super(...parts);
    this.#pixels = pixels;
    this.#drawn = Array.from({ length: rows }, () => '');
    const canvas = document.createElement('canvas');
    canvas.width = pixels.width;
    canvas.height = pixels.height * rows;
    this.#texture = this.disposables.use(new CanvasTexture(canvas));
    this.#texture.colorSpace = SRGBColorSpace;
    this.#texture.anisotropy = 4;
    this.places = perInstance(rows, 4);
    this.edges = perInstance(rows, 1);
    const [width, height] = [pixels.width / pixelsAMetre, pixels.height / pixelsAMetre];
    const geometry = instanced(new PlaneGeometry(width, height), { place: this.places, row: this.edges });
    const shading = {
      name,
      constants: { ROWS: rows, HALF: height / 2 },
      vertexShader: `${head}${vertex}`,
      fragmentShader,
      uniforms: { names: { value: this.#texture }, ...this.fog },
      transparent: true,
      depthWrite: false,
    };
    this.mesh = this.addMesh(geometry, shading, renderOrder);
  }

  /** Draws a text centred at `middle`, in pixels from the upper edge. It is clipped to its row. */
  protected abstract paint(pen: CanvasRenderingContext2D, text: string, middle: number): void;

  /** Draws the text of a row, if it has changed. */
  protected draw(row: number, text: string): void {
    if (this.#drawn[row] === text) return;
    this.#drawn[row] = text;
    this.#texture.needsUpdate = true;
    const pen = this.#texture.image.getContext('2d');
    if (!pen) return;
    const { width, height } = this.#pixels;
    pen.clearRect(0, row * height, width, height);
    pen.save();
    // Clips letters with marks above and below to their row.
    pen.beginPath();
    pen.rect(0, row * height, width, height);
    pen.clip();
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.lineJoin = 'round';
    pen.direction = directionOf(text);
    this.paint(pen, text, (row + 0.5) * height);
    pen.restore();
  }

  /** Begins a new picture, with no text in it. */
  begin(): void {
    this.count = 0;
  }

  /** Shows the text of a row at a place in metres. `share`: its opacity, 0 to 1. */
  add(row: number, x: number, y: number, z: number, share: number): void {
    this.places.setXYZW(this.count, x, y, z, share);
    this.edges.setX(this.count, 1 - row / this.#drawn.length);
    this.count++;
  }

  /** Ends the picture. */
  show(): void {
    this.mesh.visible = this.count > 0;
    if (this.count === 0) return;
    this.mesh.geometry.instanceCount = this.count;
    this.places.needsUpdate = true;
    this.edges.needsUpdate = true;
    this.updateFog();
  }
}
